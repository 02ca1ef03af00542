package import CardRaster

/// Shows a picture on a terminal that supports it.
///
/// The support is detected from the environment variables of the terminal and its multiplexer. The terminal
/// is not queried, because an answer might never come, or go to another program.
package struct TerminalPicture: Hashable, Sendable {
  /// The protocols for pictures.
  package enum Format: String, CaseIterable, Hashable, Sendable {
    /// The graphics protocol of kitty; also supported by Ghostty.
    case kitty
    /// The inline images of iTerm2; also supported by WezTerm, mintty and Visual Studio Code.
    case iterm
    /// Sixels.
    ///
    /// Foot, mlterm, Contour, Konsole, Windows Terminal and terminals with `sixel` in their name support
    /// them.
    case sixel
  }

  /// The protocol to use.
  package let format: Format

  package init(_ format: Format) { self.format = format }

  /// Detects the protocol of the terminal with these variables; nil if it is not known to show pictures.
  ///
  /// The result is nil inside tmux and screen, because they do not pass pictures through.
  package init?(environment: [String: String]) {
    func value(_ name: String) -> String { environment[name] ?? "" }
    let term = value("TERM").lowercased()
    let program = value("TERM_PROGRAM").lowercased()
    guard !term.isEmpty, term != "dumb", value("TMUX").isEmpty, value("STY").isEmpty,
      !term.hasPrefix("tmux"), !term.hasPrefix("screen")
    else { return nil }
    if !value("KITTY_WINDOW_ID").isEmpty || term.contains("kitty") || term.contains("ghostty")
      || program == "ghostty"
    {
      format = .kitty
    } else if ["iterm.app", "wezterm", "mintty", "vscode"].contains(program)
      || value("LC_TERMINAL") == "iTerm2" || term.contains("wezterm")
    {
      format = .iterm
    } else if term.contains("sixel") || ["foot", "mlterm", "contour", "yaft"].contains(where: term.hasPrefix)
      || (Int(value("KONSOLE_VERSION")) ?? 0) >= 220_400 || !value("WT_SESSION").isEmpty
    {
      format = .sixel
    } else {
      return nil
    }
  }

  /// The bytes that show a picture on the terminal and end the line.
  ///
  /// A picture larger than the box is scaled down, because terminals cut off or reject pictures wider than
  /// the window.
  ///
  /// - Throws: `RasterError` if the picture cannot be encoded.
  package func bytes(_ picture: Bitmap, within box: (width: Int, height: Int) = (1000, 700))
    throws(RasterError) -> [UInt8]
  {
    let small = picture.reduced(toFit: box)
    return switch format {
    case .kitty: try Self.kitty(small)
    case .iterm: try Self.iterm(small)
    case .sixel: SixelEncoder.encode(small) + "\n".utf8
    }
  }

  /// The same for a picture file.
  ///
  /// - Throws: `RasterError` if the file cannot be read.
  package func bytes(file path: String, within box: (width: Int, height: Int) = (1000, 700))
    throws(RasterError) -> [UInt8]
  {
    let file = try FileReading.read(
      path: path, foundIn: FilePath.directory(of: path), limit: Limits.imageBytes)
    let source = try ImageDecoding.decode(file, name: FilePath.name(of: path))
    guard case .bitmap(let bitmap) = source.content else {
      throw .image(
        reason: "terminals show raster pictures only, and '\(FilePath.name(of: path))' is a vector picture")
    }
    return try bytes(bitmap, within: box)
  }

  /// A PNG file in chunks of 4096 characters.
  ///
  /// `q=2` prevents the terminal from writing an answer to the command line.
  private static func kitty(_ picture: Bitmap) throws(RasterError) -> [UInt8] {
    let letters = base64(try PNGEncoder.encode(picture, scale: 1, compression: .fast))
    var out: [UInt8] = []
    for start in stride(from: 0, to: letters.count, by: 4096) {
      let end = min(start + 4096, letters.count)
      let first = start == 0 ? "a=T,f=100,q=2," : "q=2,"
      out += "\u{1B}_G\(first)m=\(end < letters.count ? 1 : 0);".utf8
      out += letters[start..<end]
      out += "\u{1B}\\".utf8
    }
    return out + "\n".utf8
  }

  private static func iterm(_ picture: Bitmap) throws(RasterError) -> [UInt8] {
    let file = try PNGEncoder.encode(picture, scale: 1, compression: .balanced)
    let size = "width=\(picture.width)px;height=\(picture.height)px"
    var out = Array("\u{1B}]1337;File=inline=1;size=\(file.count);\(size);preserveAspectRatio=1:".utf8)
    Base64.append(file, to: &out)
    return out + "\u{7}\n".utf8
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    Base64.append(bytes, to: &out)
    return out
  }
}
