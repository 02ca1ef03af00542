// swift-tools-version: 6.2
import PackageDescription

/// A package that draws cards with text and charts only: its build leaves out maps, animations, rows, the program and
/// most fonts.
///
/// In a package of your own, write `.package(url: …, traits: [])` instead of the path.
let package = Package(
  name: "swift-small",
  dependencies: [.package(name: "cardshot", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Small", dependencies: [.product(name: "CardParts", package: "cardshot")])
  ],
  swiftLanguageModes: [.v6]
)
