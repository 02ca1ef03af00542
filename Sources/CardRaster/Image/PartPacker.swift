/// Filters the rows of some parts of a PNG file of `fast`, and packs them while they are in the processor's cache.
///
/// Several may share the parts of a picture: a part depends on its rows and the one above alone.
struct PartPacker: ~Copyable {
  private var source: PNGRows
  private let form: FilteredRows.Form
  private let buffer: UnsafeMutablePointer<UInt8>
  private var packer = ISALDeflate()

  /// - Parameter source: the rows of the picture, from the first on.
  init(_ source: consuming PNGRows, _ form: FilteredRows.Form) {
    buffer = .allocate(capacity: form.partRows * (1 + source.rowBytes) + PNGFilter.slack)
    self.source = source
    self.form = form
  }

  deinit { buffer.deallocate() }

  /// Packs a part behind those that were packed here before.
  ///
  /// - Throws: `RasterError.library` when ISA-L fails.
  mutating func part(_ number: Int) throws(RasterError) -> ZlibPart {
    let (rows, length) = (form.rows(of: number), 1 + source.rowBytes)
    source.skip(to: rows.lowerBound)
    for index in 0..<rows.count { source.write(to: buffer + index * length) }
    let part = UnsafeRawBufferPointer(start: buffer, count: rows.count * length)
    return try packer.part(part, isLast: rows.upperBound == form.height)
  }
}
