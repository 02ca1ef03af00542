import Testing

@testable import CardModel
@testable import CardParts

@Suite struct BindingMutationTests {
  @Test(arguments: 0..<6) func aMutatedTextNeverCrashes(seed: UInt64) {
    let texts = [
      #"Hi \{{ {{ user["first name"] | upper }}, {{ rows[2].x.y | default([]) }} {{ amount | currency('EUR', 1) }}"#,
      "{{ amount | number(2) }}", "{{ date | date(\"EEEE, d 'of' MMMM yyyy\") }}",
    ].map { Array($0.unicodeScalars) }
    let alphabet = Array("{}[]()|!.,'\"\\ 09aMyE-é\u{301}\u{0}".unicodeScalars)
    var state = seed &* 2_654_435_761 &+ 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    var filled = 0
    let log = IssueLog()
    let scope = BindingScope(data: Sample.data)
    for round in 0..<1_500 {
      var text = texts[round % texts.count]
      for _ in 0...random(3) {
        let place = random(text.count)
        switch random(3) {
        case 0: text[place] = alphabet[random(alphabet.count)]
        case 1: text.insert(alphabet[random(alphabet.count)], at: place)
        default: text.remove(at: place)
        }
      }
      var string = ""
      string.unicodeScalars.append(contentsOf: text)
      let node = JSONNode.of(string)
      let before = log.issues.count + log.omitted
      if Binding.fill(node, scope: scope, log: log, file: "", path: .root) != nil {
        filled += 1
        #expect(log.issues.count + log.omitted == before)
      }
    }
    #expect(filled > 0 && log.hasErrors)
  }
}
