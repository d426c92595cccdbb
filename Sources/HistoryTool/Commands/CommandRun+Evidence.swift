// The commands that show others that nothing was changed.

import Integrity
import Platform

/// The names of the files and keys that evidence is made of.
struct EvidenceFlags: Sendable {
  var checkpoints: [String] = []
  var publicKeys: [String] = []
  var witnesses: [String] = []
  /// The number of witnesses that must have signed; nil for all of them.
  var quorum: Int?
  var allowedSigners: String?
  var origin: String?
  var openSSL: String?
  var tiles: String?
  var key: String?
  var sshKey: String?

  /// Whether something depends on the signature in a file beside a checkpoint.
  fileprivate var needsSignatureFile: Bool { allowedSigners != nil || sshKey != nil }
}

struct CheckpointFlags: Sendable {
  var taken = TakeCheckpoint.Request()
  var evidence = EvidenceFlags()
  var after: String?
  var tiles: String?
  var output: String?
}

struct ProofRequest: Sendable {
  var operands: [String] = []
  var checkpoint: String?
  var isOfCheckpoints = false
  var isWithPersonalData = false
  var output: String?
}

struct ProofFlags: Sendable {
  var file = ""
  var leaf: String?
  var evidence = EvidenceFlags()
}

struct VerifyRequest: Sendable {
  var evidence = EvidenceFlags()
  var namesAll = false
}

extension CommandRun {
  func checkpoint(_ flags: CheckpointFlags) throws(Failure) -> ExitCode {
    var request = flags.taken
    request.origin = try origin(flags.evidence)
    request.after = try flags.after.map { (path) throws(Failure) in
      try checkpointFile(path, flags.evidence)
    }
    let tiles = try flags.tiles.map { (path) throws(Failure) in try TileFolder(new: path, world) }
    let signer = try signer(flags)
    // Made before anything is signed: a passphrase should not be typed for nothing.
    let output = try CheckpointOutput(flags.output, isDetached: signer is SSHKey)
    let context = (try history, signer, try verifier(flags.evidence), tiles as (any TileOutput)?)
    let response = try TakeCheckpoint.respond(to: request, with: context)
    try output?.write(TakeCheckpoint.viewModel(of: response, try formatting()))
    if output == nil || wantsJSON {
      try presenter(for: TakeCheckpoint.self).present(response)
    } else {
      for note in response.notes { screen.display(note: note) }
    }
    return .done
  }

  private func signer(_ flags: CheckpointFlags) throws(Failure) -> (any CheckpointSigner)? {
    if let key = try openSSLKey(flags.evidence) { return key }
    guard let file = flags.evidence.sshKey else { return nil }
    guard flags.output != nil else {
      throw Failure(
        .usage, code: "missing-output", "The signature needs a file of its own.",
        hint: "Pass --output FILE: the checkpoint goes there, and the signature to FILE.sig.")
    }
    return SSHKey(keygen: SSHKeygen(world), file: file)
  }

  private func openSSLKey(_ flags: EvidenceFlags) throws(Failure) -> OpenSSLKey? {
    guard let file = flags.key else { return nil }
    return OpenSSLKey(openSSL: try openSSL(flags), file: file)
  }

  private func openSSL(_ flags: EvidenceFlags) throws(Failure) -> OpenSSL {
    try OpenSSL(flags.openSSL ?? "openssl", world)
  }

  func key(_ flags: EvidenceFlags) throws(Failure) -> ExitCode {
    guard let key = try openSSLKey(flags) else {
      throw Failure(.usage, code: "missing-key", "No key was given.", hint: "Pass --key FILE.")
    }
    let name =
      if let origin = try origin(flags) { try TakeCheckpoint.checked(origin) } else {
        try TakeCheckpoint.origin(of: try source(storePath), nil)
      }
    return try run(ShowKey.self, name, in: key)
  }

  func prove(_ proof: ProofRequest) throws(Failure) -> ExitCode {
    let operands = proof.operands
    if proof.isOfCheckpoints {
      guard operands.count == 2 else {
        throw Failure(
          .usage, code: "missing-operand", "Two checkpoints are needed.",
          hint: "Pass the older one first.")
      }
      let request = (try checkpointFile(operands[0]), try checkpointFile(operands[1]))
      return try examine(ProveContinuation.self, request)
    }
    guard let path = proof.checkpoint else {
      throw Failure(
        .usage, code: "missing-checkpoint", "A proof needs a checkpoint.",
        hint:
          "Take one with `\(ToolName.current) checkpoint --key FILE`, and pass it with --checkpoint."
      )
    }
    let file = try checkpointFile(path)
    if let output = proof.output {
      let request = ProveStreams.Request(
        operands, file, isWithPersonalData: proof.isWithPersonalData, file: output,
        writtenBy: tool.nameAndVersion)
      let (history, output) = (try history, try NewFile(output))
      return try run(ProveStreams.self, request, in: (history, output))
    }
    guard operands.count == 1, !proof.isWithPersonalData else {
      throw Failure(
        .usage, code: "unexpected-operand", "A proof is of one entry, without personal data.",
        hint: "Pass --output FILE for an evidence pack of \(commands.words.plural).")
    }
    return try examine(ProveEntry.self, (.typed(operands[0]), file))
  }

  func verify(_ verified: VerifyRequest) throws(Failure) -> ExitCode {
    let flags = verified.evidence
    let files = try checkpointFiles(flags)
    guard !files.isEmpty else {
      guard flags.tiles == nil, flags.publicKeys.isEmpty, flags.allowedSigners == nil,
        flags.witnesses.isEmpty, flags.quorum == nil, flags.origin == nil
      else {
        throw Failure(
          .usage, code: "missing-checkpoint", "There is no checkpoint to verify.",
          hint: "Pass it with --checkpoint.")
      }
      return verified.namesAll
        ? try run(ListDamage.self, (), in: try anyHistory, orElse: .badData)
        : try run(VerifyHistory.self, (), in: try anyHistory, orElse: .badData)
    }
    let request = VerifyCheckpoints.Request(files, origin: try origin(flags))
    return try run(
      VerifyCheckpoints.self, request, in: try evidence(flags, of: try anyHistory), orElse: .badData
    )
  }

  /// A history, and what it is verified by.
  func evidence(_ flags: EvidenceFlags, of history: History) throws(Failure)
    -> VerifyCheckpoints.Context
  {
    let tiles = try flags.tiles.map { (path) throws(Failure) in try TileFolder(kept: path, world) }
    return (history, try verifier(flags), tiles)
  }

  /// The log's name in its checkpoints, if that is given: by --origin, or by the name of the key.
  func origin(_ flags: EvidenceFlags) throws(Failure) -> String? {
    if let origin = flags.origin { return origin }
    return try publicKeys(flags).lazy.compactMap(\.name).first
  }

  func checkpointFiles(_ flags: EvidenceFlags) throws(Failure) -> [CheckpointFile] {
    try flags.checkpoints.map { (path) throws(Failure) in try checkpointFile(path, flags) }
  }

  func verifyProof(_ flags: ProofFlags) throws(Failure) -> ExitCode {
    let path = flags.file
    guard let verifier = try verifier(flags.evidence, needsOrigin: true) else {
      throw Failure(
        .usage, code: "missing-public-key", "Without a key, a proof may be of any log.",
        hint: "Pass the key of the log's owner with --public-key.")
    }
    let leaf = try flags.leaf.map { (path) throws(Failure) in try world.read(path) }
    let folder = PackFolder(path)
    let content: VerifyProof.Content =
      if let folder { .folder(try folder.files(world)) } else { .file(try world.readLarge(path)) }
    let response = try VerifyProof.respond(
      to: .init(
        path, content, leaf: leaf, origin: try origin(flags.evidence), by: tool.nameAndVersion),
      with: (verifier, commands.domains))
    try presenter(for: VerifyProof.self).present(response)
    return response.isPositive ? .done : response.holds ? .negative : .badData
  }

  /// - Parameter needsOrigin: Whether nothing else tells which log a key without a name is of.
  func verifier(
    _ flags: EvidenceFlags, needsOrigin: Bool = false
  ) throws(Failure) -> (any CheckpointVerifier)? {
    let signers = try signers(flags, needsOrigin: needsOrigin)
    guard !flags.witnesses.isEmpty || flags.quorum != nil else { return signers }
    var witnesses: [VerifierKey] = []
    for passed in flags.witnesses {
      for case .named(let key) in try keys(passed, .cosignature) where !witnesses.contains(key) {
        guard !witnesses.contains(where: { $0.publicKey == key.publicKey }) else {
          throw Failure(
            .usage, code: "bad-key",
            "Two witnesses, of which one is \(key.name), have the same key.",
            hint: "One of them isn't a witness of its own. Pass the key once.")
        }
        witnesses.append(key)
      }
    }
    let count = WitnessVerifier.count(witnesses)
    let quorum = flags.quorum ?? count
    guard let signers, quorum <= count else {
      throw Failure(
        .usage, code: signers == nil ? "missing-public-key" : "bad-quorum",
        signers == nil
          ? "Witnesses vouch for what the log's owner has signed, and no key of the owner was passed."
          : "\(quorum) witnesses can't have signed: there are \(count).",
        hint: signers == nil
          ? "Pass the key with --public-key." : "Pass more of them with --witness.")
    }
    return WitnessVerifier(
      signers: signers, openSSL: try openSSL(flags), witnesses: witnesses, quorum: quorum)
  }

  private func signers(
    _ flags: EvidenceFlags, needsOrigin: Bool
  ) throws(Failure) -> (any CheckpointVerifier)? {
    if let allowed = flags.allowedSigners {
      return SSHVerifier(keygen: SSHKeygen(world), allowed: allowed)
    }
    let passed = try publicKeys(flags)
    guard !passed.isEmpty else { return nil }
    let (openSSL, origin) = (try openSSL(flags), try origin(flags))
    let keys = try passed.map { (passed) throws(Failure) -> (name: String?, bytes: [UInt8]) in
      switch passed {
      case .named(let key): return (key.name, key.publicKey)
      case .pem(let file, let text):
        guard origin != nil || !needsOrigin else {
          throw Failure(
            .usage, code: "missing-origin", "A key in PEM doesn't say which log it is of.",
            hint: "Pass --origin, or the key as `\(ToolName.current) key` prints it.")
        }
        return (origin, try openSSL.publicKey(in: text, of: file))
      }
    }
    return OpenSSLVerifier(openSSL: openSSL) { name in
      keys.map { VerifierKey(name: $0.name ?? name, publicKey: $0.bytes) }
    }
  }

  private enum PassedKey {
    case named(VerifierKey)
    /// A file with a key that has no name, and its bytes.
    case pem(String, [UInt8])

    var name: String? { if case .named(let key) = self { key.name } else { nil } }
  }

  private func publicKeys(_ flags: EvidenceFlags) throws(Failure) -> [PassedKey] {
    var all: [PassedKey] = []
    for passed in flags.publicKeys { all += try keys(passed, .signature) }
    return all
  }

  /// The keys that an argument is or names: a key, or a file with a key on each line or one in PEM.
  private func keys(_ passed: String, _ kind: VerifierKey.Kind) throws(Failure) -> [PassedKey] {
    guard !passed.contains("+") else {
      return [.named(try Self.verifierKey(passed[...], passed, kind))]
    }
    let bytes = try keyFile.read(passed, by: world)
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("-----BEGIN"), kind == .signature { return [.pem(passed, bytes)] }
    let lines = text.split(whereSeparator: \.isNewline)
    return try (lines.isEmpty ? [""] : lines).map { (line) throws(Failure) in
      .named(try Self.verifierKey(line, passed, kind))
    }
  }

  private static func verifierKey(
    _ text: Substring, _ name: String, _ kind: VerifierKey.Kind
  ) throws(Failure) -> VerifierKey {
    func bad(_ message: String) -> Failure {
      Failure(
        .usage, code: "bad-key", "\(name) isn't a key that verifies. \(message)",
        hint: kind == .signature
          ? "`\(ToolName.current) key` prints one; so does `openssl pkey -pubout`, in PEM."
          : "A witness publishes its key as NAME+DIGITS+BASE64.")
    }
    let key = try Failure.of(NoteSyntaxError.self, VerifierKey(text)) { bad($0.message) }
    guard key.kind == kind else {
      throw bad(
        kind == .signature ? "It is the key of a witness." : "It isn't the key of a witness.")
    }
    return key
  }

  private func checkpointFile(
    _ path: String, _ flags: EvidenceFlags = EvidenceFlags()
  ) throws(Failure) -> CheckpointFile {
    var signature: [UInt8]?
    do throws(Failure) {
      signature = try world.read(path + SSHVerifier.suffix)
    } catch {
      // Without these flags, nothing depends on it.
      if flags.needsSignatureFile, error.kind != .notFound { throw error }
    }
    return try CheckpointFile(path, try world.read(path), signature: signature)
  }
}
