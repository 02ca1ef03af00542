// Decks written in Swift use sizes, points and bitmaps, and their errors and values are those of CardModel.
// Importing CardParts therefore also imports both.
@_exported public import CardModel
@_exported public import CardRaster
