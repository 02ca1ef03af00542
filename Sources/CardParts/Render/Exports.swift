// Decks written in Swift use sizes, points and bitmaps, so importing CardParts also imports CardRaster.
@_exported public import CardModel
@_exported public import CardRaster
