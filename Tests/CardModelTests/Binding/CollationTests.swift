import Testing

@testable import CardParts

/// Sorting names by the CLDR collation order of each language.
@Suite struct CollationTests {
  @Test(
    "Names are in the order of their language",
    arguments: [
      ("de_DE", "Ähre apfel Apfel Äpfel Öl Otto Strasse Straße über Uhu Zebra"),
      ("sv_SE", "Arboga Über Yxa Zoo Ånge Älv Öl"), ("fi_FI", "Oulu Zoo Åbo Äänekoski Öljy"),
      ("da_DK", "Bornholm Yde Zoo Ærø Østerbro Aalborg Århus"),
      ("cs_CZ", "Cukr Čaj Dub Hrad Chata Ibis Ruka Řeka Sůl Šaty Zub Žába"),
      ("hu_HU", "Cica Cukor Csaba Gizi Guba Gyula Orsolya Ödön Ubul Ürge"),
      ("pl_PL", "Cel Ćma Lublin Łódź Sopot Świdnica Zabrze Żary"),
      ("tr_TR", "Ceyhan Çorum Iğdır Isparta İzmir Sinop Şile Uşak Ünye"),
      ("es_ES", "alto Álvaro nube Nube ñame oso"), ("fr_FR", "cote coté côte côté Eau été zèbre"),
      ("hr_HR", "Cip Čaj Ćup Dom Džep Đak Lula Ljubav Nula Njega"),
      ("ru_RU", "Еда Ёж Ель Игра Йод Кот Яма"), ("uk_UA", "Ганна Ґанок Дім Ель Євген Іван Їжак Йосип"),
      ("vi_VN", "An Ăn Ân Bà Da Dung Đà On Ông Ơn"), ("th_TH", "กา เกม แก้ว ไก่ ขา"),
      ("ja_JP", "あめ アメリカ かく がく カメラ さくら"), ("en_US", "apple Apple co-op coop eclair Éclair"),
    ])
  func order(locale: String, names: String) throws {
    let collation = Collation(try #require(DeckLocale(locale)))
    let expected = names.split(separator: " ").map(String.init)
    let keyed = expected.reversed().map { (name: $0, key: collation.key(of: $0)) }
    #expect(keyed.sorted { $0.key < $1.key }.map(\.name) == expected)
  }

  @Test func decomposedLettersCountAsComposedOnes() {
    let collation = Collation(.standard)
    #expect(collation.key(of: "Zoe\u{308}") > collation.key(of: "Zoe"))
    #expect(collation.key(of: "e\u{301}a") < collation.key(of: "eb"))
  }
}
