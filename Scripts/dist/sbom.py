"""The bill of materials: all contents of a distribution, with versions and licences (CycloneDX 1.5)."""

import hashlib
import json
import re
import urllib.parse
import uuid

# By Debian's source package. A package without a row stops the distribution, so every licence is checked.
LICENCES = {
    "brotli": "MIT", "cairo": "LGPL-2.1-only OR MPL-1.1", "cmark": "BSD-2-Clause", "expat": "MIT",
    "fontconfig": "HPND-sell-variant",
    "freetype": "FTL OR GPL-2.0-or-later", "fribidi": "LGPL-2.1-or-later",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1", "gdk-pixbuf": "LGPL-2.1-or-later",
    "giflib": "MIT", "lcms2": "MIT", "glib2.0": "LGPL-2.1-or-later", "glibc": "LGPL-2.1-or-later",
    "graphite2": "LGPL-2.1-or-later OR MPL-2.0 OR GPL-2.0-or-later", "harfbuzz": "MIT-Modern-Variant",
    "icu": "Unicode-DFS-2016", "libdatrie": "LGPL-2.1-or-later", "libdeflate": "MIT", "libffi": "MIT",
    "libisal": "BSD-3-Clause", "libjpeg-turbo": "IJG AND BSD-3-Clause AND Zlib", "libpng1.6": "libpng-2.0",
    "librsvg": "LGPL-2.1-or-later", "libthai": "LGPL-2.1-or-later", "libwebp": "BSD-3-Clause", "libxml2": "MIT",
    "pango1.0": "LGPL-2.0-or-later", "pcre2": "BSD-3-Clause", "pixman": "MIT", "sqlite3": "blessing",
    "xz-utils": "0BSD", "zint": "BSD-3-Clause", "zlib": "Zlib",
}

# By folder of Fonts/Files and Fonts/More/Files.
FONT_LICENCES = {"DroidSansFallback": "Apache-2.0", "RemixIcon": "Apache-2.0", "Hyphenation": None, "Words": None}


def licence(text):
    return [{"expression": text}] if " " in text else [{"license": {"id": text}}]


def sum_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def font_components(readme):
    """A component for each row of the table of fonts."""
    for row in re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|", readme, re.M):
        folder, what, version, package = row
        yield {
            "type": "data", "name": f"Fonts/{folder}", "version": version, "description": re.sub(r"[`*]", "", what),
            "licenses": licence(FONT_LICENCES.get(folder) or "OFL-1.1"),
            "properties": [{"name": "cardshot:from", "value": package.replace("`", "")}],
        }


def bill(version, packages, swift, resolved, readme):
    """The document, which does not depend on the current date.

    packages: (name, version, source) to the paths of the files taken from it.
    """
    components = []
    for (name, package_version, source), files in sorted(packages.items()):
        if source not in LICENCES:
            raise SystemExit(f"dist: no licence is written down for {source}; see Scripts/dist/sbom.py")
        written = urllib.parse.quote(package_version, safe="")
        components.append({
            "type": "library", "bom-ref": f"pkg:deb/debian/{name}@{package_version}", "name": name,
            "version": package_version, "purl": f"pkg:deb/debian/{name}@{written}?arch=amd64",
            "licenses": licence(LICENCES[source]),
            "properties": [{"name": "cardshot:source", "value": source}] +
                          [{"name": "cardshot:file", "value": file} for file in sorted(files)],
        })
    components.append({
        "type": "library", "name": "swift", "version": swift, "description": "Swift's standard library, linked in",
        "licenses": licence("Apache-2.0 WITH Swift-exception")})
    for pin in resolved["pins"]:
        components.append({
            "type": "library", "name": pin["identity"], "version": pin["state"]["version"],
            "purl": f"pkg:swift/{pin['location'].removeprefix('https://').removesuffix('.git')}@{pin['state']['version']}",
            "licenses": licence("Apache-2.0 WITH Swift-exception")})
    components += font_components(readme)
    components.append({
        "type": "data", "name": "Fonts/Hyphenation", "version": "as of Debian 12",
        "description": "Patterns of hyphens; each file names its licence",
        "licenses": [{"license": {"name": "see share/cardshot/Fonts/Hyphenation/README.md"}}]})
    components.append({
        "type": "data", "name": "Fonts/Words", "version": "78",
        "description": "Words of Thai, Lao, Burmese and Khmer, from ICU's dictionaries",
        "licenses": [{"license": {"name": "see share/cardshot/Fonts/Words/README.md"}}]})
    components.append({
        "type": "data", "name": "CLDR", "version": "48", "description": "Numbers, amounts, counts and dates in each locale",
        "licenses": licence("Unicode-3.0")})
    components.append({
        "type": "data", "name": "Fonts/Map", "version": "5",
        "description": "The map that is drawn without tiles, from Natural Earth, with translated names of CLDR",
        "licenses": [{"license": {"name": "public domain"}}, *licence("Unicode-DFS-2016")]})
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {
            "type": "application", "bom-ref": "cardshot", "name": "cardshot", "version": version,
            "licenses": licence("Apache-2.0")}},
        "components": components,
    }
    text = json.dumps(document, sort_keys=True)
    document["serialNumber"] = "urn:uuid:" + str(uuid.uuid5(uuid.NAMESPACE_URL, text))
    return json.dumps(document, indent=2, sort_keys=True) + "\n"
