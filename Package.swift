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

func tests(of name: String, with dependencies: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: ([name, "TestKit"] + dependencies).map { .byName(name: $0) },
    swiftSettings: testing)
}

/// What the tests of several targets need of a module, beside the module's own tests.
func testSupport(for name: String) -> Target {
  .target(
    name: name + "Testing", dependencies: [.byName(name: name)],
    path: "Tests/\(name)Tests/Kit", swiftSettings: strict)
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
    .executableTarget(
      name: "CommandLineTool",
      dependencies: [
        "HistoryTool", "CleanStore", "OrderScenes", "HistoryScenes", "Replay", "OrderDomain",
        "Stores",
        "EventLog", "EventSourcing", "JSONLines", "Checksums", "Transparency", "Conventions",
        "Terminal", "Platform",
      ],
      swiftSettings: strict),
    module("StoreTesting", imports: ["EventSourcing", "JSONLines"]),
    module("DeciderTesting", imports: ["EventSourcing", "JSONLines"]),
    .executableTarget(
      name: "OrderSample", dependencies: ["CleanStore"], swiftSettings: strict),
    .executableTarget(
      name: "QuizTool",
      dependencies: ["HistoryTool", "HistoryScenes", "EventLog", "EventSourcing", "JSONLines"],
      swiftSettings: strict),
    .executableTarget(name: "NewScene", dependencies: ["Platform"], swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "OrderScenes", "HistoryScenes", "Checksums", "Replay", "OrderDomain", "EventLog",
        "EventSourcing", "JSONLines", "Conventions", "Platform",
      ],
      exclude: ["Peers/Programs"], swiftSettings: strict),

    // Needs no module of this package: the second reader shares no code with what it is compared with.
    .target(name: "TestKit", path: "Tests/TestKit", swiftSettings: strict),
    tests(of: "Checksums"),
    tests(of: "ISOCodes"),
    tests(of: "Transparency", with: ["Checksums"]),
    tests(of: "JSONLines"),
    tests(
      of: "EventSourcing", with: ["JSONLines", "Checksums", "StoreTesting", "DeciderTesting"]),
    tests(
      of: "EventLog",
      with: [
        "OrderScenes", "HistoryScenes", "OrderDomain", "EventSourcing", "JSONLines", "Checksums",
        "Transparency", "StoreTesting",
      ]),
    tests(of: "OrderDomain", with: ["EventSourcing", "JSONLines", "DeciderTesting"]),
    tests(of: "Conventions", with: ["EventSourcing"]),
    tests(
      of: "Replay",
      with: ["OrderDomain", "EventSourcing", "JSONLines", "Checksums", "DeciderTesting"]),
    tests(of: "HistoryScenes", with: ["Replay", "Conventions", "EventSourcing", "JSONLines"]),
    tests(
      of: "OrderScenes",
      with: ["HistoryScenes", "Replay", "OrderDomain", "EventSourcing", "JSONLines", "Conventions"]),
    testSupport(for: "Terminal"),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "TerminalTesting", "TestKit"],
      exclude: ["Kit"], swiftSettings: testing),
    tests(of: "NewScene"),
    tests(of: "CleanStore", with: ["Stores", "EventLog", "EventSourcing", "JSONLines"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CleanStore", "CommandLineTool", "HistoryTool", "QuizTool", "OrderScenes", "HistoryScenes",
        "Conventions", "Replay",
        "OrderDomain", "EventLog",
        "Checksums", "EventSourcing", "JSONLines", "Terminal", "TerminalTesting", "TestKit",
        "Transparency",
      ],
      exclude: ["Golden", "Minimized/last-card.jsonl", "Minimized/shipped.jsonl"],
      swiftSettings: testing),
    .testTarget(name: "HouseRulesTests", dependencies: ["TestKit"], swiftSettings: testing),
    // Shares no code with what it is compared with.
    .testTarget(
      name: "SecondReaderTests", dependencies: ["TestKit"], swiftSettings: testing),
  ]
)
