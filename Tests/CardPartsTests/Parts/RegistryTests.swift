import Testing

@testable import CardParts

/// The registries know the names of kinds without building their tables.
@Suite struct RegistryTests {
  @Test func eachKindIsFoundByItsName() {
    for (name, kind) in PartRegistry.entries { #expect(kind().name == name) }
    for (name, kind) in TraitRegistry.entries { #expect(kind().name == name) }
    #expect(Set(PartRegistry.entries.map(\.name)).count == PartRegistry.entries.count)
    #expect(Set(TraitRegistry.entries.map(\.name)).count == TraitRegistry.entries.count)
  }

  @Test func theStandardLocaleIsTheFirstOfTheTable() {
    #expect(DeckLocale.standard == DeckLocale.all[0])
    #expect(DeckLocale.standard.identifier == "en_US")
  }
}
