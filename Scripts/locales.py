#!/usr/bin/env python3
"""Writes Sources/CardModel/Binding/Generated/Locales.swift: how numbers, amounts, counts and dates are written in each locale.

usage: locales.py CLDR

CLDR is a folder or a .tar file that holds cldr-core, cldr-numbers-full and cldr-dates-full of the Unicode CLDR's JSON data,
https://github.com/unicode-org/cldr-json, such as `git archive --output=cldr.tar 48.0.0 cldr-json` makes. It must be tag 48.0.0,
commit 4d06be52b51bb2f75688d0abe55c52a66afed790: the files that are read have the SHA-256 sum SUM below. For another version,
change VERSION, put in the sum that the script prints, and look at what changes in the generated file and in
Tests/CardModelTests/Binding/LocaleComparisonTests.swift. Licence of the data: Unicode License v3.

Where a locale differs from CLDR, the rule is in `rules`, `DIGITS`, `WITHDRAWN` or `currencies`, with its reason.
Needs Python 3. The program does not need the script.
"""

import hashlib
import io
import json
import pathlib
import re
import sys
import tarfile

VERSION = "48"
SUM = "11dc403c8360bc4726b145d11fffffc9b3b310b8e3bf32e0649703f9c2161911"
OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "Sources/CardModel/Binding/Generated/Locales.swift"

# A language without a country means its first locale.
LOCALES = """
    en_US en_GB en_IE en_CA en_AU en_NZ en_IN de_DE de_AT de_CH nl_NL fr_FR fr_CA fr_CH es_ES es_MX it_IT pt_BR pt_PT
    sv_SE da_DK nb_NO fi_FI pl_PL cs_CZ ru_RU uk_UA tr_TR ja_JP zh_CN ko_KR hi_IN ar_EG ar_AE ar_SA he_IL hu_HU ro_RO
    el_GR bg_BG sk_SK hr_HR th_TH vi_VN
    """.split()
# CLDR counts the decimals in daily use, often none. Amounts keep the decimals of ISO 4217, so that no cents are lost.
DIGITS = {"IQD": 3} | dict.fromkeys(
    "AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR RSD SOS SYP YER".split(), 2)
# Currencies that CLDR no longer counts as money, but that data of earlier years have.
WITHDRAWN = ["ANG", "BGN", "SVC", "ZWL"]
DAYS = "sun mon tue wed thu fri sat".split()
NO_BREAK, NARROW = "\u00A0", "\u202F"


class Source:
    """The files of CLDR, with the sum of those that were read."""

    def __init__(self, path):
        self.files, self.sum = {}, hashlib.sha256()
        if path.is_dir():
            self.files = {str(file.relative_to(path)): file.read_bytes for file in path.rglob("*") if file.is_file()}
        else:
            archive = tarfile.open(path)
            for entry in archive:
                self.files[entry.name] = lambda entry=entry: archive.extractfile(entry).read()
        core = next(name for name in self.files if name.endswith("cldr-core/package.json"))
        self.root = core.removesuffix("cldr-core/package.json")
        version = json.loads(self.files[core]())["cldrVersion"]
        if version != VERSION:
            sys.exit(f"locales.py: expected CLDR {VERSION}, found {version}")

    def read(self, name):
        data = self.files[self.root + name]()
        self.sum.update(name.encode() + b"\0" + data)
        return data.decode()

    def supplemental(self, name):
        return json.loads(self.read(f"cldr-core/supplemental/{name}.json"))["supplemental"]

    def main(self, package, tag, name):
        return json.loads(self.read(f"cldr-{package}-full/main/{tag}/{name}.json"))["main"][tag]


def text(value):
    """A pattern, which some locales have with a note."""
    return value if isinstance(value, str) else value["_value"]


def plain(value):
    """Text without marks of direction, which the layout of lines sets itself."""
    return re.sub("[\u200E\u200F\u061C]", "", value)


def amount(pattern):
    """A pattern with `#` as the number."""
    return re.sub("[#0.,]+", "#", plain(pattern))


def native(numbers, systems):
    """The forms of numbers in the digits of the language; None if they are 0 to 9, or do not follow each other in Unicode."""
    name = numbers["otherNumberingSystems"]["native"]
    digits = systems[name].get("_digits", "")
    if name == "latn" or f"symbols-numberSystem-{name}" not in numbers or ord(digits[9]) - ord(digits[0]) != 9:
        return None
    symbols = numbers[f"symbols-numberSystem-{name}"]
    money = amount(numbers[f"currencyFormats-numberSystem-{name}"]["standard"]).split(";")
    percent = amount(numbers[f"percentFormats-numberSystem-{name}"]["standard"])
    return {
        "system": name, "isDefault": numbers["defaultNumberingSystem"] == name, "zero": digits[0],
        "decimal": symbols["decimal"], "group": symbols["group"],
        "percent": percent.replace("%", plain(symbols["percentSign"])), "currencyPattern": money[0],
    }


def short_forms(patterns):
    """Each power of ten with what stands behind the number, and from which power on it is used."""
    forms = []
    for zeros in range(3, 20):
        pattern = plain(patterns.get(f"1{'0' * zeros}-count-other", "0")).replace("'", "")
        suffix = pattern.lstrip("0")
        power = zeros - (len(pattern) - len(suffix)) + 1
        if suffix and (not forms or forms[-1][:2] != (power, suffix)):
            forms.append((power, suffix, zeros))
    return forms


def locale(source, identifier, shared):
    """The values of a locale, by the names of the properties of `DeckLocale`."""
    language, region = identifier.split("_")
    tag = identifier.replace("_", "-")
    if f"{source.root}cldr-dates-full/main/{tag}/ca-gregorian.json" not in source.files:
        tag = language
    numbers = source.main("numbers", tag, "numbers")["numbers"]
    currencies = source.main("numbers", tag, "currencies")["numbers"]["currencies"]
    calendar = source.main("dates", tag, "ca-gregorian")["dates"]["calendars"]["gregorian"]

    def names(kind, use, width):
        return list(calendar[kind][use][width].values())

    def system(kind):
        return numbers[f"{kind}-numberSystem-latn"]

    symbols, skeletons = system("symbols"), calendar["dateTimeFormats"]["availableFormats"]
    money = amount(system("currencyFormats")["standard"]).split(";")
    code = [
        code for entry in shared["currencies"]["region"][region] for code, use in entry.items()
        if "_to" not in use and use.get("_tender") != "false"
    ][-1]
    week = shared["weeks"]
    minutes, seconds = (text(calendar["timeFormats"][width]) for width in ("short", "medium"))
    found = {
        "months": names("months", "format", "wide"),
        "shortMonths": names("months", "format", "abbreviated"),
        "weekdays": [calendar["days"]["stand-alone"]["wide"][day] for day in DAYS],
        "shortWeekdays": [calendar["days"]["stand-alone"]["abbreviated"][day] for day in DAYS],
        "shortestWeekdays": [calendar["days"]["stand-alone"]["short"][day] for day in DAYS],
        "monthsAlone": names("months", "stand-alone", "wide"),
        "shortMonthsAlone": names("months", "stand-alone", "abbreviated"),
        "quarters": names("quarters", "format", "abbreviated"),
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "currencyGroup": symbols.get("currencyGroup"),
        "minimumGroup": int(numbers["minimumGroupingDigits"]),
        "isLakh": "#,##," in system("decimalFormats")["standard"],
        "minus": plain(symbols["minusSign"]).replace("-", "\u2212"),
        "percent": amount(system("percentFormats")["standard"]),
        "currency": code,
        "currencySymbol": plain(currencies[code].get("symbol", code)),
        "currencyPattern": money[0],
        "negativeCurrency": money[1] if money[1:] and money[1] != "-" + money[0] else None,
        "halves": {
            width: [calendar["dayPeriods"]["format"][width][half] for half in ("am", "pm")]
            for width in ("abbreviated", "wide")
        },
        "dates": [plain(text(calendar["dateFormats"][width])) for width in ("short", "medium", "long", "full")],
        "monthDay": skeletons["MMMd"],
        "yearMonth": skeletons["yMMM"],
        "yearLongMonth": skeletons["yMMMM"],
        "yearQuarter": skeletons["yQQQ"],
        "year": skeletons["y"],
        "hour": skeletons["h"] if "a" in minutes else minutes,
        "minutes": minutes,
        "seconds": seconds,
        "firstWeekday": DAYS.index(week["firstDay"].get(region) or week["firstDay"]["001"]),
        "minimumDays": int(week["minDays"].get(region) or week["minDays"]["001"]),
        "native": native(numbers, shared["systems"]),
        "shortForms": short_forms(system("decimalFormats")["short"]["decimalFormat"]),
    }
    rules(identifier, language, found)
    return found


def rules(identifier, language, found):
    """What is not as in CLDR, and why."""
    # A date is in Gregorian years everywhere, so no era is named (Thai). A day has one name, the one that stands alone:
    # the same names head columns and axes (Finnish, German).
    found["dates"] = [date.replace(" G", "").replace("cccc", "EEEE") for date in found["dates"]]
    # These short names are whole words, which do not fit above a column.
    if identifier in ("pt_PT", "th_TH"):
        found["shortWeekdays"] = found["shortestWeekdays"]
    del found["shortestWeekdays"]
    # The short halves of the day, but not English ones in other languages.
    wide = language in ("bg", "ko", "th")
    found["am"], found["pm"] = found.pop("halves")["wide" if wide else "abbreviated"]
    # A space as people type it, at which a search finds it.
    for key in ("hour", "minutes", "seconds"):
        found[key] = found[key].replace(NARROW, " ")
    # Quarters are short everywhere.
    found["yearQuarter"] = found["yearQuarter"].replace("QQQQ", "QQQ")
    # The half-width yen, as other signs of currencies are.
    found["currencySymbol"] = found["currencySymbol"].replace("￥", "¥")


def swift(value):
    """A literal in Swift, with characters that cannot be seen as escapes."""
    if isinstance(value, list):
        return "[" + ", ".join(map(swift, value)) + "]"
    if isinstance(value, str):
        value = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + re.sub("[\u00A0\u200E\u200F\u202F\u2212]", lambda m: f"\\u{{{ord(m[0]):X}}}", value) + '"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def named(found, **defaults):
    """Arguments for those values that are not the default."""
    return [f"{name}: {swift(found[name])}" for name, default in defaults.items() if found[name] != default]


def words(found):
    """The names of months, days and quarters, those that stand alone only where they differ."""
    lists = [",".join(found[name]) for name in ("months", "shortMonths", "weekdays", "shortWeekdays")]
    arguments = [swift(names) for names in lists]
    for label, name, beside in (("alone", "monthsAlone", 0), ("aloneShort", "shortMonthsAlone", 1)):
        if ",".join(found[name]) != lists[beside]:
            arguments.append(f"{label}: {swift(','.join(found[name]))}")
    if found["quarters"] != ["Q1", "Q2", "Q3", "Q4"]:
        arguments.append(f"quarters: {swift(','.join(found['quarters']))}")
    return "Words(\n        " + ",\n        ".join(arguments) + ")"


def clock(found):
    arguments = [swift(found["minutes"]), f"seconds: {swift(found['seconds'])}"]
    if found["hour"] != found["minutes"]:
        arguments.append(f"hour: {swift(found['hour'])}")
    return f"Clock({', '.join(arguments)})"


def property_of(identifier, found):
    """A property that makes a locale."""
    parts = named(
        found, monthDay="d MMM", yearMonth="MMM y", yearLongMonth="LLLL y", yearQuarter="QQQ y", year="y")
    forms = [
        f"ShortForm({power}, {swift(suffix)}{'' if least == power else f', least: {least}'})"
        for power, suffix, least in found["shortForms"]
    ]
    rows = [
        f"identifier: {swift(identifier)}", f"words: {words(found)}",
        ", ".join(named(found, decimal=".", group=",", currencyGroup=None, minimumGroup=1, isLakh=False, minus="\u2212",
                        percent="#%")),
        ", ".join(f"{name}: {swift(found[name])}" for name in ("currency", "currencySymbol", "currencyPattern")),
        ", ".join(named(found, negativeCurrency=None, am="AM", pm="PM")),
        f"dates: {swift(found['dates'])}",
        f"parts: DateParts({', '.join(parts + ['clock: ' + clock(found)])})",
        f"weeks: WeekRules(firstWeekday: {found['firstWeekday']}, minimumDays: {found['minimumDays']})",
        f"shortForms: [{', '.join(forms)}]",
    ]
    if found["native"]:
        forms = ", ".join(f"{name}: {swift(value)}" for name, value in found["native"].items())
        rows.append(f"native: NativeNumbers({forms})")
    body = ",\n      ".join(row for row in rows if row)
    return f"  private static var {identifier}: DeckLocale {{\n    DeckLocale(\n      {body})\n  }}\n"


def condition(rule):
    """A plural rule of CLDR (UTS 35, part 3) as an expression in Swift; true and false where it does not depend on the number."""

    def values(operand, listed):
        """Whether an operand is in a list such as `2..4,7`."""
        tests = []
        for value in listed.split(","):
            first, *last = value.split("..")
            tests.append(f"({first}...{last[0]}).contains({operand})" if last else f"{operand} == {first}")
        return tests[0] if len(tests) == 1 else f"({' || '.join(tests)})"

    def relation(words):
        operand, divisor, sign, listed = re.fullmatch(r"(\w)(?: % (\d+))? (!?=) ([\d.,]+)", words).groups()
        # Numbers are written in full, never with an exponent.
        if operand in "ce":
            return str(("0" in re.split(r"\D+", listed)) == (sign == "=")).lower()
        name = {"n": "whole", "i": "whole", "v": "decimals", "f": "fraction", "t": "trimmed"}[operand]
        test = values(f"n.{name}" + (f" % {divisor}" if divisor else ""), listed)
        if operand == "n":
            test = f"(n.trimmed == 0 && {test})"
        if sign == "=":
            return test
        return f"!{test}" if test[0] == "(" else test.replace("==", "!=")

    alternatives = []
    for alternative in rule.split(" or "):
        tests = [test for test in map(relation, alternative.split(" and ")) if test != "true"]
        if "false" not in tests:
            alternatives.append(" && ".join(tests) or "true")
    return " || ".join(alternatives) or "false"


def plurals(source):
    """A case for each set of rules, with the locales that have it."""
    rules_of = source.supplemental("plurals")["plurals-type-cardinal"]
    cases = {}
    for identifier in LOCALES:
        language, tag = identifier.split("_")[0], identifier.replace("_", "-")
        found = rules_of[tag if tag in rules_of else language]
        lines = []
        for category in ("zero", "one", "two", "few", "many"):
            rule = found.get(f"pluralRule-count-{category}", "").split("@")[0].strip()
            if rule:
                lines.append(f"      if {condition(rule)} {{ return .{category} }}\n")
        if lines:
            cases.setdefault("".join(lines), []).append(swift(identifier))
    return "".join(f"    case {', '.join(names)}:\n{lines}" for lines, names in cases.items())


def currencies(source, data):
    """Codes, signs and decimals."""
    codes = sorted({
        code for entries in data["region"].values() for entry in entries for code, use in entry.items()
        if "_to" not in use and use.get("_tender") != "false"
    } | set(WITHDRAWN))
    names = source.main("numbers", "en", "currencies")["numbers"]["currencies"]
    # Signs of letters alone, such as FCFA, are known where they are used; elsewhere the code says as much.
    signs = [(code, names[code].get("symbol", code)) for code in codes]
    signs = [(code, sign) for code, sign in signs if sign != code and re.search("[^A-Za-z. \u00A0\u202F]", sign)]
    digits = {}
    for code in codes:
        count = DIGITS.get(code, int(data["fractions"].get(code, data["fractions"]["DEFAULT"])["_digits"]))
        if count != 2:
            digits.setdefault(count, []).append(swift(code))
    cases = "".join(f"    case {', '.join(codes)}: {count}\n" for count, codes in sorted(digits.items()))
    return (
        "/// The currencies of ISO 4217.\npackage enum Currencies {\n"
        "  /// The signs of those that are known by one everywhere; the others are written with their code.\n"
        "  static let symbols: [(code: String, symbol: String)] = [\n    "
        + ", ".join(f"({swift(code)}, {swift(sign)})" for code, sign in signs) + ",\n"
        + "  ]\n\n  /// How many decimals amounts have.\n  package static func digits(_ code: String) -> Int {\n    switch code {\n"
        + cases + "    default: 2\n    }\n  }\n\n  /// The codes in use, and some that were until a few years ago.\n"
        + f"  static let codes = {swift(codes)}\n}}\n")


def main(path):
    source = Source(pathlib.Path(path))
    shared = {
        "currencies": source.supplemental("currencyData")["currencyData"],
        "weeks": source.supplemental("weekData")["weekData"],
        "systems": source.supplemental("numberingSystems")["numberingSystems"],
    }
    properties = [property_of(identifier, locale(source, identifier, shared)) for identifier in LOCALES]
    out = io.StringIO()
    out.write(
        "// Generated by Scripts/locales.py; do not edit.\n//\n"
        f"// Made with the Unicode Common Locale Data Repository {VERSION}, https://cldr.unicode.org, under this licence:\n//\n"
        + "".join(f"// {line}".rstrip() + "\n" for line in source.read("cldr-core/LICENSE").strip().splitlines())
        + "// swift-format-ignore-file\n\n"
        "extension DeckLocale {\n  /// Every identifier, in the order of the table.\n"
        f"  package static let identifiers = {swift(LOCALES)}\n\n"
        "  /// The locale at a place of `identifiers`; nothing of the others is made.\n"
        "  static func at(_ place: Int) -> DeckLocale {\n    switch place {\n"
        + "".join(f"    case {place}: {identifier}\n" for place, identifier in enumerate(LOCALES[1:], 1))
        + f"    default: {LOCALES[0]}\n    }}\n  }}\n\n" + "\n".join(properties) + "}\n\n"
        "extension PluralCategory {\n  /// The category of a number in a locale, by the rules for cardinal numbers.\n"
        "  static func of(_ n: PluralOperands, in identifier: String) -> PluralCategory {\n    switch identifier {\n"
        + plurals(source) + "    default: break\n    }\n    return .other\n  }\n}\n\n"
        + currencies(source, shared["currencies"]))
    if source.sum.hexdigest() != SUM:
        sys.exit(f"locales.py: the files of CLDR have the sum {source.sum.hexdigest()}, expected {SUM}")
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(out.getvalue(), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    main(sys.argv[1])
