"""Writes the languages of the part `code`: their comments and strings from this file, their words from Pygments.

It writes Sources/CardModel/Pieces/Generated/CodeLanguages.swift and Tests/CardModelTests/Pieces/CodeSamples.swift:
short programs with the classes that Pygments finds, which a test compares with those of cardshot. The words are
those that Pygments' lexer of a language classifies as keyword, type or constant. Needs Pygments 2.20; the program
does not need the script.
"""
import json
import pathlib
import re

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, String

ROOT = pathlib.Path(__file__).parent.parent

# A string is OPEN CLOSE FLAGS: e backslash escapes, m several lines, i interpolation, c one character.
C_COMMENTS = ["comment //", "block /* */"]
QUOTES = ['string " " e', "string ' ' e"]
# name: (aliases, name in Pygments, rules)
LANGUAGES = {
    "swift": ("", "swift", C_COMMENTS + ['string #""" """# m', 'string """ """ emi', 'string #" "#', 'string " " ei',
              "interpolation \\( )", "flags types functions nest @ #"]),
    "javascript": ("js jsx mjs", "javascript", C_COMMENTS + QUOTES + [
        "string ` ` emi", "interpolation ${ }", "flags types functions regex $"]),
    "typescript": ("ts tsx", "typescript", C_COMMENTS + QUOTES + [
        "string ` ` emi", "interpolation ${ }", "flags types functions regex @ $"]),
    "python": ("py", "python", ["comment #", 'string """ """ em', "string ''' ''' em"] + QUOTES + [
        "prefixes r b f u R B F rb br fr rf", "flags types functions @"]),
    "go": ("golang", "go", C_COMMENTS + ['string " " e', "string ' ' e", "string ` ` m", "flags functions"]),
    "rust": ("rs", "rust", C_COMMENTS + ['string r#" "# m', 'string " " em', "string ' ' ec", "prefixes b r br c",
             "flags types functions nest attribute !"]),
    "java": ("", "java", C_COMMENTS + ['string """ """ em'] + QUOTES + ["flags types functions @"]),
    "kotlin": ("kt kts", "kotlin", C_COMMENTS + ['string """ """ mi', 'string " " ei', "string ' ' e",
               "interpolation ${ }", "flags types functions nest @ $var"]),
    "c": ("h", "c", C_COMMENTS + QUOTES + ["prefixes L u U u8", "flags functions directives"]),
    "cpp": ("c++ cc cxx hpp", "cpp", C_COMMENTS + ['string R"( )" m'] + QUOTES + [
        "prefixes L u U u8", "flags functions directives"]),
    "csharp": ("c# cs", "csharp", C_COMMENTS + ['string """ """ m', 'string $" " ei', 'string @" " m'] + QUOTES + [
        "interpolation { }", "flags types functions directives"]),
    "ruby": ("rb", "ruby", ["comment #", "block =begin =end", 'string " " emi', "string ' ' em", "string ` ` emi",
             "interpolation #{ }", "flags types functions regex symbols @var ?"]),
    "php": ("", "php", ["comment // #"] + C_COMMENTS[1:] + ['string " " em', "string ' ' em",
            "flags types functions $var folded php"]),
    "sql": ("postgresql mysql sqlite", "sql", ["comment --", "block /* */", "string ' ' m", "flags functions folded"]),
    "json": ("jsonc", "json", C_COMMENTS + ['string " " e', "flags keys", "constant true false null"]),
    "yaml": ("yml", "yaml", ["comment #", 'string " " em', "string ' ' m", "flags yaml", "constant true false null yes no"]),
    "toml": ("ini conf", "toml", ["comment #", 'string """ """ em', "string ''' ''' m", 'string " " e', "string ' '",
             "flags assigned", "constant true false"]),
    "html": ("htm vue svelte", "html", ["block <!-- -->", 'string " " m', "string ' ' m", "flags markup"]),
    "xml": ("svg plist", "xml", ["block <!-- -->", 'string " " m', "string ' ' m", "flags markup"]),
    "css": ("scss less", "css", ["block /* */"] + QUOTES + ["flags css functions"]),
    "shell": ("sh bash zsh console", "bash", ["comment #", 'string " " em', "string ' ' m", "flags shell $var"]),
    "diff": ("patch", "diff", ["flags diff"]),
}
WITHOUT_WORDS = {"json", "yaml", "toml", "html", "xml", "css", "diff"}
# Words that Pygments finds in their context only, or does not know.
EXTRA = {
    "swift": {"keyword": "async await macro some any get set willSet didSet nonisolated consuming borrowing package each"},
    "javascript": {"keyword": "async await of get set static from as"},
    "typescript": {"keyword": "async await of get set static from as type interface namespace declare readonly keyof "
                              "satisfies infer is enum implements private protected public abstract override",
                   "type": "string number boolean any unknown never void object symbol bigint"},
    "python": {"keyword": "match case import from class def"},
    "go": {"keyword": "package import"},
    "rust": {"keyword": "fn struct enum union type let mod trait impl"},
    "java": {"keyword": "package import class interface enum record sealed permits yield var"},
    "kotlin": {"keyword": "package import class interface object fun val var suspend data sealed value enum companion "
                          "open override private internal lateinit by inline operator"},
    "csharp": {"keyword": "class struct namespace using record init required async await var when"},
    "ruby": {"keyword": "class module def require require_relative attr_reader attr_accessor private protected raise"},
    "c": {"keyword": "struct union enum class"},
    "cpp": {"keyword": "struct union enum class namespace concept requires co_await co_return co_yield"},
    "php": {"keyword": "namespace use class interface trait enum function fn match readonly"},
    "sql": {"keyword": "add all alter and as asc begin between by cascade case check column commit constraint create cross "
                       "database default delete desc distinct drop else end except exists explain fetch for foreign from "
                       "full function grant group having if ilike in index inner insert intersect into is join key lateral "
                       "left like limit materialized merge natural not nulls offset on only or order outer over partition "
                       "primary procedure recursive references replace returning returns revoke right rollback row rows "
                       "select set table temporary then to transaction trigger truncate union unique update using vacuum "
                       "values view when where window with",
            "type": "timestamp timestamptz uuid jsonb json double bytea", "number": "null true false"},
}
# Words that are reserved for other versions of a language, or that are names more often.
DROPPED = {
    "swift": "left right none precedence associativity optional Protocol Type infix prefix postfix",
    "javascript": "abstract boolean byte char double final float goto int long native short synchronized throws transient "
                  "volatile enum implements interface package private protected public",
    "typescript": "byte char double final float goto int long native short synchronized throws transient volatile package",
    "c": "fortran thread complex imaginary naked", "cpp": "fortran thread post pre naked",
    "java": "to with uses opens exports requires transitive module", "php": "e_all e_error e_parse e_warning php_os "
    "php_user_filter php_version stdclass old_function cfunction", "kotlin": "dynamic", "python": "",
    "ruby": "initialize loop new private next",
}
# Keywords only where a name or a bracket follows: elsewhere they are names.
SOFT = """type match get set async some any each record sealed data value open add alias allows equals group into managed on
    select thenby orderby join partial required scoped by out of""".split()
NULLS = "true false nil null None True False undefined NaN Infinity nullptr NULL iota Ellipsis NotImplemented".split()


def kind(token, text="", language=""):
    """The class of cardshot for a class of Pygments; None for plain text."""
    if text.lower() in ("self", "this", "super", "cls"): return "keyword"
    if text in NULLS + ["NULL"]: return "number"
    if token in Name.Tag and language in ("json", "yaml"): return "property"
    if language == "yaml" and token in Literal.Scalar and text.isdigit(): return "number"
    if language == "yaml" and (token in Name.Variable or token in Name.Constant): return "string"
    if token in Keyword and language == "toml": return "type"
    if language == "css" and token in Keyword:
        return "number" if token in Keyword.Type else None if token in Keyword.Constant else "property"
    if token in Name.Builtin.Pseudo: return None
    if token in Comment.PreprocFile: return "string"
    if token in Name.Entity: return "number"
    if token in Comment.Preproc or token in Name.Decorator: return "directive"
    if token in Comment: return "comment"
    if token in Keyword.Constant or token in String.Symbol: return "number"
    if token in Keyword.Type: return "type"
    if token in Keyword or token in Operator.Word or token in Name.Tag: return "keyword"
    if token in String or token in Literal.Scalar: return "string"
    if token in Number or token in Literal.Date: return "number"
    if token in Name.Class or token in Name.Builtin or token in Name.Exception: return "type"
    if token in Name.Function: return "function"
    if token in Name.Attribute or token in Name.Variable or token in Name.Property: return "property"
    return None


def words(name, lexer_name):
    """The words of a language by class."""
    lexer = get_lexer_by_name(lexer_name)
    found = set()
    tokens = type(lexer).tokens
    for rules in (tokens["full"] if name == "csharp" else tokens).values():
        for rule in rules:
            if not isinstance(rule, tuple): continue
            pattern = rule[0]
            if hasattr(pattern, "words"): found.update(pattern.words)
            elif isinstance(pattern, str):
                found.update(re.findall(r"[A-Za-z_]\w+", re.sub(r"\\[a-zA-Z]", " ", pattern)))
    found.update(w for value in EXTRA.get(name, {}).values() for w in value.split())
    result = {"keyword": set(), "type": set(), "number": set(), "soft": set()}
    for word in found:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", word) or len(word) > 24: continue
        for place in (word, word + " x"):
            token = list(get_lexer_by_name(lexer_name, startinline=True).get_tokens(place))[0]
            is_builtin = token[0] in Name.Builtin and token[0] not in Name.Builtin.Pseudo
            group = "type" if is_builtin and name in ("go", "rust", "c", "cpp", "sql") else kind(token[0], word)
            if is_builtin and name not in ("go", "rust", "c", "cpp", "sql"): group = None
            if name == "sql" and group == "keyword": group = None
            if token[1] == word and group in result:
                result[group].add(word)
                break
    for group, value in EXTRA.get(name, {}).items():
        for word in value.split():
            for other in result.values(): other.discard(word)
            result[group].add(word)
    if name in ("sql", "php"): result = {group: {w.lower() for w in value} for group, value in result.items()}
    for word in DROPPED.get(name, "").split():
        for value in result.values(): value.discard(word)
    for group in list(result):
        for word in list(result[group]):
            if (word in NULLS) == (group == "number"): continue
            result[group].discard(word)
            if group != "number": result["number"].add(word)
            elif word in ("self", "this", "super", "cls", "parent"): result["keyword"].add(word)
    # Names of types in capitals are recognised by their first letter.
    if any("types" in rule.split() for rule in LANGUAGES[name][2] if rule.startswith("flags")):
        result["type"] = {w for w in result["type"] if not w[0].isupper()}
    if name not in ("sql", "rust", "go"):
        result["soft"] = result["keyword"] & set(SOFT)
        result["keyword"] -= result["soft"]
    taken = set()
    for group in ("number", "type", "keyword"):
        result[group] -= taken
        taken |= result[group]
    return result


def table():
    blocks = []
    for name, (aliases, lexer, rules) in LANGUAGES.items():
        lines = [f"= {name} {aliases}".rstrip()] + rules
        if name not in WITHOUT_WORDS:
            for group, found in words(name, lexer).items():
                row = f"{group}"
                for word in sorted(found):
                    if len(row) + len(word) > 104:
                        lines.append(row)
                        row = group
                    row += " " + word
                if row != group: lines.append(row)
        blocks.append("\n".join("    " + line for line in lines))
    text = "\n".join(blocks).replace("    constant", "    number")
    return f'''// Generated by Scripts/code_languages.py. Do not edit.

extension CodeLanguage {{
  /// The comments, strings and words of each language, after a line with its names.
  static let table = ##"""
{text}
    """##
}}
'''



# Short programs that a test compares with Pygments.
SAMPLES = {
    "swift": """import SwiftUI

/* A view /* with a */ greeting. */
@MainActor struct Greeting: View {
  let name: String?
  private var count = 0x1F + 1_000 * 2.5e-3

  var body: some View {
    // Interpolations may have strings.
    Text("Hello, \\(name ?? "world")!\\n")
      .padding(.default)
    #if DEBUG
    print("text", 1..<count, true)
    #endif
  }
}
""",
    "javascript": """import { readFile } from "node:fs/promises";
/** Loads a page. */
export async function load(url, { retries = 3 } = {}) {
  const match = /^https?:\\/\\/[^/]+/i.exec(url); // the host
  if (match === null || retries < 0) throw new Error(`bad URL: ${url + "!"}`);
  let ratio = total / 2 / 3;
  return await fetch(url).then((r) => r.json());
}
""",
    "typescript": """interface User { readonly id: number; name?: string }
type Result<T> = { ok: true; value: T } | { ok: false };

export class Store<T extends User> {
  private users = new Map<number, T>();
  async find(id: number): Promise<T | undefined> {
    return this.users.get(id) ?? undefined; // none
  }
}
""",
    "python": """from dataclasses import dataclass
import re

@dataclass(frozen=True)
class Point:
    \"\"\"A point
    in the plane.\"\"\"
    x: float = 0.5
    y: float = -1e3

    def scaled(self, by: int = 0xFF) -> "Point":
        # both at once
        pattern = re.compile(r'\\d+')
        if by is None or not pattern:
            raise ValueError(f"no {by}")
        return Point(self.x * by, self.y * by)
""",
    "go": """package main

import (
\t"fmt"
\t"net/http"
)

// Handler answers requests.
func Handler(w http.ResponseWriter, r *http.Request) error {
\tvar count int = 42
\tfor i := range []string{`raw\\n`, "b"} {
\t\tfmt.Fprintf(w, "%d\\n", i+count)
\t}
\treturn nil
}
""",
    "rust": """use std::collections::HashMap;

#[derive(Debug, Clone)]
pub struct Cache<'a> { entries: HashMap<&'a str, u64> }

impl<'a> Cache<'a> {
    /* block */
    pub fn get(&self, key: &str) -> Option<u64> {
        let first = 'x';
        println!("key: {}", key); // a macro
        match self.entries.get(key) { Some(v) if *v > 1_000 => Some(*v), _ => None }
    }
}
""",
    "java": """package com.example;

import java.util.List;

/** A shop. */
public final class Shop implements Runnable {
  private static final int LIMIT = 10;
  @Override
  public void run() {
    String text = "it's \\"open\\"";
    for (char c : text.toCharArray()) { if (c == 'x') return; }
    // done
    System.out.println(text + 1.5f + null);
  }
}
""",
    "kotlin": """package com.example

data class User(val name: String, val age: Int = 18)

fun greet(user: User?): String {
    // Templates
    val text = "Hello, ${user?.name ?: "you"}!"
    when (user?.age) { null -> return text; in 0..17 -> println("young") }
    return text
}
""",
    "c": """#include <stdio.h>
#define SIZE 10

/* Adds numbers. */
static int sum(const int *values, size_t count) {
  int total = 0;
  for (size_t i = 0; i < count; i++) total += values[i]; // one
  if (total == 0x2A) printf("%d\\n", 'a');
  return total;
}
""",
    "cpp": """#include <vector>
namespace app {
template <typename T> class Stack {
 public:
  void push(const T& value) { items.push_back(value); }
  bool empty() const noexcept { return items.size() == 0; }
 private:
  std::vector<T> items; // from the bottom
};
}
""",
    "csharp": """using System;

namespace Shop;

public record Order(int Id, decimal Total)
{
    // A computed property.
    public bool IsLarge => Total > 100.0m;
    public async Task<string> DescribeAsync(string name)
    {
        var path = @"C:\\temp";
        await Task.Delay(10);
        if (name is null) throw new ArgumentException("no name");
        return path + "x";
    }
}
""",
    "ruby": """require "json"

# A cart.
class Cart
  attr_reader :items

  def initialize(items = [])
    @items = items
  end

  def total
    return 0 if @items.empty?
    @items.sum { |item| item[:price] * 1.19 }
  end
end
puts "total: #{Cart.new.total}"
""",
    "php": """<?php
namespace App;

// A controller.
final class HomeController extends Controller
{
    public function index(string $name, ?int $age = null): array
    {
        $text = "Hello, $name";
        foreach ([1, 2.5] as $number) { echo $number; }
        return ['text' => $text, 'age' => $age];
    }
}
""",
    "sql": """-- Sales of a month
SELECT cu.title, round(total / 100.0) AS orders
FROM customers cu
LEFT JOIN orders o ON o.customer = cu.id
WHERE o.sold >= '2026-01-01' AND cu.city IS NOT NULL
GROUP BY cu.title
HAVING median(total) > 3
ORDER BY orders DESC LIMIT 10;
""",
    "json": """{
  "name": "cardshot",
  "version": 1.5e2,
  "tags": ["a", "b\\"c"],
  "private": true,
  "parent": null
}
""",
    "yaml": """# A workflow
name: Test
on: [push, pull_request]
jobs:
  build:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4
      - name: "Run # it"
        run: |
          make test
          echo done
    timeout: 10
""",
    "toml": """# A package
[package]
name = "demo"
version = "0.1.0"
count = 42
ok = true
""",
    "html": """<!DOCTYPE html>
<!-- A page -->
<div class="card" id='x' hidden>
  <a href="https://example.com?a=1&amp;b=2">Tea &amp; cake</a>
  <br/>
</div>
<script>
  const x = "a"; // note
</script>
""",
    "xml": """<svg width="10"><!-- none --><rect x="1"/>text</svg>
""",
    "css": """/* A card */
.card > a, #main {
  color: #ff8800;
  margin: 0 1.5em 50%;
  background: url("a.png") no-repeat;
}
.card { padding: 4px 8%; }
""",
    "shell": """#!/bin/sh
# Builds it
NAME="demo $1"
if [ -n "$NAME" ]; then
  echo 'single $x' | sort
fi
for f in *.txt; do
  cp "$f" /tmp
done
""",
    "diff": """--- a/x
+++ b/x
@@ -1,2 +1,2 @@
 same
-old
+new
""",
}


def samples():
    """A Swift file with the samples, and for each the class of each character: its first two letters."""
    rows = []
    for name, code in SAMPLES.items():
        classes = []
        for token, text in get_lexer_by_name(LANGUAGES[name][1], stripnl=False).get_tokens(code):
            letter = (kind(token, text, name) or ".")[0]
            classes += [letter if not c.isspace() else c for c in text]
        mask = "".join(classes)[:len(code)]
        rows.append(f'    ("{name}", ##"""\n{code}\n"""##, ##"""\n{mask}\n"""##),')
    return "// Generated by Scripts/code_languages.py. Do not edit.\n// swift-format-ignore-file\n\n" \
        "/// Short programs, and the first letter of the class that Pygments gives to each of their characters.\n" \
        "enum CodeSamples {\n  static let all: [(language: String, code: String, classes: String)] = [\n" \
        + "\n".join(rows) + "\n  ]\n}\n"


if __name__ == "__main__":
    target = ROOT / "Sources/CardModel/Pieces/Generated/CodeLanguages.swift"
    target.parent.mkdir(exist_ok=True)
    target.write_text(table())
    target = ROOT / "Tests/CardModelTests/Pieces/CodeSamples.swift"
    target.parent.mkdir(exist_ok=True)
    target.write_text(samples())
