// Tests that compare cards also create cards and settings, so CardTesting exports both modules.
@_exported public import CardGoldens
@_exported public import CardParts
