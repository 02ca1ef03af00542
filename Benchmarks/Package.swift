// swift-tools-version: 6.2
import PackageDescription

/// What `make bench` measures inside one process; a package of its own, so that cardshot depends on no benchmark library.
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
