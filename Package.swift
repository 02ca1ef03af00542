// swift-tools-version: 6.2
import Glibc
import PackageDescription

/// Compiler settings of every target.
///
/// - `ExistentialAny`: existential types are written with `any`, so their cost is visible.
/// - `MemberImportVisibility`, `InternalImportsByDefault`: C types stay inside `CardRaster`.
/// - Warnings are errors, because warnings that stay are ignored.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// Compiler settings of targets that must not use C pointers.
let safe: [SwiftSetting] = house + [.strictMemorySafety()]

/// Whether another package depends on this one by its URL.
///
/// SwiftPM then reads this manifest at the root of a repository, and later in its folder of checkouts. Such a
/// package needs the libraries and not the program, so it does not fetch what only the program depends on.
let isDependency =
  Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")

/// The trait that is enabled by default, and includes all features.
///
/// It is a single one, because SwiftPM writes the traits of a package into the compiler's arguments in random order: with
/// several, most builds would compile everything again.
let complete = isDependency ? "Complete" : "Program"

/// The condition that one of some traits is enabled, or all of them.
func when(_ trait: String) -> Set<String> { [trait, "Complete", "Program"] }

/// Settings of targets that can leave out features.
let features: [SwiftSetting] = ["AllFonts", "Maps", "Moving", "Rows"].map {
  .define($0, .when(traits: when($0)))
}

/// The environment variable `CARDSHOT_FAST_DEBUG` with the value 1 makes debug builds optimise this module.
///
/// Its loops over pixels take most of the time of the tests. The variable is not set by default, because SwiftPM
/// refuses dependencies with such flags.
let raster =
  house + features
  + (Context.environment["CARDSHOT_FAST_DEBUG"] == "1"
    ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

/// The WebP encoder is linked statically, because each release of libwebp compresses pixels differently.
///
/// The decoder is the system's library, loaded when needed. Since libwebp 1.3 the colour conversion is a
/// separate library, `libsharpyuv`.
let folders = ["/usr/lib/x86_64-linux-gnu/", "/usr/lib/aarch64-linux-gnu/", "/usr/lib64/", "/usr/lib/"]
let webp = ["libwebpmux.a", "libwebp.a", "libsharpyuv.a"].filter { name in
  name != "libsharpyuv.a" || folders.contains { access($0 + name, F_OK) == 0 }
}

/// `CARDSHOT_PROGRAM_ONLY=1` excludes code that the program does not use: decks written in Swift.
let isProgramOnly = Context.environment["CARDSHOT_PROGRAM_ONLY"] == "1"
let unused = isProgramOnly ? ["Swift"] : []

/// Libraries that only few cards need, and on which no other library depends.
///
/// They are linked statically, which shortens the start of the program by a tenth: SQLite alone has a quarter
/// of the names that the loader would bind.
let seldomUsed = ["cmark", "gif"].map(linked)
let sqlite = linked("sqlite3")

func linked(_ name: String) -> String {
  let archive = "lib\(name).a"
  let isFound = isProgramOnly && folders.contains { access($0 + archive, F_OK) == 0 }
  return isFound ? ":" + archive : name
}

let package = Package(
  name: "cardshot",
  products: [
    .library(name: "CardRaster", targets: ["CardRaster"]),
    .library(name: "CardParts", targets: ["CardParts"]),
    .library(name: "CardTesting", targets: ["CardTesting"]),
    .executable(name: "cardshot", targets: ["CardCommands"]),
  ],
  traits: [
    .trait(name: "AllFonts", description: "Fonts of all scripts, emoji, and the families besides Inter."),
    .trait(name: "Maps", description: "The part 'map'."),
    .trait(name: "Moving", description: "Animations and videos."),
    .trait(name: "Rows", description: "Bulk runs of the program: a picture for each row of a table."),
    .trait(name: "Complete", description: "All of these; enabled by default."),
    .trait(
      name: "Program", description: "All of these, and the program 'cardshot' with its dependencies."),
    .default(enabledTraits: [complete]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CCairo",
      pkgConfig: "pango",
      providers: [
        .apt([
          "libcairo2-dev", "libpango1.0-dev", "libfreetype-dev", "libfontconfig-dev", "libdeflate-dev",
          "libisal-dev", "libpng-dev", "zlib1g-dev", "libturbojpeg0-dev", "libwebp-dev", "libgif-dev",
          "librsvg2-dev", "libzint-dev", "libcmark-dev",
          "liblcms2-dev", "libsqlite3-dev",
        ])
      ]
    ),
    .target(
      name: "BundledFonts",
      path: "Fonts",
      exclude: ["README.md", "More"],
      resources: [.copy("Files")],
      swiftSettings: house
    ),
    .target(name: "MoreFonts", path: "Fonts/More", resources: [.copy("Files")], swiftSettings: house),
    .target(
      name: "BundledTemplates", dependencies: ["BundledFonts"], path: "Templates",
      exclude: ["README.md"],
      resources: [.copy("Files")],
      swiftSettings: house
    ),
    .target(
      name: "CardRaster", dependencies: ["CCairo"], swiftSettings: raster,
      linkerSettings: (webp.map { ":" + $0 } + seldomUsed).map { .linkedLibrary($0) }
        + [.linkedLibrary(sqlite, .when(traits: when("Maps")))]),
    // CardModel is the core of cards. Charts, screens and maps use it, and none of them uses another one.
    .target(
      name: "CardModel",
      dependencies: [
        "CardRaster", "BundledFonts", .target(name: "MoreFonts", condition: .when(traits: when("AllFonts"))),
      ], swiftSettings: safe),
    .target(name: "CardCharts", dependencies: ["CardModel", "CardRaster"], swiftSettings: safe),
    .target(name: "CardScreens", dependencies: ["CardModel", "CardRaster"], swiftSettings: safe),
    .target(
      name: "CardMaps", dependencies: ["CardModel", "CardRaster", "BundledFonts"], swiftSettings: safe),
    .target(
      name: "CardParts",
      dependencies: [
        "CardCharts", .target(name: "CardMaps", condition: .when(traits: when("Maps"))), "CardModel",
        "CardRaster", "CardScreens", "BundledFonts",
      ],
      exclude: unused, swiftSettings: safe + features),
    // Goldens: the code that `cardshot test` and `CardTesting` share.
    .target(
      name: "CardGoldens", dependencies: ["CardParts", "CardRaster"],
      resources: [.embedInCode("Report/Page/report.js"), .embedInCode("Report/Page/report.css")],
      swiftSettings: safe),
    .target(
      name: "CardTesting", dependencies: ["CardGoldens", "CardParts", "CardRaster"], swiftSettings: house),
    // The program. If several targets can be compiled next, SwiftPM takes the last name in the alphabet.
    // CardParts takes longest and must start before the program, which needs it only for linking.
    .executableTarget(
      name: "CardCommands",
      dependencies: [
        "BundledTemplates", "CardGoldens", "CardParts", "CardRaster",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"])),
      ],
      path: "Sources/cardshot",
      swiftSettings: safe
    ),
    // The program of Examples/swift. Readers use it as a separate package; here the tests build and run it.
    .executableTarget(
      name: "SwiftCards", dependencies: ["CardParts"], path: "Examples/swift/Sources/SwiftCards",
      swiftSettings: house),
    // A part from another package, built and tested here for the same reason.
    .target(
      name: "Dials", dependencies: ["CardParts"], path: "Examples/swift-parts/Sources/Dials",
      swiftSettings: house),
    // Tests by module. Each test target imports only what its module may import.
    .testTarget(
      name: "CardRasterTests", dependencies: ["CardRaster", "BundledFonts", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "CardModelTests",
      dependencies: ["CardModel", "CardScreens", "CardParts", "CardRaster", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "CardChartsTests",
      dependencies: ["CardCharts", "CardModel", "CardParts", "CardRaster", "BundledFonts", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "CardScreensTests",
      dependencies: ["CardScreens", "CardModel", "CardParts", "CardRaster", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "CardMapsTests",
      dependencies: ["CardMaps", "CardModel", "CardParts", "CardRaster", "BundledFonts", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "CardPartsTests", dependencies: ["CardParts", "CardRaster", "BundledFonts", "TestSupport"],
      swiftSettings: house),
    .testTarget(
      name: "CardGoldensTests",
      dependencies: [
        "CardGoldens", "CardTesting", "CardRaster", "CardParts", "BundledFonts", "TestSupport",
      ],
      swiftSettings: house),
    // The program, tested through its command line.
    .testTarget(
      name: "CardshotTests",
      dependencies: [
        "CardCommands", "CardGoldens", "CardParts", "CardRaster", "BundledFonts", "BundledTemplates",
        "TestSupport",
      ],
      swiftSettings: house),
    // Tests of the whole project: goldens, pages and conventions.
    .testTarget(
      name: "ProjectTests",
      dependencies: [
        "CardRaster", "CardParts", "CardGoldens", "CardTesting", "BundledFonts", "BundledTemplates",
        "SwiftCards", "Dials",
        "TestSupport",
      ],
      swiftSettings: house),
    // The tests of the package with a custom part.
    .testTarget(
      name: "DialsTests", dependencies: ["Dials", "CardParts", "CardTesting"],
      path: "Examples/swift-parts/Tests/DialsTests", exclude: ["Goldens"], swiftSettings: house),
    .target(
      name: "TestSupport",
      dependencies: ["CardGoldens", "CardParts", "CardRaster", "BundledFonts", "BundledTemplates"],
      path: "Tests/TestSupport", swiftSettings: house),
  ],
  swiftLanguageModes: [.v6]
)
