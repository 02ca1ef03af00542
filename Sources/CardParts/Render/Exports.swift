// A deck written in Swift holds sizes and points, and becomes bitmaps: whoever imports CardParts has them too.
@_exported public import CardRaster
