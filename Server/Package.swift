// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the drawing program has no socket code and its libraries depend on no web server.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "cardshot-server",
  products: [
    .executable(name: "cardshot-studio", targets: ["Studio"]),
    .executable(name: "cardshot-serve", targets: ["Serve"]),
  ],
  dependencies: [
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
  ],
  targets: [
    // Runs `cardshot`.
    .target(
      name: "DrawingProgram", dependencies: [.product(name: "Subprocess", package: "swift-subprocess")],
      swiftSettings: house),
    .executableTarget(
      name: "Serve",
      dependencies: [
        "DrawingProgram",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: house),
    .executableTarget(
      name: "Studio",
      dependencies: [
        "DrawingProgram",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      resources: [.copy("Page")],
      swiftSettings: house),
    .testTarget(name: "StudioTests", dependencies: ["Studio"], swiftSettings: house),
  ]
)
