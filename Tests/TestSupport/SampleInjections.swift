/// Injection attempts for every output that contains texts of a deck.
package enum SampleInjections {
  package static let words = [
    // HTML pages.
    "<script>window.hacked = 1</script>", "\"><img src=x onerror=\"window.hacked = 2\">",
    "</script><script>hacked()", "' onload='hacked()", "]]>&amp;%0A", "-->", "<!--", "&lt;b&gt; &#60;",
    "{{ {% `${1}` %} }}", "\\u003Cscript\\u003E", "]]><x/>", "<?xml-stylesheet href='x'?>",
    // Terminals.
    "\u{1B}[31mred\u{1B}[0m\u{7}", "\u{9B}2J", "\u{8}\u{8}\u{8}", "\u{202E}gnp.exe\u{202C}\u{2066}x\u{2069}",
    "\u{200F}right", "\u{2028}\u{85}\u{2029}", "\u{E0041}\u{FEFF}tag", "\u{AD}\u{200B}\u{2060}", "a\rb",
    // Log lines.
    "::set-output name=a::b", "\n::error::second\r\n::stop-commands::x", "##[add-mask]x", "%0A::error::x",
    "x\r\nother.json:1:1: error: forged", "passed x: y", "##vso[task.setvariable variable=a]b",
    "##teamcity[buildStatus text='x']", "##octopus[stepsummary]", "--- a group", "travis_fold:start:x",
    "section_start:0:x\r\u{1B}[0K", "^^^ +++",
    // Files.
    "../../etc/passwd", "..", "/etc/passwd", "a\u{0}b", "CON", "-o", "a/../../b", "~", "$(id)", "`id`",
    "%2e%2e%2f",
    // PDF strings.
    ")", "(", "\\", "\\)", "a)>>endobj", "(a) /JS (b)", "<</S/JavaScript>>",
    // Invalid characters.
    "\u{FFFE}\u{FFFF}", String(decoding: [0xFDD0] as [UInt16], as: UTF16.self),
  ]
}
