"""The manual page, cardshot(1), and the shell completions, generated from the program's own help."""

import gzip
import json
import os
import subprocess
import sys

# The folders for completions in the share folder of an installation. Debian's zsh uses another one (packages.py).
COMPLETIONS = {"bash": "bash-completion/completions/cardshot", "zsh": "zsh/site-functions/_cardshot",
               "fish": "fish/vendor_completions.d/cardshot.fish"}
PAGE = "man/man1/cardshot.1.gz"

INTRODUCTION = """\
A deck is a JSON file that describes cards: titles, wrapped text, photos, tables, charts. cardshot draws it without a browser and
without a server. The same deck gives the same bytes every time, and all that is wrong with a deck is said with its line and column."""


def escaped(text):
    """Text escaped for troff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha")
    text = text.replace("~", "\\(ti").replace("…", "...").replace("–", "\\(en").replace("×", "\\(mu")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def name(argument):
    """An option with its value, as it is typed: \\fB--scale\\fR \\fIscale\\fR."""
    if argument["kind"] == "positional":
        return f"\\fI{escaped(argument['valueName'])}\\fR"
    # Short names come first, as in the help.
    names = sorted(argument["names"], key=lambda name: name["kind"] == "long")
    words = ", ".join(f"\\fB{escaped(('--' if name['kind'] == 'long' else '-') + name['name'])}\\fR" for name in names)
    return words + (f" \\fI{escaped(argument['valueName'])}\\fR" if argument["kind"] == "option" else "")


def shown(things):
    return [thing for thing in things if thing.get("shouldDisplay", True)]


def discussion(text):
    """Paragraphs, and lists such as EXAMPLES, which are kept as they are; an exit status is running text."""
    lines = []
    for block in text.split("\n\n"):
        head, _, rest = block.partition("\n")
        if not head.isupper():
            lines += [".PP", escaped(block)]
            continue
        lines += [".PP", f"\\fB{escaped(head.capitalize())}\\fR", ".RS 4"]
        if head == "EXAMPLES":
            lines += [".nf", *(escaped(line.removeprefix("  ")) for line in rest.split("\n")), ".fi"]
        else:
            lines.append(escaped(" ".join(rest.split())))
        lines.append(".RE")
    return lines


def options(arguments):
    lines = []
    sections = {}
    for argument in shown(arguments):
        sections.setdefault(argument.get("sectionTitle"), []).append(argument)
    for title, section in sections.items():
        if title:
            lines += [".PP", f"\\fB{escaped(title)}\\fR"]
        for argument in section:
            default = argument.get("defaultValue")
            note = f" The default is {default}." if default and "(default" not in argument["abstract"] else ""
            lines += [".TP", name(argument), escaped(argument["abstract"] + note)]
    return lines


def page(command, version):
    """The page in troff, with its commands one after the other."""
    lines = [f'.TH CARDSHOT 1 "" "cardshot {escaped(version)}" "User Commands"', ".nh", ".ad l", ".SH NAME",
             "cardshot \\- draws cards that a JSON deck describes, as pictures", ".SH SYNOPSIS",
             "\\fBcardshot\\fR [\\fIcommand\\fR] [\\fIoptions\\fR] \\fIdeck\\fR \\fB\\-o\\fR \\fIfile\\fR", ".SH DESCRIPTION",
             escaped(INTRODUCTION), *discussion(command["discussion"]), ".SH COMMANDS"]
    for inner in shown(command["subcommands"]):
        if inner["commandName"] == "help":
            continue
        positional = [argument for argument in shown(inner["arguments"]) if argument["kind"] == "positional"]
        words = [f"\\fBcardshot {inner['commandName']}\\fR", "[\\fIoptions\\fR]"]
        for argument in positional:
            word = name(argument) + (" ..." if argument["isRepeating"] else "")
            words.append(f"[{word}]" if argument["isOptional"] else word)
        # Options of all commands are listed once, below.
        own = [argument for argument in inner["arguments"]
               if argument["kind"] == "positional" or argument["preferredName"]["name"] not in ("help", "version")]
        lines += [f".SS {' '.join(words)}", escaped(inner["abstract"]), *discussion(inner.get("discussion", "")),
                  *options(own)]
    lines += [".SH OPTIONS OF ALL COMMANDS", *options(command["arguments"])]
    return "\n".join(line for line in lines if line) + "\n"


def write(program, version, share):
    """Writes the page and the completions into a share folder; the bytes depend only on the program."""

    def ask(*words):
        return subprocess.run([program, *words], stdout=subprocess.PIPE, check=True).stdout

    def put(place, data):
        path = os.path.join(share, place)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)

    for shell, place in COMPLETIONS.items():
        put(place, ask("--generate-completion-script", shell))
    text = page(json.loads(ask("--experimental-dump-help"))["command"], version)
    put(PAGE, gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    answer = subprocess.run([sys.argv[1], "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout
    write(sys.argv[1], answer.split()[1], sys.argv[2])
