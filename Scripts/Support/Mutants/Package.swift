// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that no other build needs swift-syntax.
let package = Package(
  name: "Mutants",
  dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")],
  targets: [
    .executableTarget(
      name: "mutants", dependencies: [.product(name: "SwiftParser", package: "swift-syntax")],
      path: ".", sources: ["Mutants.swift"])
  ]
)
