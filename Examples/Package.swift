// swift-tools-version: 6.1
import PackageDescription

// The snippets of the README, as programs: `swift run --package-path Examples EditorExample`.
let library = Target.Dependency.product(name: "MarkdownEditing", package: "MarkdownEditing")

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "MarkdownEditing", path: "..")],
  targets: ["StringExample", "EditorExample", "ViewExample", "BarExample"].map {
    .executableTarget(name: $0, dependencies: [library])
  },
  swiftLanguageModes: [.v6]
)
