extension FontLibrary: GlyphSource {}
