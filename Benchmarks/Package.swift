// swift-tools-version: 6.2
import PackageDescription

/// The in-process benchmarks of `make bench`; a separate package, so that cardshot does not depend on a benchmark library.
let package = Package(
  name: "cardshot-benchmarks",
  dependencies: [
    .package(name: "cardshot", path: ".."),
    .package(url: "https://github.com/google/swift-benchmark", from: "0.1.2"),
  ],
  targets: [
    .executableTarget(
      name: "stages",
      dependencies: [
        .product(name: "CardParts", package: "cardshot"),
        .product(name: "CardRaster", package: "cardshot"),
        .product(name: "Benchmark", package: "swift-benchmark"),
      ],
      path: "Sources/Stages")
  ],
  swiftLanguageModes: [.v6]
)
