// swift-tools-version: 6.2
import PackageDescription

/// The package of `make fuzz`; it is separate, since every module is compiled again with counters and checks.
let package = Package(
  name: "cardshot-fuzz",
  dependencies: [.package(name: "cardshot", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CFuzzer",
        .product(name: "CardTesting", package: "cardshot"),
        .product(name: "CardParts", package: "cardshot"),
        .product(name: "CardRaster", package: "cardshot"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
