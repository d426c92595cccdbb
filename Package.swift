// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Tests needn't be fast where what they test is: without this, half of building for release is for them.
let testing = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A library target of this package and what it may import.
func module(_ name: String, imports dependencies: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: strict)
}

/// What several test targets share: it is beside them.
func kit(_ name: String, imports dependencies: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, path: "Tests/" + name,
    swiftSettings: strict)
}

func tests(
  _ name: String, of modules: [String] = [], with kits: [String] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: (modules + ["TestKit"] + kits).map { .byName(name: $0) },
    exclude: exclude, swiftSettings: testing)
}

let package = Package(
  name: "CleanStore",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "cleanstore", targets: ["CommandLineTool"]),
    .executable(name: "quiz", targets: ["QuizTool"]),
    .library(name: "CleanStore", targets: ["CleanStore"]),
    .library(name: "EventSourcing", targets: ["EventSourcing", "EventLog", "Stores", "JSONLines"]),
    .library(name: "HistoryTool", targets: ["HistoryTool", "HistoryScenes"]),
    .library(name: "StoreTesting", targets: ["StoreTesting"]),
    .library(name: "DeciderTesting", targets: ["DeciderTesting"]),
  ],
  dependencies: [],
  targets: [
    .target(name: "Instructions"),
    module("Platform"),
    module("Checksums", imports: ["Instructions"]),
    module("JSONLines", imports: ["Instructions"]),
    module("Transparency", imports: ["Checksums"]),
    module("EventSourcing", imports: ["JSONLines", "Checksums", "Transparency", "Platform"]),
    module(
      "EventLog", imports: ["Checksums", "EventSourcing", "JSONLines", "Transparency", "Platform"]),
    module("Stores", imports: ["EventLog", "EventSourcing"]),
    module("ISOCodes"),
    module("OrderDomain", imports: ["EventSourcing", "JSONLines", "ISOCodes"]),
    module("Conventions", imports: ["EventSourcing", "ISOCodes"]),
    module("Replay", imports: ["EventSourcing", "JSONLines", "Checksums", "Conventions"]),
    module(
      "HistoryScenes",
      imports: [
        "Replay", "EventSourcing", "JSONLines", "Transparency", "Checksums", "Conventions",
      ]),
    module(
      "OrderScenes",
      imports: [
        "HistoryScenes", "Replay", "OrderDomain", "EventSourcing", "JSONLines", "Conventions",
      ]),
    module("Terminal", imports: ["Conventions", "Platform"]),
    module(
      "CleanStore",
      imports: [
        "OrderScenes", "HistoryScenes", "Replay", "OrderDomain", "Stores", "EventLog",
        "EventSourcing",
        "JSONLines", "Conventions",
      ]),
    module(
      "HistoryTool",
      imports: [
        "Terminal", "HistoryScenes", "Replay", "Stores", "EventLog", "EventSourcing", "JSONLines",
        "Transparency", "Conventions", "Platform",
      ]),
    module(
      "HTML", imports: ["OrderScenes", "HistoryScenes", "Terminal", "Transparency", "Checksums"]),
    .executableTarget(
      name: "CommandLineTool",
      dependencies: [
        "HistoryTool", "HTML", "CleanStore", "OrderScenes", "HistoryScenes", "Replay",
        "OrderDomain", "Stores", "EventLog", "EventSourcing", "JSONLines", "Conventions",
        "Terminal", "Platform",
      ],
      swiftSettings: strict),
    module("StoreTesting", imports: ["EventSourcing", "JSONLines"]),
    module("DeciderTesting", imports: ["EventSourcing", "JSONLines"]),
    .executableTarget(
      name: "OrderSample", dependencies: ["CleanStore"], swiftSettings: strict),
    module("QuizDomain", imports: ["HistoryScenes", "EventSourcing"]),
    .executableTarget(
      name: "QuizTool",
      dependencies: ["QuizDomain", "HistoryTool", "HistoryScenes", "EventSourcing"],
      swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "OrderScenes", "HistoryScenes", "Checksums", "Replay", "OrderDomain", "EventLog",
        "EventSourcing", "JSONLines", "Conventions", "Platform",
      ],
      exclude: ["Peers/Programs"], swiftSettings: strict),

    kit("TestKit"),
    kit("DomainKit", imports: ["OrderDomain", "EventSourcing", "JSONLines", "DeciderTesting"]),
    kit("TerminalKit", imports: ["Terminal"]),
    tests(
      "BasicsTests",
      of: [
        "Checksums", "ISOCodes", "Transparency", "JSONLines", "Conventions", "EventSourcing",
        "Terminal",
      ], with: ["TerminalKit"]),
    tests(
      "EventSourcingTests",
      of: [
        "EventSourcing", "JSONLines", "Checksums", "StoreTesting", "DeciderTesting", "QuizDomain",
      ], with: ["DomainKit"]),
    tests(
      "EventLogTests",
      of: [
        "EventLog", "OrderScenes", "HistoryScenes", "Replay", "OrderDomain", "EventSourcing",
        "JSONLines", "Checksums", "Transparency", "StoreTesting",
      ], with: ["DomainKit"]),
    tests(
      "OrderDomainTests",
      of: ["OrderDomain", "EventSourcing", "JSONLines", "ISOCodes", "DeciderTesting"],
      with: ["DomainKit"]),
    tests(
      "ReplayTests",
      of: [
        "Replay", "OrderDomain", "EventSourcing", "JSONLines", "Checksums", "Conventions",
        "QuizDomain",
      ], with: ["DomainKit"]),
    tests(
      "ScenesTests",
      of: [
        "OrderScenes", "HistoryScenes", "Replay", "OrderDomain", "EventSourcing", "JSONLines",
        "Conventions", "Checksums", "QuizDomain",
      ]),
    tests(
      "EndToEndTests",
      of: [
        "CleanStore", "CommandLineTool", "HistoryTool", "QuizTool", "QuizDomain",
        "OrderScenes", "HistoryScenes", "Conventions", "Replay", "OrderDomain", "Stores",
        "EventLog", "Checksums", "EventSourcing", "JSONLines", "Terminal", "Transparency",
      ], with: ["TerminalKit"],
      exclude: ["Golden", "Minimized/last-card.jsonl", "Minimized/shipped.jsonl"]),
    // Imports no module: the second reader shares no code with what it is compared with.
    tests("IndependentTests"),
  ]
)
