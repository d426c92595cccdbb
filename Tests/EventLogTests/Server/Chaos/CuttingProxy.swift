// A proxy between clients and a server that cuts each connection at a random byte, of whichever direction.

import Foundation
import Platform
import Synchronization
import TestKit

/// Listens on a socket in a folder of its own, as a server would, and leads to the one in another folder.
final class CuttingProxy: Sendable {
  let folder: String
  private let target: String
  private let listener: Int32
  private let chance: Mutex<Seeded>
  /// One of this many messages is cut.
  private let rarity: Int
  private let count = Atomic(0)

  /// The number of connections that were cut.
  var cuts: Int { count.load(ordering: .relaxed) }

  init(to target: String, _ chance: Seeded, rarity: Int = 24) throws {
    (self.target, self.rarity) = (target + "/.s.PGSQL.5432", rarity)
    self.chance = Mutex(chance)
    folder = NSTemporaryDirectory() + "cleanstore-proxy-\(getpid())-\(chance.seed % 1_000_000)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    listener = socket(AF_UNIX, Self.stream, 0)
    let path = folder + "/.s.PGSQL.5432"
    guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 100) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 { return }
        Thread.detachNewThread { self.pass(client) }
      }
    }
  }

  func close() {
    _ = shutdown(listener, Int32(SHUT_RDWR))
    _ = Platform.close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func pass(_ client: Int32) {
    let server = socket(AF_UNIX, Self.stream, 0)
    defer {
      _ = Platform.close(client)
      _ = Platform.close(server)
    }
    guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      guard poll(&ends, 2, -1) > 0 else { return }
      for (place, end) in ends.enumerated() where end.revents != 0 {
        let received = read(end.fd, &buffer, buffer.count)
        if received <= 0 { return }
        let passed = chance.withLock { chance in
          chance.below(rarity) == 0 ? chance.below(received) : received
        }
        var sent = 0
        while sent < passed {
          let written = send(
            ends[1 - place].fd, Array(buffer[sent..<passed]), passed - sent, Self.noSignal)
          if written <= 0 { return }
          sent += written
        }
        if passed < received {
          count.add(1, ordering: .relaxed)
          return
        }
      }
    }
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  private static func withAddress<R>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
  ) -> R {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
