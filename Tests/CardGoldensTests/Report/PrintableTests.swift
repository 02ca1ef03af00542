import CardParts
import Testing

@Suite("Untrusted text on a terminal") struct PrintableTests {
  @Test(
    "Control characters and invisible characters are escaped",
    arguments: [
      ("\u{1B}[31m", #"\u{1B}[31m"#), ("a\u{202E}b\u{2069}", #"a\u{202E}b\u{2069}"#),
      ("a\tb\r", #"a\u{9}b\u{D}"#),
      ("\u{61C}\u{FEFF}\u{E0041}\u{FFFF}", #"\u{61C}\u{FEFF}\u{E0041}\u{FFFF}"#), ("::x", #":\u{3A}x"#),
      ("  ::x", #"  :\u{3A}x"#), ("a::b : :c", "a::b : :c"), ("a ##[x", #"a ##\u{5B}x"#), ("#[x", "#[x"),
      (": :", ": :"), (": ::x", ": ::x"), ("##vso[task.complete]", #"##vso\u{5B}task.complete]"#),
      ("a: '##vso[task.setvariable variable=a]b'", #"a: '##vso\u{5B}task.setvariable variable=a]b'"#),
      ("##teamcity[x", #"##teamcity\u{5B}x"#), ("###octopus[x", #"###octopus\u{5B}x"#),
      ("##a-b.c_1[x", #"##a-b.c_1\u{5B}x"#), ("## head [link]", "## head [link]"), ("# vso[", "# vso["),
      ("a travis_fold:start:a", #"a travis_fold\u{3A}start:a"#), ("travis:a", "travis:a"),
      ("section_start:0:a", #"section_start\u{3A}0:a"#), ("section_end:0:a", #"section_end\u{3A}0:a"#),
      ("--- a", #"--\u{2D} a"#), ("+++ a", #"++\u{2B} a"#), ("~~~ a\n^^^ +++", "~~\\u{7E} a\n^^\\u{5E} +++"),
      ("a --- b -- c", "a --- b -- c"), ("-- a", "-- a"), ("-+-", "-+-"),
      ("a\n::b", "a\n:\\u{3A}b"),
      ("می\u{200C}خواهم 👩\u{200D}🚀 क्\u{200D}ष", "می\u{200C}خواهم 👩\u{200D}🚀 क्\u{200D}ष"),
      ("a\u{200D}b", #"a\u{200D}b"#), ("\u{200C}سلام \u{200C}", #"\u{200C}سلام \u{200C}"#),
      ("ن\u{200D}\u{200D}م", #"ن\u{200D}\u{200D}م"#),
    ])
  func text(_ text: String, _ shown: String) {
    #expect(Printable.text(text) == shown)
  }

  @Test("A line stays one line") func line() {
    #expect(Printable.line("a\nb\r\nc") == #"a\u{A}b\u{D}\u{A}c"#)
    for text in ReportSamples.hostile {
      #expect(!ReportSamples.hasHidden(Printable.line(text)))
      // By scalars: the character "\r\n" does not contain the character "\n".
      #expect(!Printable.line(text).unicodeScalars.contains("\n"))
      #expect(!Printable.sentence(text).unicodeScalars.contains("\n"))
    }
  }

  @Test("In a sentence only a line feed becomes a space") func sentence() {
    #expect(Printable.sentence("a\nb\r\nc\rd") == #"a b\u{D} c\u{D}d"#)
  }
}
