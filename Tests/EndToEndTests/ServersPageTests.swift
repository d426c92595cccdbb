import Foundation
import TestKit
import Testing

/// Docs/Servers.md is true: its commands lead from an empty folder and a new server to a store that is shared.
@Suite struct ServersPageTests {
  @Test(.needs(.jq), .needsServer) func `the page leads from a new server to a shared store`()
    throws
  {
    let cluster = try PrivateCluster("page")
    let workspace = try Workspace()
    let folder = URL(fileURLWithPath: try Tool.path()).deletingLastPathComponent().path
    let environment = [
      "PATH": folder + ":" + (Tool.environment["PATH"] ?? ""), "HOME": workspace.path,
      "PGHOST": cluster.folder, "PGUSER": "postgres",
    ]
    let errors = try DocumentationTests.expectExamples(
      of: DocumentationTests.servers, in: workspace.path, environment: environment
    ) {
      $0.replacing(/PostgreSQL [0-9.]+/, with: "PostgreSQL (version)")
        .replacing(/last one at [-0-9]+ [0-9:]+/, with: "last one at (time)")
    }
    #expect(errors.isEmpty, "\(errors)")
  }
}
