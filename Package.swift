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
    .library(name: "CleanStoreHistories", targets: ["CleanStoreHistories"]),
    .library(name: "EventSourcing", targets: ["EventSourcing", "EventLog", "JSONLines"]),
    .library(name: "HistoryTool", targets: ["HistoryTool", "HistoryScenes"]),
    .library(name: "EventSourcingTesting", targets: ["EventSourcingTesting"]),
  ],
  dependencies: [],
  targets: [
    .target(name: "Instructions"),
    module("Platform"),
    module("Integrity", imports: ["Instructions"]),
    module("JSONLines", imports: ["Instructions"]),
    module("EventSourcing", imports: ["JSONLines", "Integrity", "Platform"]),
    module("EventLog", imports: ["EventSourcing", "Integrity", "Platform"]),
    module("OrderDomain", imports: ["EventSourcing"]),
    module("Formatting", imports: ["EventSourcing"]),
    module("Examination", imports: ["Formatting", "EventSourcing", "Integrity"]),
    module("HistoryScenes", imports: ["Examination", "Integrity"]),
    module("OrderScenes", imports: ["HistoryScenes", "OrderDomain"]),
    module("Terminal", imports: ["Formatting", "Platform"]),
    module(
      "CleanStore",
      imports: ["Formatting", "OrderDomain", "EventLog", "EventSourcing", "JSONLines"]),
    module("HTML", imports: ["HistoryScenes", "Integrity"]),
    module(
      "CleanStoreHistories",
      imports: ["CleanStore", "Examination", "OrderDomain", "EventLog", "EventSourcing"]),
    module(
      "HistoryTool",
      imports: ["HTML", "Terminal", "HistoryScenes", "EventLog", "Integrity", "Platform"]),
    .executableTarget(
      name: "CommandLineTool",
      dependencies: ["HistoryTool", "OrderScenes", "Platform"],
      swiftSettings: strict),
    module("EventSourcingTesting", imports: ["EventSourcing", "JSONLines"]),
    .executableTarget(
      name: "OrderSample", dependencies: ["CleanStore"], swiftSettings: strict),
    module("QuizDomain", imports: ["HistoryScenes", "EventSourcing"]),
    .executableTarget(
      name: "QuizTool",
      dependencies: ["QuizDomain", "HistoryTool"],
      swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "OrderScenes", "HistoryScenes", "Examination", "Formatting", "OrderDomain", "EventLog",
        "EventSourcing", "JSONLines", "Integrity", "Platform",
      ],
      exclude: ["Peers/Programs"], swiftSettings: strict),

    kit("TestKit"),
    kit(
      "DomainKit", imports: ["OrderDomain", "EventSourcing", "JSONLines", "EventSourcingTesting"]),
    kit("TerminalKit", imports: ["Terminal", "Platform"]),
    kit("SceneKit", imports: ["HistoryScenes", "JSONLines"]),
    tests(
      "BasicsTests",
      of: ["Platform", "Integrity", "EventSourcing", "JSONLines", "Formatting", "Terminal"],
      with: ["TerminalKit"]),
    tests(
      "EventSourcingTests",
      of: ["EventSourcing", "JSONLines", "Integrity", "EventSourcingTesting", "QuizDomain"],
      with: ["DomainKit"]),
    tests(
      "EventLogTests",
      of: [
        "EventLog", "OrderScenes", "HistoryScenes", "Examination", "OrderDomain", "EventSourcing",
        "JSONLines", "Integrity", "EventSourcingTesting",
      ], with: ["DomainKit", "SceneKit"]),
    tests(
      "OrderDomainTests",
      of: ["OrderDomain", "EventSourcing", "JSONLines", "EventSourcingTesting"],
      with: ["DomainKit"]),
    tests(
      "ExaminationTests",
      of: [
        "Examination", "OrderDomain", "EventSourcing", "JSONLines", "Integrity", "Formatting",
        "QuizDomain",
      ], with: ["DomainKit"]),
    tests(
      "ScenesTests",
      of: [
        "OrderScenes", "HistoryScenes", "Examination", "OrderDomain", "EventSourcing", "JSONLines",
        "Formatting", "Integrity", "QuizDomain",
      ], with: ["SceneKit"]),
    tests(
      "EndToEndTests",
      of: [
        "CleanStore", "CommandLineTool", "CleanStoreHistories", "HistoryTool", "OrderSample",
        "QuizTool", "QuizDomain", "OrderScenes", "HistoryScenes", "Formatting", "Examination",
        "OrderDomain", "EventLog", "Integrity",
        "EventSourcing", "JSONLines", "Terminal", "Platform",
      ], with: ["TerminalKit"],
      exclude: ["Golden", "Minimized/last-card.jsonl", "Minimized/shipped.jsonl"]),
    // Imports no module: the second reader shares no code with what it is compared with.
    tests("IndependentTests"),
  ]
)
