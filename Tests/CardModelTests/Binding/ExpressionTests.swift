import CardRaster
import Testing

@testable import CardModel
@testable import CardParts

/// Comparisons, conditional expressions, arithmetic, list functions and plural forms.
@Suite struct ExpressionTests {
  @Test(arguments: [
    ("{{ count == 3 }}", "true"), ("{{ count != 3 }}", "false"), ("{{ count < 3 }}", "false"),
    ("{{ count <= 3 }}", "true"), ("{{ amount > 1000 }}", "true"), ("{{ amount >= 1234.5 }}", "true"),
    ("{{ user.name == 'Ann' }}", "true"), ("{{ user.name < \"Bob\" }}", "true"),
    ("{{ user.nothing == null }}", "true"), ("{{ user.isPro == true }}", "true"),
    ("{{ user.name == 3 }}", "false"),
    ("{{ user.isPro and count > 2 }}", "true"), ("{{ zero or user.empty }}", "false"),
    ("{{ not user.isPro or count == 3 }}", "true"), ("{{ not (user.isPro and count == 3) }}", "false"),
    ("{{ !user.isPro or count == 3 }}", "true"), ("{{ !zero and count == 4 }}", "false"),
    ("{{ zero and nope }}", "false"), ("{{ count or nope }}", "true"),
  ]) func valuesAreCompared(text: String, value: String) { #expect(Sample.fill(text) == value) }

  @Test(arguments: [
    ("{{ 'many' if count > 2 else 'few' }}", #""many""#), ("{{ 'many' if count > 3 else 'few' }}", #""few""#),
    ("{{ 1 if zero else 2 if count == 3 else 3 }}", "2"), ("{{ (nope if zero else count) + 1 }}", "4"),
    ("{{ count if zero else user.name | upper }}", #""ANN""#),
  ]) func oneOfTwoIsChosen(text: String, value: String) { #expect(Sample.fill(text) == value) }

  @Test(arguments: [
    ("{{ count + 1 }}", "4"), ("{{ count - 1 }}", "2"), ("{{ 2 + 3 * 4 }}", "14"),
    ("{{ (2 + 3) * 4 }}", "20"),
    ("{{ amount / 2 }}", "617.25"), ("{{ 7 % 3 }}", "1"), ("{{ 0.1 + 0.2 }}", "0.3"),
    ("{{ 1 - 0.9 }}", "0.1"),
    ("{{ -2 * count }}", "-6"), ("{{ 10 - 2 - 3 }}", "5"), ("{{ count * 100 | currency }}", #""$300.00""#),
    ("{{ (amount | number(0)) }}", #""1,235""#),
  ]) func numbersAreCalculated(text: String, value: String) { #expect(Sample.fill(text) == value) }

  @Test(arguments: [
    ("{{ count / zero }}", "a division by zero"),
    ("{{ user.name + 1 }}", "'+' takes two numbers, found a string and a number"),
    ("{{ user.name < 3 }}", "'<' compares two numbers or two texts, found a string and a number"),
    ("{{ count if zero }}", "expected 'else' after 'if' in a binding, found '}'"),
    ("{{ (count }}", "expected ')' in a binding, found '}'"), ("{{ count == nope }}", "no value for 'nope'"),
    ("{{ count && zero }}", "comparisons are ==, !=, <, <=, > and >=; joined by 'and' and 'or'"),
    ("{{ count + }}", "expected a name in a path, found '}'"),
  ]) func whatIsWrongIsTold(text: String, message: String) {
    #expect(Sample.fill(text).contains(message), "\(Sample.fill(text))")
  }

  @Test func parenthesesAndWordsAreNotNestedWithoutEnd() {
    for opening in ["(", "not ", "!", "1 if 1 else "] {
      let text = "{{ " + String(repeating: opening, count: 20_000) + "1 }}"
      #expect(Sample.fill(text).contains("nested deeper than 64 levels"))
    }
  }

  @Test func anExpressionHasAnEnd() {
    for (start, more) in [("1", " + 1"), ("'a'", " | upper"), ("1", " or 1")] {
      let text = "{{ " + start + String(repeating: more, count: 50_000) + " }}"
      #expect(Sample.fill(text).contains("an expression has more than 256 values and formatters"))
    }
  }

  @Test func namesThatAreWordsStayNames() {
    let data = Sample.node(#"{"not": 1, "and": {"x": 2}, "iffy": 3, "a-b": 4, "order": 5, "2nd": 6}"#)
    for (text, value) in [
      ("{{ not }}", "1"), ("{{ and.x }}", "2"), ("{{ iffy }}", "3"), ("{{ a-b }}", "4"), ("{{ order }}", "5"),
      ("{{ 2nd }}", "6"), ("{{ not | default(0) }}", "1"), ("{{ order or iffy }}", "true"),
    ] { #expect(Sample.fill(text, data: data) == value, "\(text)") }
  }

  @Test(arguments: [
    ("{{ rows | count }}", "3"), ("{{ user.name | count }}", "3"), ("{{ list | sum }}", "6.3"),
    ("{{ bills | sum('due') | currency }}", #""$4.50""#), ("{{ list | join }}", #""1, 2, 3.3""#),
    ("{{ bills | join(' + ', 'name') }}", #""Rent + Water""#), ("{{ empty | sum }}", "0"),
    ("{{ empty | join }}", #""""#), ("{{ (list | count) == 3 }}", "true"),
  ]) func listsAreCountedSummedAndJoined(text: String, value: String) {
    let data = Sample.node(
      #"""
      {"rows": [1, 2, 3], "user": {"name": "Ann"}, "list": [1, 2, 3.3], "empty": [],
       "bills": [{"name": "Rent", "due": 3}, {"name": "Water", "due": 1.5}]}
      """#)
    #expect(Sample.fill(text, data: data) == value)
  }

  @Test(
    arguments: [
      ("en_US", [(0, "other"), (1, "one"), (1.5, "other"), (2, "other")]),
      ("fr_FR", [(0, "one"), (1, "one"), (1.5, "one"), (2, "other"), (1_000_000, "many")]),
      (
        "pl_PL",
        [(1, "one"), (2, "few"), (5, "many"), (12, "many"), (22, "few"), (25, "many"), (1.5, "other")]
      ),
      ("ru_RU", [(1, "one"), (11, "many"), (21, "one"), (22, "few"), (25, "many"), (111, "many")]),
      ("cs_CZ", [(1, "one"), (3, "few"), (5, "other"), (1.5, "many")]),
      (
        "ar_EG",
        [(0, "zero"), (1, "one"), (2, "two"), (3, "few"), (11, "many"), (100, "other"), (103, "few")]
      ),
      ("he_IL", [(1, "one"), (2, "two"), (3, "other"), (0.5, "one")]),
      ("ro_RO", [(1, "one"), (2, "few"), (19, "few"), (20, "other"), (101, "few"), (0, "few")]),
      ("hr_HR", [(1, "one"), (2, "few"), (5, "other"), (21, "one"), (0.2, "few")]),
      ("da_DK", [(1, "one"), (0.5, "one"), (2, "other")]),
      ("hi_IN", [(0, "one"), (0.5, "one"), (2, "other")]),
      ("ja_JP", [(1, "other"), (2, "other")]), ("tr_TR", [(1, "one"), (2, "other")]),
      ("pt_BR", [(0, "one"), (1.5, "one"), (2, "other")]), ("pt_PT", [(0, "other"), (1, "one")]),
      ("es_ES", [(1, "one"), (1.5, "other"), (1_000_000, "many")]),
    ] as [(String, [(Double, String)])]) func languagesCountInTheirOwnWay(
      locale: String, forms: [(Double, String)]
    )
  {
    let arguments = PluralCategory.allCases.map { "'\($0.rawValue): \($0.rawValue)'" }.joined(separator: ", ")
    for (number, form) in forms {
      let data = JSONNode.object([("n", .of(number))])
      #expect(
        Sample.fill("{{ n | plural(\(arguments)) }}.", locale: locale, data: data) == "\"\(form).\"",
        "\(number)")
    }
  }

  @Test(arguments: [
    ("{{ count | plural('one: # item', 'other: # items') }}", "\"3 items\""),
    ("{{ zero | plural('=0: nothing', 'one: # item', 'other: # items') }}", "\"nothing\""),
    ("{{ amount | plural('other: # items') }}", "\"1,234.5 items\""),
    ("{{ count | plural('one: # item') }}", "needs a form \"other: …\""),
    (
      "{{ count | plural('ones: # item', 'other: x') }}",
      "has no category 'ones' at text; did you mean 'one'?"
    ),
  ]) func pluralTakesForms(text: String, value: String) {
    #expect(Sample.fill(text).contains(value), "\(Sample.fill(text))")
  }

  @Test func aValueMayHaveALocaleOfItsOwn() {
    #expect(
      Sample.fill("{{ amount | locale('de_DE') | currency }} {{ amount | currency }}.")
        == "\"1.234,50\u{A0}€ $1,234.50.\"")
    #expect(Sample.fill("{{ date | locale('hu') | date('long') }}.") == "\"2026. november 21..\"")
    #expect(Sample.fill("{{ amount | locale('xx') | currency }}").contains("unknown locale 'xx'"))
  }
}
