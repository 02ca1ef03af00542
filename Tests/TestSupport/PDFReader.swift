import Foundation
import Testing

/// Programs that read PDF documents: those of poppler, and qpdf.
package enum PDFReader {
  /// The output of a program for a document; a test fails if the program ends with an error.
  package static func ask(_ program: String, _ document: [UInt8], _ arguments: [String] = []) throws -> String
  {
    let folder = try RunFolder()
    try folder.write("d.pdf", document)
    let result = try BuiltProgram.run(
      arguments + ["d.pdf"] + (program == "pdftotext" ? ["-"] : []), folder: folder.path,
      program: "/usr/bin/\(program)")
    #expect(result.status == 0, "\(program): \(result.errorText)")
    return result.outputText
  }
}
