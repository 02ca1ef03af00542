internal import CCairo

/// Converts colours to sRGB with Little CMS.
///
/// The library is loaded for the first picture with a colour profile. The result depends only on the bytes of
/// the profile and the pixels: the library has no processor-specific code.
struct ColorTransform: ~Copyable {
  /// The channels of pixels before the conversion.
  enum Channels {
    case rgb, grey
    /// CMYK; inverted means that 0 is full ink, as Adobe's programs write them.
    case cmyk(isInverted: Bool)
  }

  /// The reason why a profile cannot be used.
  struct Failure: Error {
    let reason: String
  }

  private let library: Library
  private let handle: UnsafeMutableRawPointer

  /// Makes the conversion from a profile; perceptual, as in browsers.
  ///
  /// The corresponding C functions are `cmsOpenProfileFromMem`, `cmsCreateRGBProfile` and
  /// `cmsCreateTransform`.
  ///
  /// - Throws: `Failure` for a profile that is damaged or describes other channels.
  private init(_ colors: PictureColors, _ channels: Channels, _ library: Library) throws(Failure) {
    guard let source = Self.profile(colors, library) else {
      throw Failure(reason: "it is damaged")
    }
    defer { _ = library.close(source) }
    let kinds = [
      cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass,
    ]
    guard kinds.contains(library.profileClass(source)) else {
      throw Failure(reason: "it does not describe the colours of pictures")
    }
    let (space, input, output): (cmsColorSpaceSignature, cmsUInt32Number, cmsUInt32Number) =
      switch channels {
      case .rgb: (cmsSigRgbData, cs_lcms_rgba, cs_lcms_rgba)
      case .grey: (cmsSigGrayData, cs_lcms_grey, cs_lcms_rgb)
      case .cmyk(let isInverted):
        (cmsSigCmykData, isInverted ? cs_lcms_cmyk_inverted : cs_lcms_cmyk, cs_lcms_rgba)
      }
    let found = library.colorSpace(source)
    guard found == space else {
      throw Failure(reason: "it is for \(Self.name(found)), but the picture uses \(Self.name(space))")
    }
    guard let target = library.sRGB() else { throw Failure(reason: "out of memory") }
    defer { _ = library.close(target) }
    let flags: Int32
    if case .rgb = channels {
      flags = cmsFLAGS_NOCACHE | cmsFLAGS_COPY_ALPHA
    } else {
      flags = cmsFLAGS_NOCACHE
    }
    guard
      let handle = library.create(
        source, input, target, output, cmsUInt32Number(INTENT_PERCEPTUAL), cmsUInt32Number(flags))
    else { throw Failure(reason: "it is damaged, or of a kind that is not supported") }
    self.library = library
    self.handle = handle
  }

  deinit { library.delete(handle) }

  private static func name(_ space: cmsColorSpaceSignature) -> String {
    switch space {
    case cmsSigRgbData: "red, green and blue"
    case cmsSigGrayData: "grey"
    case cmsSigCmykData: "CMYK"
    case cmsSigLabData: "Lab"
    default: "other colours"
    }
  }

  private static func profile(_ colors: PictureColors, _ library: Library) -> UnsafeMutableRawPointer? {
    switch colors {
    case .sRGB, .unknown: return nil
    case .profile(let bytes):
      return bytes.withUnsafeBytes { library.open($0.baseAddress, cmsUInt32Number($0.count)) }
    case .primaries(let primaries, let curve):
      let (type, numbers) = curve.parameters
      guard let curve = numbers.withUnsafeBufferPointer({ library.curve(nil, type, $0.baseAddress) }) else {
        return nil
      }
      defer { library.freeCurve(curve) }
      func point(_ index: Int) -> cmsCIExyY {
        cmsCIExyY(x: primaries.numbers[index], y: primaries.numbers[index + 1], Y: 1)
      }
      var white = point(0)
      var corners = cmsCIExyYTRIPLE(Red: point(2), Green: point(4), Blue: point(6))
      return withUnsafePointer(to: &white) { white in
        withUnsafePointer(to: &corners) { corners in
          [curve, curve, curve].withUnsafeBufferPointer { library.rgb(white, corners, $0.baseAddress) }
        }
      }
    }
  }

  private func run(_ pixels: [UInt8], count: Int, outputBytes: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count * outputBytes) { buffer, size in
      buffer.initialize(repeating: 255)
      pixels.withUnsafeBytes {
        library.run(handle, $0.baseAddress, buffer.baseAddress, cmsUInt32Number(count))
      }
      size = count * outputBytes
    }
  }

  /// Whether colours are equal, within one level of 255.
  private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  /// Converts pixels to sRGB; nil if they are sRGB already.
  ///
  /// - Parameter bitmap: RGBA8; for grey pictures all three channels are equal, for CMYK pictures the four
  ///   bytes are the inks.
  /// - Throws: `Failure` for a profile that cannot be used.
  static func convert(
    _ bitmap: Bitmap, _ colors: PictureColors, _ channels: Channels
  ) throws(ColorTransform.Failure) -> Bitmap? {
    guard let library = Library.opened else { throw Failure(reason: "\(Library.name) is not installed") }
    let count = bitmap.width * bitmap.height
    let pixels: [UInt8]
    switch channels {
    case .rgb:
      let transform = try ColorTransform(colors, channels, library)
      let samples = Self.samples
      if isSame(samples, transform.run(samples, count: samples.count / 4, outputBytes: 4)) { return nil }
      pixels = transform.run(bitmap.pixels, count: count, outputBytes: 4)
    case .cmyk:
      pixels = try ColorTransform(colors, channels, library).run(bitmap.pixels, count: count, outputBytes: 4)
    case .grey:
      let levels = [UInt8](0...255)
      let table: [UInt8]
      do {
        table = try ColorTransform(colors, channels, library).run(levels, count: 256, outputBytes: 3)
      } catch {
        // Many programs embed their sRGB profile in grey pictures too.
        let samples = Self.samples
        if let rgb = try? ColorTransform(colors, .rgb, library),
          isSame(samples, rgb.run(samples, count: samples.count / 4, outputBytes: 4))
        {
          return nil
        }
        throw error
      }
      if isSame(levels.flatMap { [$0, $0, $0] }, table) { return nil }
      pixels = [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, size in
        for offset in stride(from: 0, to: 4 * count, by: 4) {
          let level = 3 * Int(bitmap.pixels[offset])
          for channel in 0..<3 { buffer[offset + channel] = table[level + channel] }
          buffer[offset + 3] = bitmap.pixels[offset + 3]
        }
        size = 4 * count
      }
    }
    return Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels)
  }

  /// Test colours by which a profile is recognised as sRGB: all greys, and a grid of colours.
  private static let samples: [UInt8] =
    (0...255).flatMap { (grey: UInt8) -> [UInt8] in [grey, grey, grey, 255] }
    + (0..<512).flatMap { (number: Int) -> [UInt8] in
      let levels: [Int] = [number & 7, number >> 3 & 7, number >> 6]
      return levels.map { UInt8($0 * 255 / 7) } + [255]
    }

  /// - Throws: `RasterError.library` when Little CMS is not installed.
  static func checkInstalled() throws(RasterError) {
    guard Library.opened == nil else { return }
    throw .library(operation: "reading a colour profile", reason: "\(Library.name) is not installed")
  }

  /// The version of Little CMS, such as `2.14`; nil if it is not installed.
  ///
  /// The corresponding C function is `cmsGetEncodedCMMversion`.
  static var version: String? {
    guard let number = Library.opened?.version() else { return nil }
    return "\(number / 1000).\(number % 1000 / 10)"
  }

  /// Little CMS, loaded when the first profile is used.
  private struct Library: Sendable {
    typealias Profile = UnsafeMutableRawPointer
    typealias Curve = OpaquePointer

    /// The types of these functions match this version, as the name says.
    static let name = "liblcms2.so.2"
    /// Nil if the library is not installed.
    static let opened = try? Library()

    let open: @convention(c) @Sendable (UnsafeRawPointer?, cmsUInt32Number) -> Profile?
    let close: @convention(c) @Sendable (Profile?) -> cmsBool
    let sRGB: @convention(c) @Sendable () -> Profile?
    let rgb:
      @convention(c) @Sendable (
        UnsafePointer<cmsCIExyY>?, UnsafePointer<cmsCIExyYTRIPLE>?, UnsafePointer<Curve?>?
      ) -> Profile?
    let curve:
      @convention(c) @Sendable (OpaquePointer?, cmsInt32Number, UnsafePointer<cmsFloat64Number>?) -> Curve?
    let freeCurve: @convention(c) @Sendable (Curve?) -> Void
    let colorSpace: @convention(c) @Sendable (Profile?) -> cmsColorSpaceSignature
    let profileClass: @convention(c) @Sendable (Profile?) -> cmsProfileClassSignature
    let create:
      @convention(c) @Sendable (
        Profile?, cmsUInt32Number, Profile?, cmsUInt32Number, cmsUInt32Number, cmsUInt32Number
      ) -> UnsafeMutableRawPointer?
    let run:
      @convention(c) @Sendable (
        UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?, cmsUInt32Number
      ) -> Void
    let delete: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void
    let version: @convention(c) @Sendable () -> Int32

    private init() throws(DynamicLibrary.Missing) {
      let library = try DynamicLibrary(Self.name)
      open = try library.function("cmsOpenProfileFromMem")
      close = try library.function("cmsCloseProfile")
      sRGB = try library.function("cmsCreate_sRGBProfile")
      rgb = try library.function("cmsCreateRGBProfile")
      curve = try library.function("cmsBuildParametricToneCurve")
      freeCurve = try library.function("cmsFreeToneCurve")
      colorSpace = try library.function("cmsGetColorSpace")
      profileClass = try library.function("cmsGetDeviceClass")
      create = try library.function("cmsCreateTransform")
      run = try library.function("cmsDoTransform")
      delete = try library.function("cmsDeleteTransform")
      version = try library.function("cmsGetEncodedCMMversion")
    }
  }
}
