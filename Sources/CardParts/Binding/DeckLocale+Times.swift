/// How times of the day are written by locale.
///
/// Source: the Unicode Common Locale Data Repository 48, the medium form of times.
extension DeckLocale {
  /// A time of the day with its seconds, in the letters of `date`.
  var timePattern: String {
    switch identifier {
    case "en_US", "en_CA", "en_AU", "en_NZ", "en_IN", "es_MX", "hi_IN", "el_GR", "ar_EG", "ar_AE", "ar_SA":
      "h:mm:ss a"
    case "ko_KR": "a h:mm:ss"
    case "es_ES", "cs_CZ", "ja_JP", "hu_HU", "bg_BG", "sk_SK", "he_IL": "H:mm:ss"
    case "fr_CA": "HH 'h' mm 'min' ss 's'"
    case "da_DK": "HH.mm.ss"
    case "fi_FI": "H.mm.ss"
    default: "HH:mm:ss"
    }
  }
}
