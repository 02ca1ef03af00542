import CardRaster

/// A small deck with a known picture that tests one feature of the libraries, or all of them.
struct SelfTest: Sendable {
  /// The name of the test.
  let name: String
  /// The content of the picture, in a few words.
  let summary: String
  /// The libraries that affect the pixels.
  let libraries: [String]
  /// The deck as JSON.
  let deck: String

  /// All tests; the first one combines the others.
  static let all: [SelfTest] = [
    SelfTest(
      name: "whole", summary: "everything together",
      libraries: ["cairo", "pixman", "pango", "freetype", "harfbuzz", "fribidi"],
      deck: deck(
        [title, paragraph, bar, scripts, emoji, picture, histogram].joined(separator: ","),
        traits: ##"{ "rounded": { "cornerRadius": 12 }, "shadow": { "radius": 6, "opacity": 0.3 }, "##
          + ##""gradient": { "colors": ["#FFFFFF", "#E6F4FA"] } }"##)),
    SelfTest(
      name: "shapes", summary: "edges, corners, lines", libraries: ["cairo", "pixman"],
      deck: deck(
        ##"{ "type": "triangle", "width": 30, "height": 20 }, { "type": "separator" }, "##
          + ##"{ "type": "switch", "isOn": true }, "## + bar,
        traits: ##"{ "rounded": { "cornerRadius": 9 }, "border": { "width": 1.5, "color": "#336699" } }"##)),
    SelfTest(
      name: "gradient", summary: "blends along a line, from a centre and around it",
      libraries: ["cairo", "pixman"],
      deck: deck(
        ["linear", "radial", "conic"].map {
          ##"{ "type": "spacer", "height": 20, "backgroundColor": { "gradient": { "kind": "\##($0)", "##
            + ##""colors": ["#45CAE6", "#FFF5B433", "#EF5931"] } } }"##
        }.joined(separator: ","))),
    SelfTest(
      name: "shadow", summary: "blurred shadows, outside and inside", libraries: ["cairo", "pixman"],
      deck: deck(
        bar,
        traits:
          ##"{ "rounded": { "cornerRadius": 8 }, "shadow": { "radius": 5, "opacity": 0.5, "offset": [2, 3] } }"##
      )),
    SelfTest(
      name: "text", summary: "Latin letters, broken into lines",
      libraries: ["pango", "freetype", "harfbuzz", "cairo"],
      deck: deck([title, paragraph].joined(separator: ","))),
    SelfTest(
      name: "scripts", summary: "Arabic, Hebrew, Devanagari, Thai and Chinese",
      libraries: ["pango", "harfbuzz", "fribidi", "freetype", "glib"], deck: deck(scripts)),
    SelfTest(
      name: "emoji", summary: "coloured pictures of letters", libraries: ["freetype", "harfbuzz", "pango"],
      deck: deck(emoji)),
    SelfTest(
      name: "picture", summary: "a PNG, enlarged and cut round", libraries: ["cairo", "pixman", "libpng"],
      deck: deck(picture)),
    SelfTest(
      name: "jpeg", summary: "a JPEG", libraries: ["libturbojpeg"],
      deck: deck(image("data:image/jpeg;base64,\(jpeg)"))),
    SelfTest(
      name: "webp", summary: "a WebP", libraries: ["libwebp"],
      deck: deck(image("data:image/webp;base64,\(webp)"))),
    SelfTest(
      name: "svg", summary: "an SVG picture", libraries: ["librsvg", "cairo", "pixman"],
      deck: deck(image("data:image/svg+xml;base64,\(svg)"))),
    SelfTest(
      name: "chart", summary: "a histogram", libraries: ["cairo", "pango", "freetype"], deck: deck(histogram)),
  ]

  private static func deck(_ parts: String, traits: String = "{}") -> String {
    ##"{ "version": 1, "canvas": { "width": 160, "scale": 2, "padding": 12 }, "theme": "mint", "date": "2026-11-21", "##
      + ##""cards": [{ "traits": \##(traits), "parts": [\##(parts)] }] }"##
  }

  private static let title = ##"{ "type": "title", "title": "Figures 0123" }"##
  private static let paragraph =
    ##"{ "type": "text", "text": "Quick wafting zephyrs vex bold Jim, fi ffl — and áçñ.", "font": "Inter Medium 13" }"##
  private static let bar = ##"{ "type": "bar", "percent": 0.62, "cornerRadius": 6 }"##
  private static let scripts =
    ["مرحبا بالعالم", "שלום עולם 12", "नमस्ते दुनिया", "สวัสดี", "你好世界"].map {
      ##"{ "type": "text", "text": "\##($0)" }"##
    }.joined(separator: ",")
  private static let emoji = ##"{ "type": "text", "text": "🎉👍🏽🇳🇱❤️", "font": "Inter 24" }"##
  private static let picture = image("data:image/png;base64,\(png)", more: ##", "cornerRadius": 10"##)
  private static let histogram =
    ##"{ "type": "histogram", "height": 90, "dataEntries": [ { "title": "Mo", "textValue": "4.2", "height": 0.4, "color": "#77C344" }, "##
    + ##"{ "title": "Tu", "textValue": "8.1", "height": 0.8, "color": "#3DACF7" } ] }"##

  private static func image(_ source: String, more: String = "") -> String {
    ##"{ "type": "image", "image": "\##(source)", "width": 40, "height": 40\##(more) }"##
  }

  // Pictures of 16 × 16 and 12 × 12 pixels.
  private static let jpeg =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh7/wAARCAAQABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAgUG/8QAGhAAAwEAAwAAAAAAAAAAAAAAAAERBAIUIv/EABUBAQEAAAAAAAAAAAAAAAAAAAMG/8QAHBEAAQMFAAAAAAAAAAAAAAAAAgABAwQHIWFx/9oADAMBAAIRAxEAPwDXLXU3QLcm5SDw3RNUHa9WlK9btJFbrJMYcX//2Q=="
  private static let webp =
    "UklGRkQAAABXRUJQVlA4IDgAAADQAQCdASoQABAAAoBCJbACdAEO/TkmAAD+sDcXwukjOf2x30YWntrn/kblHyz9AfiH6A01saAAAA=="
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAwAAAAMBAMAAACkW0HUAAAAJ1BMVEU9rPdIrOpWrdxdrdRPrONlrcx1rrp+rrCTr5qfsI2usH7AsWvdskyicMHgAAAANUlEQVQI12NggAJGZSMBIOWaXhYC5IR3zigVYGDKWL2rTYGBuXLP6ekGMAoqCFUC1QDTDgYA+TESM/C8gD0AAAAASUVORK5CYII="
  private static let svg = Base64.encode(
    Array(
      (##"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="15" fill="#E64590"/>"##
        + ##"<path d="M6 34L20 8l14 26z" fill="none" stroke="#224466" stroke-width="3"/></svg>"##).utf8))
}
