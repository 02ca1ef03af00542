// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "dials",
  products: [.library(name: "Dials", targets: ["Dials"])],
  dependencies: [.package(name: "cardshot", path: "../..")],
  targets: [
    .target(name: "Dials", dependencies: [.product(name: "CardParts", package: "cardshot")]),
    .testTarget(
      name: "DialsTests", dependencies: ["Dials", .product(name: "CardTesting", package: "cardshot")],
      exclude: ["Goldens"]),
  ],
  swiftLanguageModes: [.v6]
)
