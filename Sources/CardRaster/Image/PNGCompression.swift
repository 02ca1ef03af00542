/// How much time a PNG file may take to become small.
///
/// All three hold the same pixels. The bytes of `balanced` and `smallest` are the same on every machine; those of
/// `fast` may differ between kinds of processor, because ISA-L searches with the widest instructions it finds.
public enum PNGCompression: String, CaseIterable, Hashable, Sendable {
  /// As quick as the disk: ISA-L at level 1.
  case fast
  /// A good file in little time: libdeflate at level 6. This is the default.
  case balanced
  /// The smallest file: several filters and layouts are tried, libdeflate at level 12; less for more pixels than
  /// `Limits.exhaustivePixels`.
  case smallest
}
