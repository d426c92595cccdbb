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
    module("CRC32C", imports: ["Instructions"]),
    module("JSONLines", imports: ["Instructions"]),
    module("EventSourcing", imports: ["JSONLines", "CRC32C"]),
    module("EventLog", imports: ["EventSourcing", "JSONLines"]),
    module("Orders", imports: ["EventSourcing", "JSONLines"]),
    module("Spelling"),
    module("Replay", imports: ["EventSourcing", "JSONLines", "Spelling"]),
    module("UseCases", imports: ["Replay", "Orders", "EventSourcing", "JSONLines"]),
    module("Terminal", imports: ["Spelling"]),
    module(
      "CleanStore",
      imports: ["UseCases", "Replay", "Orders", "EventLog", "EventSourcing", "JSONLines"]),
    .executableTarget(
      name: "CommandLineTool",
      dependencies: [
        "CleanStore", "UseCases", "Replay", "Orders", "EventLog", "EventSourcing", "JSONLines",
        "Terminal",
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
        "UseCases", "CRC32C", "Replay", "Orders", "EventLog", "EventSourcing", "JSONLines",
      ],
      swiftSettings: strict),

    tests(of: "CRC32C"),
    tests(of: "JSONLines"),
    tests(of: "EventSourcing", with: ["JSONLines", "CRC32C", "StoreContract", "DeciderTesting"]),
    tests(of: "EventLog", with: ["EventSourcing", "JSONLines", "CRC32C", "StoreContract"]),
    tests(of: "Orders", with: ["EventSourcing", "JSONLines", "DeciderTesting"]),
    tests(of: "Spelling"),
    tests(of: "Replay", with: ["Orders", "EventSourcing", "JSONLines", "DeciderTesting"]),
    tests(of: "UseCases", with: ["Replay", "Orders", "EventSourcing", "JSONLines"]),
    tests(of: "Terminal"),
    tests(of: "NewScene"),
    tests(of: "CleanStore", with: ["EventLog"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CleanStore", "CommandLineTool", "UseCases", "Replay", "Orders", "EventLog",
        "EventSourcing", "JSONLines", "Terminal",
      ],
      exclude: ["Golden", "Minimized/shipped.jsonl"], swiftSettings: strict),
    .testTarget(name: "HouseRulesTests", swiftSettings: strict),
  ]
)
