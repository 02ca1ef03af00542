import ArgumentParser

/// The completion scripts for shells.
///
/// ArgumentParser generates them, but it offers the options of a command only after the command's name. The
/// changes here also offer the options of `render` when the command is omitted.
enum CompletionScript {
  /// The requested script, if any.
  ///
  /// It is nil also if ArgumentParser has to reject the shell.
  static func asked(_ words: some Sequence<String>) -> String? {
    let option = "--generate-completion-script"
    var words = Array(words)
    if words.count == 1, words[0].hasPrefix(option + "=") {
      words = [option, String(words[0].dropFirst(option.count + 1))]
    }
    guard words.count == 2, words[0] == option, let shell = CompletionShell(rawValue: words[1]) else {
      return nil
    }
    return script(for: shell)
  }

  private static func script(for shell: CompletionShell) -> String {
    let commands = Cardshot.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    let script = Cardshot.completionScript(for: shell)
    return changes(of: script, for: shell, commands).reduce(script) { script, change in
      script.replacing(change.before, with: change.after, maxReplacements: 1)
    }
  }

  /// The texts to replace in the scripts, with their replacements.
  private static func changes(
    of script: String, for shell: CompletionShell, _ commands: [String]
  ) -> [(before: String, after: String)] {
    switch shell {
    case .bash:
      let place = "        # Offer subcommand completions\n"
      return [
        (
          place,
          """
                  # Without a subcommand it is render
                  COMPREPLY=()
                  unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")
                  _cardshot_render
                  [[ "${COMP_CWORD}" -gt 1 ]] && return

          """ + place
        )
      ]
    case .zsh:
      let place = "    local -i ret=1\n    local -ar arg_specs=(\n        '--version"
      let described = "        _describe -V subcommand subcommands && ret=0\n"
      return [
        (
          place,
          """
              # Without a subcommand it is render
              if [[ ("${CURRENT}" -gt 2 || "${words[2]}" == -*) && "${words[2]}" != (\(commands.joined(separator: "|"))) ]]; then
                  _cardshot_render
                  return
              fi

          """ + place
        ), (described, described + "        _files -g '*.json' && ret=0\n"),
      ]
    case .fish:
      let place = "        __cardshot_parse_subcommand 0 'version' 'h/help'\n"
      // The first word may be the deck.
      let deck = script.split(separator: "\n").first { $0.contains(#"positional "cardshot render" -eq 1"#) }
      let line = deck.map { String($0) + "\n" } ?? ""
      return [
        (line, line + line.replacing("cardshot render", with: "cardshot")),
        (
          place,
          place
            + """
                  # Without a subcommand it is render
                  if set -q unparsed_tokens[1]; and not contains -- $unparsed_tokens[1] \(commands.joined(separator: " "))
                      set -p unparsed_tokens render
                  end

            """
        ),
      ]
    default: return []
    }
  }
}
