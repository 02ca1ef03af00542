#!/usr/bin/env python3
"""The public API of the libraries as text, one declaration or conformance per line, and a comparison with the built modules.

    api.py write MODULES   writes API/CardRaster.txt, API/CardParts.txt and so on
    api.py check MODULES   compares them with the built modules: 1 when the files are not current

MODULES is the folder of the built modules, such as .build/debug/Modules. `swift symbolgraph-extract` reads the
declarations. Removed or changed declarations break programs that use them; added ones do not.
"""

import json
import os
import subprocess
import sys
import tempfile

MODULES = ["CardRaster", "CardParts", "CardGoldens", "CardTesting"]
# Modules whose declarations belong to the module that exports them again.
REEXPORTED = {"CardParts": ["CardModel"]}
# Conformances that follow from others, or that every type has.
IMPLIED = ["Swift." + name for name in [
    "Copyable", "Escapable", "SendableMetatype", "ExpressibleByUnicodeScalarLiteral",
    "ExpressibleByExtendedGraphemeClusterLiteral"]]
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "API")


def declarations(module, built):
    """The lines of a module: the path of each declaration, with the declaration as the compiler prints it, or with the
    name of a protocol that it conforms to."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, "-I", built,
             "-target", target(), "-minimum-access-level", "public", "-skip-synthesized-members",
             "-skip-inherited-docs", "-output-dir", folder]
            + ["-experimental-allowed-reexported-modules=" + name for name in REEXPORTED.get(module, [])] + maps(built),
            check=True, stdout=subprocess.DEVNULL)
        lines = set()
        for name in os.listdir(folder):
            # The graph of extensions of another module is named Module@Other.
            if name.split("@")[0].split(".")[0] != module:
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                graph = json.load(file)
            paths = {}
            for symbol in graph["symbols"]:
                paths[symbol["identifier"]["precise"]] = path = ".".join(symbol["pathComponents"])
                text = "".join(part["spelling"] for part in symbol["declarationFragments"])
                lines.add(path + "  " + " ".join(text.split()))
            for relation in graph["relationships"]:
                protocol = paths.get(relation["target"]) or relation.get("targetFallback", "")
                if relation["kind"] != "conformsTo" or protocol in IMPLIED:
                    continue
                # An extension of another module's type is named by its fallback only.
                if relation["source"] in paths and protocol:
                    lines.add(f"{paths[relation['source']]}  : {protocol}{conditions(relation)}")
        return sorted(lines)


def conditions(relation):
    """The conditions of a conformance, such as ` where Element : Hashable`."""
    words = {"conformance": ":", "superclass": ":", "sameType": "=="}
    found = [f"{one['lhs']} {words.get(one['kind'], ':')} {one['rhs']}" for one in relation.get("swiftConstraints", [])]
    return " where " + ", ".join(found) if found else ""


def target():
    """The target triple of the compiler."""
    answer = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)["target"]["triple"]


def maps(built):
    """The folder of the C module, and the compiler flags that pkg-config prints for its headers."""
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Sources", "CCairo")
    flags = subprocess.run(
        ["pkg-config", "--cflags-only-I", "pango"], capture_output=True, text=True).stdout.split()
    return ["-I", root] + flags


def path(module):
    return os.path.join(FOLDER, module + ".txt")


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("write", "check"):
        sys.exit(__doc__)
    mode, built = sys.argv[1:]
    is_current = True
    for module in MODULES:
        now = declarations(module, built)
        if mode == "write":
            os.makedirs(FOLDER, exist_ok=True)
            with open(path(module), "w", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in now))
            print(f"{module}: {len(now)} declarations")
            continue
        with open(path(module), encoding="utf-8") as file:
            before = file.read().splitlines()
        gone, new = sorted(set(before) - set(now)), sorted(set(now) - set(before))
        for line in gone:
            print(f"{module}: gone or changed, a break: {line}")
        for line in new:
            print(f"{module}: new: {line}")
        is_current = is_current and not gone and not new
    if not is_current:
        print("the public API is not the one of API/: when that is meant, run `make api`, and name breaks in CHANGELOG.md")
        sys.exit(1)


if __name__ == "__main__":
    main()
