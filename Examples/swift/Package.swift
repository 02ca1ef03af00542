// swift-tools-version: 6.2
import PackageDescription

/// A package as yours would be: it depends on cardshot and draws cards.
///
/// In a package of your own, write `.package(url: …)` in the place of the path.
let package = Package(
  name: "swift-cards",
  dependencies: [.package(name: "cardshot", path: "../..")],
  targets: [
    .executableTarget(
      name: "SwiftCards",
      dependencies: [.product(name: "CardParts", package: "cardshot")])
  ],
  swiftLanguageModes: [.v6]
)
