// swift-tools-version: 6.2
import PackageDescription

/// A package as yours would be: its cards are tested against goldens.
///
/// In a package of your own, write `.package(url: …)` in the place of the path.
let package = Package(
  name: "swift-tests",
  dependencies: [.package(name: "cardshot", path: "../..")],
  targets: [
    .target(name: "Offers", dependencies: [.product(name: "CardParts", package: "cardshot")]),
    // Pictures and decks beside the tests are no resources of theirs.
    .testTarget(
      name: "OffersTests",
      dependencies: ["Offers", .product(name: "CardTesting", package: "cardshot")],
      exclude: ["Goldens", "Decks"]),
  ],
  swiftLanguageModes: [.v6]
)
