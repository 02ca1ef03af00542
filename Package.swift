// swift-tools-version: 6.2
import Glibc
import PackageDescription

/// Rules that hold in every target.
/// - `ExistentialAny`: an existential is spelled out, so its cost is seen.
/// - `MemberImportVisibility`, `InternalImportsByDefault`: a C type cannot leave `CardRaster`.
/// - warnings as errors: a warning that may stay is one that nobody reads.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// Rules for the targets that must never see a C pointer.
let safe: [SwiftSetting] = house + [.strictMemorySafety()]

/// What writes WebP files lies in the program, as each release of libwebp packs pixels otherwise.
///
/// What reads them is the system's, opened when it is needed. From libwebp 1.3 on, its conversion of colours is a library
/// of its own.
let folders = ["/usr/lib/x86_64-linux-gnu/", "/usr/lib/aarch64-linux-gnu/", "/usr/lib64/", "/usr/lib/"]
let webp = ["libwebpmux.a", "libwebp.a", "libsharpyuv.a"].filter { name in
  name != "libsharpyuv.a" || folders.contains { access($0 + name, F_OK) == 0 }
}

/// `CARDSHOT_PROGRAM_ONLY=1` leaves out what the program has no use for: decks written in Swift, a sixth of what its
/// release has to compile.
let isProgramOnly = Context.environment["CARDSHOT_PROGRAM_ONLY"] == "1"
let unused = isProgramOnly ? ["Swift"] : []

/// Libraries that no other one asks for, and few cards.
///
/// They become part of the program, as to find them takes a tenth of its start: of the names that the loader binds a quarter
/// are SQLite's.
let seldomUsed = ["cmark", "gif", "sqlite3"].map { name in
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
      exclude: ["README.md"],
      resources: [.copy("Files")],
      swiftSettings: house
    ),
    .target(
      name: "BundledTemplates", dependencies: ["BundledFonts"], path: "Templates",
      exclude: ["README.md"],
      resources: [.copy("Files")],
      swiftSettings: house
    ),
    .target(
      name: "CardRaster", dependencies: ["CCairo"], swiftSettings: house,
      linkerSettings: (webp.map { ":" + $0 } + seldomUsed).map { .linkedLibrary($0) }),
    .target(
      name: "CardParts", dependencies: ["CardRaster", "BundledFonts"], exclude: unused, swiftSettings: safe),
    // Goldens: what `cardshot test` and `CardTesting` do alike.
    .target(
      name: "CardGoldens", dependencies: ["CardParts", "CardRaster"],
      resources: [.embedInCode("Report/Page/report.js"), .embedInCode("Report/Page/report.css")],
      swiftSettings: safe),
    .target(
      name: "CardTesting", dependencies: ["CardGoldens", "CardParts", "CardRaster"], swiftSettings: house),
    // The program. Of what could be compiled next SwiftPM takes the last name, and CardParts, which takes longest, has to
    // come before the program, which waits for it only when it is linked.
    .executableTarget(
      name: "CardCommands",
      dependencies: [
        "BundledTemplates", "CardGoldens", "CardParts", "CardRaster",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/cardshot",
      swiftSettings: safe
    ),
    // The program of Examples/swift, which is a package of its own for its readers; here so that tests build and run it.
    .executableTarget(
      name: "SwiftCards", dependencies: ["CardParts"], path: "Examples/swift/Sources/SwiftCards",
      swiftSettings: house),
    // A part from outside of the package, likewise.
    .target(
      name: "Dials", dependencies: ["CardParts"], path: "Examples/swift-parts/Sources/Dials",
      swiftSettings: house),
    // Tests by module: each target knows what its module knows, and no more.
    .testTarget(
      name: "CardRasterTests", dependencies: ["CardRaster", "BundledFonts", "TestSupport"],
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
    // The program, as a command line sees it.
    .testTarget(
      name: "CardshotTests",
      dependencies: [
        "CardCommands", "CardGoldens", "CardParts", "CardRaster", "BundledFonts", "BundledTemplates",
        "TestSupport",
      ],
      swiftSettings: house),
    // What holds for the project as a whole: goldens, pages, the rules of the house.
    .testTarget(
      name: "ProjectTests",
      dependencies: [
        "CardRaster", "CardParts", "CardGoldens", "CardTesting", "BundledFonts", "BundledTemplates",
        "SwiftCards", "Dials",
        "TestSupport",
      ],
      swiftSettings: house),
    // Those of the package with a part from outside.
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
