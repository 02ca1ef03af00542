// A test that compares cards writes cards and settings: whoever imports CardTesting has them too.
@_exported public import CardGoldens
@_exported public import CardParts
