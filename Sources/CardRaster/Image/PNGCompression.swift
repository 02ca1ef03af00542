/// The trade-off between time and size of a PNG file.
///
/// All three contain the same pixels. The bytes of `balanced` and `smallest` are the same on every machine.
/// Those of `fast` may differ between processors, because ISA-L uses the widest instructions available.
public enum PNGCompression: String, CaseIterable, Hashable, Sendable {
  /// As fast as the disk: ISA-L at level 1.
  case fast
  /// A small file in little time: libdeflate at level 6. This is the default.
  case balanced
  /// The smallest file: several filters and layouts are tried with libdeflate at level 12.
  ///
  /// Fewer are tried for more pixels than `Limits.exhaustivePixels`.
  case smallest
}
