// The commands that show others that nothing was changed.

import HistoryScenes
import Terminal
import Transparency

extension CommandRun {
  func checkpoint() throws(Failure) -> ExitCode {
    var request = TakeCheckpoint.Request()
    request.at = invocation.text(commands.at)
    request.origin = try origin
    request.after = try invocation.text(Flags.after).map { (path) throws(Failure) in
      try checkpointFile(path)
    }
    request.isFirst = invocation.has(Flags.firstCheckpoint)
    request.fromCache = invocation.has(Flags.fromCache)
    let tiles = try invocation.text(Flags.exportedTiles).map { (path) throws(Failure) in
      try TileFolder(new: path, world)
    }
    let signer = try signer
    // Made before anything is signed: then nobody types a passphrase for nothing.
    let output = try CheckpointOutput(
      invocation.text(Flags.outputFile), isDetached: signer is SSHKey)
    let context = (try history, signer, try verifier, tiles as (any TileOutput)?)
    let response = try TakeCheckpoint.respond(to: request, with: context)
    try output?.write(TakeCheckpoint.viewModel(of: response, try formatting()))
    if output == nil || wantsJSON {
      try presenter(for: TakeCheckpoint.self).present(response)
    } else {
      for note in response.notes { screen.display(note: note) }
    }
    return .done
  }

  private var signer: (any CheckpointSigner)? {
    get throws(Failure) {
      if let key = try openSSLKey { return key }
      guard let file = invocation.text(Flags.sshKey) else { return nil }
      guard invocation.has(Flags.outputFile) else {
        throw Failure(
          .usage, code: "missing-output", "The signature needs a file of its own.",
          hint: "Pass --output FILE: the checkpoint goes there, and the signature to FILE.sig.")
      }
      return SSHKey(keygen: SSHKeygen(world), file: file)
    }
  }

  private var openSSLKey: OpenSSLKey? {
    get throws(Failure) {
      guard let file = invocation.text(Flags.key) else { return nil }
      return OpenSSLKey(openSSL: try openSSL, file: file)
    }
  }

  private var openSSL: OpenSSL {
    get throws(Failure) { try OpenSSL(invocation.text(Flags.openSSL) ?? "openssl", world) }
  }

  func key() throws(Failure) -> ExitCode {
    guard let key = try openSSLKey else {
      throw Failure(
        .usage, code: "missing-key", "No key was given.", hint: "Pass --key FILE.")
    }
    let name =
      if let origin = try origin { try TakeCheckpoint.checked(origin) } else {
        try TakeCheckpoint.origin(of: try source(storePath), nil)
      }
    return try run(ShowKey.self, name, in: key, try presenter(for: ShowKey.self))
  }

  func prove() throws(Failure) -> ExitCode {
    let operands = invocation.operands(commands.proved)
    if invocation.has(Flags.consistency) {
      guard operands.count == 2 else {
        throw Failure(
          .usage, code: "missing-operand", "Two checkpoints are needed.",
          hint: "Pass the older one first.")
      }
      let request = (try checkpointFile(operands[0]), try checkpointFile(operands[1]))
      return try examine(ProveContinuation.self, request)
    }
    guard let path = invocation.text(Flags.checkpoint) else {
      throw Failure(
        .usage, code: "missing-checkpoint", "A proof needs a checkpoint.",
        hint:
          "Take one with `\(ToolName.current) checkpoint --key FILE`, and pass it with --checkpoint."
      )
    }
    let file = try checkpointFile(path)
    if let output = invocation.text(Flags.outputFile) { return try pack(operands, file, output) }
    guard operands.count == 1, !invocation.has(Flags.withPersonal) else {
      throw Failure(
        .usage, code: "unexpected-operand", "A proof is of one entry, without personal data.",
        hint: "Pass --output FILE for an evidence pack of \(commands.words.plural).")
    }
    return try examine(ProveEntry.self, (operands[0], file))
  }

  private func pack(_ ids: [String], _ file: CheckpointFile, _ path: String) throws(Failure)
    -> ExitCode
  {
    let request = ProveStreams.Request(
      ids, file, isWithPersonalData: invocation.has(Flags.withPersonal), file: path,
      writtenBy: tool.nameAndVersion)
    let history = try history
    let output = try NewFile(path)
    return try run(
      ProveStreams.self, request, in: (history, output), try presenter(for: ProveStreams.self))
  }

  func verify() throws(Failure) -> ExitCode {
    let files = try checkpointFiles
    guard !files.isEmpty else {
      guard !invocation.has(Flags.keptTiles), !invocation.has(Flags.publicKey),
        !invocation.has(Flags.allowedSigners), !invocation.has(Flags.origin)
      else {
        throw Failure(
          .usage, code: "missing-checkpoint", "There is no checkpoint to verify.",
          hint: "Pass it with --checkpoint.")
      }
      return invocation.has(Flags.allDamage)
        ? try examine(ListDamage.self, (), orElse: .badData)
        : try examine(VerifyHistory.self, (), orElse: .badData)
    }
    let request = VerifyCheckpoints.Request(files, origin: try origin)
    return try run(
      VerifyCheckpoints.self, request, in: try evidence,
      try presenter(for: VerifyCheckpoints.self), orElse: .badData)
  }

  /// The history, and what it is verified by.
  package var evidence: VerifyCheckpoints.Context {
    get throws(Failure) {
      var tiles: TileFolder?
      if let path = invocation.text(Flags.keptTiles) { tiles = try TileFolder(kept: path, world) }
      return (try history, try verifier, tiles)
    }
  }

  /// What the log is called in its checkpoints, if that is said: by --origin, or by the name of the key.
  package var origin: String? {
    get throws(Failure) {
      if let origin = invocation.text(Flags.origin) { return origin }
      guard case .named(let key) = try publicKey else { return nil }
      return key.name
    }
  }

  package var checkpointFiles: [CheckpointFile] {
    get throws(Failure) {
      var files: [CheckpointFile] = []
      for path in invocation.texts(Flags.checkpoints) { files.append(try checkpointFile(path)) }
      return files
    }
  }

  func verifyProof() throws(Failure) -> ExitCode {
    let path = invocation.operand(Operands.proof) ?? ""
    guard let verifier = try verifier else {
      throw Failure(
        .usage, code: "missing-public-key", "Anybody can make a proof of their own log.",
        hint: "Pass the key of the log's owner with --public-key.")
    }
    let leaf = try invocation.text(Flags.leaf).map { (path) throws(Failure) in try world.read(path)
    }
    let folder = PackFolder(path)
    let content: VerifyProof.Content =
      if let folder { .folder(try folder.files(world)) } else { .file(try world.readLarge(path)) }
    let response = try VerifyProof.respond(
      to: .init(path, content, leaf: leaf, origin: try origin, by: tool.nameAndVersion),
      with: (verifier, commands.domains))
    try presenter(for: VerifyProof.self).present(response)
    return response.isPositive ? .done : response.holds ? .negative : .badData
  }

  package var verifier: (any CheckpointVerifier)? {
    get throws(Failure) {
      if let allowed = invocation.text(Flags.allowedSigners) {
        return SSHVerifier(keygen: SSHKeygen(world), allowed: allowed)
      }
      guard let passed = try publicKey else { return nil }
      let openSSL = try openSSL
      switch passed {
      case .named(let key): return OpenSSLVerifier(openSSL: openSSL) { _ in key }
      case .pem(let file, let text):
        // verify compares the log's name with the store's.
        let origin = try origin
        guard origin != nil || invocation.command != "verify-proof" else {
          throw Failure(
            .usage, code: "missing-origin", "A key in PEM doesn't say which log it is of.",
            hint: "Pass --origin, or the key as `\(ToolName.current) key` prints it.")
        }
        let key = try openSSL.publicKey(in: text, of: file)
        return OpenSSLVerifier(openSSL: openSSL) { VerifierKey(name: origin ?? $0, publicKey: key) }
      }
    }
  }

  private enum PassedKey {
    case named(VerifierKey)
    /// A file with a key that has no name, and its bytes.
    case pem(String, [UInt8])
  }

  private var publicKey: PassedKey? {
    get throws(Failure) {
      guard let passed = invocation.text(Flags.publicKey) else { return nil }
      guard !passed.contains("+") else { return .named(try Self.verifierKey(passed[...], passed)) }
      let bytes = try keyFile.read(passed, by: world)
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("-----BEGIN") { return .pem(passed, bytes) }
      return .named(try Self.verifierKey(text.trimmed, passed))
    }
  }

  private static func verifierKey(_ text: Substring, _ name: String) throws(Failure) -> VerifierKey
  {
    do throws(NoteSyntaxError) {
      return try VerifierKey(text)
    } catch {
      throw Failure(
        .usage, code: "bad-key", "\(name) isn't a key that verifies. \(error.message)",
        hint: "`\(ToolName.current) key` prints one; so does `openssl pkey -pubout`, in PEM.")
    }
  }

  private func checkpointFile(_ path: String) throws(Failure) -> CheckpointFile {
    var signature: [UInt8]?
    do throws(Failure) {
      signature = try world.read(path + SSHVerifier.suffix)
    } catch {
      // Without these flags, nothing depends on it.
      let isNeeded = invocation.has(Flags.allowedSigners) || invocation.has(Flags.sshKey)
      if isNeeded, error.kind != .notFound { throw error }
    }
    return try CheckpointFile(path, try world.read(path), signature: signature)
  }
}

extension String {
  /// Without what a file ends with.
  fileprivate var trimmed: Substring {
    var text = self[...]
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
