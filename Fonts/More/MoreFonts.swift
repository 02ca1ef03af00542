// The fonts of the package trait 'AllFonts'. `FontCatalog` finds their folder next to that of `BundledFonts`.
