// swift-tools-version: 6.1
import PackageDescription

// Warnings are errors in this project's own checks alone, and a build with the optimizer can be tested. The variable
// is ours: SwiftPM refuses unsafe flags in a dependency, and `CI` is set wherever a package that depends on this one is
// tested.
let strict = Context.environment["MARKDOWN_EDITING_STRICT"] != nil
let settings: [SwiftSetting] =
  strict ? [.unsafeFlags(["-warnings-as-errors", "-enable-testing"])] : []
// To optimize the tests' own code would take longer than it saves.
let testSettings: [SwiftSetting] =
  strict ? [.unsafeFlags(["-warnings-as-errors", "-Onone"])] : []

// A program with swift-markdown has swift-cmark, whose functions have libcmark's names and take their place. So it takes
// this package with the trait SwiftCMark, and everything is parsed by swift-cmark. There is no libcmark to link on Apple's
// platforms and on the machines of the Swift Package Index, which set SPI_BUILD: swift-cmark is used there without a
// trait. MARKDOWN_EDITING_CMARK chooses, too: "package" or "system".
#if os(macOS)
  let usualLibrary = "package"
#else
  let usualLibrary = Context.environment["SPI_BUILD"] == nil ? "system" : "package"
#endif
let isPackaged = (Context.environment["MARKDOWN_EDITING_CMARK"] ?? usualLibrary) == "package"
let parsers: [Target.Dependency] =
  isPackaged
  ? ["CSwiftCMark"]
  : [
    .target(name: "CCommonMark", condition: .when(traits: ["LibCMark"])),
    .target(name: "CSwiftCMark", condition: .when(traits: ["SwiftCMark"])),
  ]
let swiftCMarkCondition: TargetDependencyCondition? =
  isPackaged ? nil : .when(traits: ["SwiftCMark"])
let parserSettings: [SwiftSetting] = isPackaged ? [.define("SwiftCMark")] : []

// FlyingFox, the HTTP server of `mdedit serve`, needs Foundation: linked statically, it is several times as large as the
// tool. So the server is a program of its own, which MARKDOWN_EDITING_SERVE adds, and nobody else resolves FlyingFox. A
// trait would do the same, but it sets a compilation condition, and so compiles every target again.
let servesPages = Context.environment["MARKDOWN_EDITING_SERVE"] != nil
let flyingFox: [Package.Dependency] =
  servesPages ? [.package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0")] : []

let package = Package(
  name: "MarkdownEditing",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "TextEditing", targets: ["TextEditing"]),
    .library(name: "MarkdownSyntax", targets: ["MarkdownSyntax"]),
    .library(name: "MarkdownHTML", targets: ["MarkdownHTML"]),
    .library(name: "MarkdownEditing", targets: ["MarkdownEditing", "MarkdownBar"]),
    .library(name: "MarkdownFoundation", targets: ["MarkdownFoundation"]),
    .library(name: "KeyboardGeometry", targets: ["KeyboardGeometry"]),
    .library(name: "AppleAdapters", targets: ["AppleAdapters"]),
    .executable(name: "mdedit", targets: ["mdedit"]),
  ],
  traits: [
    .default(enabledTraits: ["LibCMark"]),
    .trait(name: "LibCMark", description: "Parses with the system's libcmark."),
    .trait(
      name: "SwiftCMark",
      description: "Parses with swift-cmark, for programs that use swift-markdown as well."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-cmark.git", from: "0.5.0"),
  ] + flyingFox,
  targets: [
    .target(name: "TextEditing", swiftSettings: settings),
    .systemLibrary(
      name: "CCommonMark", pkgConfig: "libcmark",
      providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
    .target(
      name: "CSwiftCMark",
      dependencies: [
        .product(name: "cmark-gfm", package: "swift-cmark", condition: swiftCMarkCondition)
      ]),
    .target(
      name: "CommonMark", dependencies: parsers, swiftSettings: settings + parserSettings),
    .target(
      name: "MarkdownSyntax", dependencies: ["CommonMark", "TextEditing"], swiftSettings: settings),
    .target(
      name: "MarkdownHTML", dependencies: ["MarkdownSyntax", "CommonMark"],
      swiftSettings: settings),
    .target(
      name: "MarkdownEditing", dependencies: ["MarkdownSyntax", "CommonMark", "TextEditing"],
      swiftSettings: settings),
    .target(
      name: "MarkdownBar", dependencies: ["MarkdownEditing", "MarkdownSyntax", "TextEditing"],
      swiftSettings: settings),
    .target(
      name: "MarkdownFoundation",
      dependencies: ["MarkdownBar", "MarkdownEditing", "MarkdownSyntax"],
      swiftSettings: settings),
    .target(name: "KeyboardGeometry", swiftSettings: settings),
    .target(
      name: "AppleAdapters",
      dependencies: [
        "MarkdownBar", "MarkdownEditing", "MarkdownHTML", "MarkdownSyntax", "KeyboardGeometry",
        "TextEditing",
      ],
      swiftSettings: settings),

    .target(name: "JSONText", dependencies: ["TextEditing"], swiftSettings: settings),
    .target(
      name: "MarkdownNotes", dependencies: ["MarkdownSyntax", "CommonMark", "TextEditing"],
      swiftSettings: settings),
    .target(
      name: "LanguageServer",
      dependencies: [
        "JSONText", "MarkdownNotes", "MarkdownEditing", "MarkdownHTML", "MarkdownSyntax",
        "CommonMark", "TextEditing",
      ],
      swiftSettings: settings),

    .systemLibrary(name: "CExtendedAttributes"),
    .target(
      name: "MdeditKit",
      dependencies: [
        "MarkdownEditing", "MarkdownHTML", "MarkdownSyntax", "CommonMark", "TextEditing",
        "JSONText", "MarkdownNotes", "LanguageServer", "CExtendedAttributes",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "mdedit",
      dependencies: [
        "MdeditKit", "LanguageServer", "MarkdownEditing", "MarkdownSyntax",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "CLI", swiftSettings: settings),

    .target(
      name: "EditorTestSupport", dependencies: parsers, path: "Tests/EditorTestSupport",
      swiftSettings: settings + parserSettings),
    .testTarget(
      name: "TextEditingTests", dependencies: ["TextEditing", "EditorTestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "CommonMarkTests", dependencies: ["CommonMark", "EditorTestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MarkdownSyntaxTests",
      dependencies: [
        "MarkdownHTML", "MarkdownSyntax", "CommonMark", "TextEditing", "EditorTestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "MarkdownEditingTests",
      dependencies: [
        "AppleAdapters", "MarkdownBar", "MarkdownEditing", "MarkdownFoundation", "MarkdownSyntax",
        "TextEditing", "EditorTestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "KeyboardGeometryTests", dependencies: ["KeyboardGeometry", "EditorTestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "MdeditKit", "mdedit", "JSONText", "MarkdownNotes", "LanguageServer", "CExtendedAttributes",
        "EditorTestSupport",
      ],
      swiftSettings: testSettings),
  ],
  swiftLanguageModes: [.v6]
)

if servesPages {
  package.products.append(.executable(name: "mdedit-serve", targets: ["mdedit-serve"]))
  package.targets.append(
    .executableTarget(
      name: "mdedit-serve",
      dependencies: [
        "MdeditKit", "JSONText", .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Sources/MdeditServe", swiftSettings: settings))
}

// `@c` is Swift 6.3's; what the other targets need is older.
#if compiler(>=6.3)
  package.targets += [
    .target(
      name: "CEditingHost", path: "Sources/EditingABI/Host", publicHeadersPath: "include"),
    .target(
      name: "EditingABI",
      dependencies: [
        "CEditingHost", "MarkdownEditing", "MarkdownHTML", "MarkdownSyntax", "CommonMark",
        "TextEditing",
      ],
      exclude: ["Host", "Packed", "Wasm", "include"], swiftSettings: settings),
  ]
#endif
