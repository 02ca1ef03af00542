import CardRaster
import TestSupport
import Testing

/// Shell completions.
@Suite struct CompletionTests {
  /// The completions of bash for words, the last of which is incomplete.
  private func offered(_ words: String...) throws -> [String] {
    let folder = try RunFolder(["deck.json": "{}", "rows.csv": "id", "note.txt": ""])
    let program = try BuiltProgram.path()
    let script = """
      source <("$1" --generate-completion-script bash); shift
      COMP_WORDS=(cardshot "$@"); COMP_CWORD=$#; COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
      _cardshot cardshot "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try BuiltProgram.run(
      ["-c", script, "bash", program] + words, folder: folder.path, program: "/bin/bash")
    #expect(result.errorText.isEmpty, "\(result.errorText)")
    return result.outputText.split(separator: "\n").map(String.init)
  }

  /// The default command is `render`, whose options are completed before and after the deck.
  @Test func withoutACommandTheOptionsOfRenderAreOffered() throws {
    let all = try offered("render", "deck.json", "--")
    #expect(all.contains("--max-bytes") && all.contains("--svg-text") && all.contains("--rows"))
    #expect(Set(try offered("deck.json", "--")) == Set(all))
    #expect(Set(try offered("--")) == Set(all))
    #expect(try offered("deck.json", "-o", "x.png", "--sv") == ["--svg-text"])
    #expect(try offered("-o", "x.png", "deck.json", "--form") == ["--format"])
  }

  @Test func valuesAndFilesAreOffered() throws {
    #expect(try offered("deck.json", "--compression", "") == ["fast", "balanced", "smallest"])
    #expect(try offered("deck.json", "--data", "") == ["deck.json"])
    #expect(try offered("deck.json", "--rows", "r") == ["rows.csv"])
    #expect(try offered("de") == ["deck.json"])
  }

  @Test func commandsAreOfferedAsTheFirstWord() throws {
    #expect(Set(try offered("d")) == ["deck.json", "diff", "doctor"])
    #expect(try offered("deck.json", "d").isEmpty)
    #expect(try offered("compare", "--diff") == ["--diff-style"])
  }

  /// The patches still match the output of ArgumentParser.
  @Test(arguments: [("bash", 1), ("zsh", 1), ("fish", 1)])
  func everyShellCompletesTheMainForm(shell: String, count: Int) throws {
    for words in [["--generate-completion-script", shell], ["--generate-completion-script=\(shell)"]] {
      let result = try BuiltProgram.run(words)
      #expect(result.status == 0)
      #expect(result.outputText.split(separator: "# Without a subcommand it is render").count == count + 1)
    }
    #expect(try BuiltProgram.run(["--generate-completion-script", "tcsh"]).status == 64)
    let fish = try BuiltProgram.run(["--generate-completion-script", "fish"]).outputText
    #expect(fish.contains(#"positional "cardshot" -eq 1' -fa '(set -l exts"#))
  }

  /// An installation includes the manual page and the completions.
  @Test func theManualOfTheProgramIsWritten() throws {
    let folder = try TemporaryFolder()
    let written = try BuiltProgram.run(
      ["-B", DocsFolder.root + "/Scripts/dist/manual.py", try BuiltProgram.path(), folder.path],
      program: "/usr/bin/python3")
    #expect(written.status == 0, "\(written.errorText)")
    for shell in [
      "bash-completion/completions/cardshot", "zsh/site-functions/_cardshot",
      "fish/vendor_completions.d/cardshot.fish",
    ] {
      let script = try FileReading.read(path: folder.path + "/" + shell, limit: 1 << 20)
      #expect(String(decoding: script, as: UTF8.self).contains("max-bytes"), "\(shell)")
    }
    let page = try BuiltProgram.run(["-dc", folder.path + "/man/man1/cardshot.1.gz"], program: "/bin/gzip")
    let text = page.outputText
    for line in text.split(separator: "\n") where line.hasPrefix(".") {
      #expect(line.contains(/^\.(?:TH|SH|SS|PP|TP|RS|RE|nf|fi|nh|ad)(?: |$)/), "\(line)")
    }
    #expect(!text.contains("\n'"))
    for command in ["render", "compare", "test", "schema"] {
      #expect(text.contains("\n.SS \\fBcardshot \(command)\\fR"), "\(command)")
    }
    #expect(!text.contains("cardshot bench"))
    let options = try BuiltProgram.run(["test", "--help"]).outputText.matches(of: /\n {2}--([a-z-]+)/)
    #expect(options.count > 20)
    for option in options {
      #expect(text.contains("\\fB\\-\\-" + option.1.replacing("-", with: "\\-") + "\\fR"), "\(option.1)")
    }
  }
}
