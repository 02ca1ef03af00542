import CardRaster
import Testing

@Suite struct DataURITests {
  @Test(arguments: [
    ("data:image/png;base64,AAEC", "image/png", [UInt8](arrayLiteral: 0, 1, 2)),
    ("DATA:image/PNG;Base64,AAE=", "image/png", [0, 1]), ("data:;base64,AA", "text/plain", [0]),
    ("data:,a%20b", "text/plain", [0x61, 0x20, 0x62]),
    ("data:image/png;base64,A A\nE%43", "image/png", [0, 1, 2]),
    ("data:image/svg+xml;charset=utf-8,%3Csvg", "image/svg+xml", [0x3C, 0x73, 0x76, 0x67]),
    ("data:image/png;base64,", "image/png", []), ("data:a/b;base64;x=y,+/", "a/b", [0x2B, 0x2F]),
  ]) func isRead(text: String, mediaType: String, bytes: [UInt8]) throws {
    let found = try ImageDecoding.dataURI(text)
    #expect(found.mediaType == mediaType)
    #expect(found.bytes == bytes)
  }

  @Test(arguments: [
    ("dat:,", "must begin with"), ("", "must begin with"), ("data:image/png;base64", "no comma"),
    ("data:;base64,A", "truncated"), ("data:;base64,A=", "truncated"), ("data:;base64,AAAA=", "truncated"),
    ("data:;base64,AA==A", "padding"), ("data:;base64,A-_A", "invalid byte"),
    ("data:;base64,AB==", "extra bits"),
    ("data:;base64,AAF=", "extra bits"), ("data:,%2", "hexadecimal"), ("data:,%zz", "hexadecimal"),
  ]) func isAnErrorWithAReason(text: String, reason: String) {
    let error = #expect(throws: RasterError.self) { try ImageDecoding.dataURI(text) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }
}
