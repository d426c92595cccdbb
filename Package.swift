// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A library target of this package and what it may import.
func module(_ name: String, imports dependencies: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: strict)
}

func tests(of name: String, with dependencies: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: ([name] + dependencies).map { .byName(name: $0) },
    swiftSettings: strict)
}

let package = Package(
  name: "CleanStore",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "cleanstore", targets: ["CommandLineTool"]),
    .library(name: "CleanStore", targets: ["CleanStore"]),
    .library(name: "EventSourcing", targets: ["EventSourcing", "EventLog", "JSONLines"]),
    .library(name: "StoreContract", targets: ["StoreContract"]),
    .library(name: "DeciderTesting", targets: ["DeciderTesting"]),
  ],
  dependencies: [],
  targets: [
    .target(name: "Instructions"),
    module("Checksums", imports: ["Instructions"]),
    module("JSONLines", imports: ["Instructions"]),
    module("EventSourcing", imports: ["JSONLines", "Checksums"]),
    module("EventLog", imports: ["EventSourcing", "JSONLines"]),
    module("Orders", imports: ["EventSourcing", "JSONLines"]),
    module("Conventions", imports: ["EventSourcing"]),
    module("Replay", imports: ["EventSourcing", "JSONLines", "Checksums", "Conventions"]),
    module("HistoryScenes", imports: ["Replay", "EventSourcing", "JSONLines", "Conventions"]),
    module(
      "OrderScenes",
      imports: ["HistoryScenes", "Replay", "Orders", "EventSourcing", "JSONLines", "Conventions"]),
    module("Terminal", imports: ["Conventions"]),
    module(
      "CleanStore",
      imports: [
        "OrderScenes", "HistoryScenes", "Replay", "Orders", "EventLog", "EventSourcing",
        "JSONLines", "Conventions",
      ]),
    .executableTarget(
      name: "CommandLineTool",
      dependencies: [
        "CleanStore", "OrderScenes", "HistoryScenes", "Replay", "Orders", "EventLog",
        "EventSourcing", "JSONLines",
        "Conventions", "Terminal",
      ],
      swiftSettings: strict),
    module("StoreContract", imports: ["EventSourcing", "JSONLines"]),
    module("DeciderTesting", imports: ["EventSourcing", "JSONLines"]),
    .executableTarget(
      name: "OrderSample", dependencies: ["CleanStore"], swiftSettings: strict),
    .executableTarget(name: "NewScene", swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "OrderScenes", "HistoryScenes", "Checksums", "Replay", "Orders", "EventLog",
        "EventSourcing",
        "JSONLines", "Conventions",
      ],
      swiftSettings: strict),

    tests(of: "Checksums"),
    tests(of: "JSONLines"),
    tests(
      of: "EventSourcing", with: ["JSONLines", "Checksums", "StoreContract", "DeciderTesting"]),
    tests(of: "EventLog", with: ["EventSourcing", "JSONLines", "Checksums", "StoreContract"]),
    tests(of: "Orders", with: ["EventSourcing", "JSONLines", "DeciderTesting"]),
    tests(of: "Conventions", with: ["EventSourcing"]),
    tests(
      of: "Replay",
      with: ["Orders", "EventSourcing", "JSONLines", "Checksums", "DeciderTesting"]),
    tests(of: "HistoryScenes", with: ["Conventions", "EventSourcing", "JSONLines"]),
    tests(
      of: "OrderScenes",
      with: ["HistoryScenes", "Replay", "Orders", "EventSourcing", "JSONLines", "Conventions"]),
    tests(of: "Terminal"),
    tests(of: "NewScene"),
    tests(of: "CleanStore", with: ["EventLog"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CleanStore", "CommandLineTool", "OrderScenes", "HistoryScenes", "Conventions", "Replay",
        "Orders", "EventLog",
        "EventSourcing", "JSONLines", "Terminal",
      ],
      exclude: ["Golden", "Minimized/shipped.jsonl"], swiftSettings: strict),
    .testTarget(name: "HouseRulesTests", swiftSettings: strict),
  ]
)
