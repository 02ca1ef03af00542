// swift-tools-version: 6.2
import PackageDescription

/// What `make fuzz` runs; a package of its own, as every module it links is built anew with counters and checks.
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
