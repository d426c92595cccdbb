// The rows of the commands that show others that nothing was changed.

extension HistoryCommands {
  var checkpoint: ToolCommand {
    ToolCommand(
      "checkpoint",
      summary: "Print the log's name, size and root hash, to sign and keep elsewhere.",
      discussion: [
        "Prints the log's name, how many entries it has, and the root hash of the Merkle tree over "
          + "them (C2SP tlog-checkpoint). Keep it where a writer of the log can't change it: then "
          + "`\(tool) verify --checkpoint` finds whatever is changed, cut off or inserted up to there.",
        "With --key, it is signed with an Ed25519 key by the program openssl; the result is a signed note "
          + "(C2SP signed-note). With --ssh-key, ssh-keygen signs exactly its bytes, and the signature "
          + "goes to a file of its own. Signing reads every entry, unless --from-cache is given, and is "
          + "refused if the log doesn't continue the checkpoint that was signed before.",
        "With --tiles, the hashes of all entries are written to a folder, too. With them, verify finds "
          + "the first entry that was changed.",
      ],
      examples: [
        Example("\(tool) checkpoint > today", "Take a checkpoint of the whole log."),
        Example(
          "\(tool) checkpoint --key key.pem --first > first", "Sign the first checkpoint of a log."),
        Example(
          "\(tool) checkpoint --key key.pem --after first > next", "Sign one that continues it."),
      ],
      flags: [
        at(\.taken.at), Flags.origin(\.evidence.origin), Flags.key(\.evidence.key),
        Flags.sshKey(\.evidence.sshKey), Flags.after(\.after),
        Flags.firstCheckpoint(\.taken.isFirst),
        Flags.fromCache(\.taken.fromCache), Flags.exportedTiles(\.tiles),
        Flags.outputFile(\.output),
        Flags.earlierKey(\.evidence.publicKeys), Flags.openSSL(\.evidence.openSSL),
      ],
      exclusive: [[Flags.key, Flags.sshKey], [Flags.after, Flags.firstCheckpoint]],
      request: CheckpointFlags(), run: CommandRun.checkpoint)
  }

  var key: ToolCommand {
    ToolCommand(
      "key", summary: "Print the public key with which others verify checkpoints.",
      discussion: [
        "Prints the key of a private key file as a verifier key (C2SP signed-note): its name, which is "
          + "the log's, eight digits, and the key. Publish it where people can rely on it."
      ],
      examples: [
        Example("\(tool) key --key key.pem", "Print the public key that belongs to key.pem.")
      ],
      flags: [Flags.key(\.key), Flags.origin(\.origin), Flags.openSSL(\.openSSL)],
      request: EvidenceFlags(), run: CommandRun.key)
  }

  var prove: ToolCommand {
    ToolCommand(
      "prove", summary: "Prove that entries are in the log of a signed checkpoint.",
      discussion: [
        "For one entry, prints a proof (C2SP tlog-proof) that others can verify without the log and "
          + "without this tool. With --output, the operands are \(words.plural): the file becomes an evidence "
          + "pack, a tar archive with all their entries, a proof of each, the checkpoint, a timeline, and "
          + "how to verify it all. Personal data is left out unless --with-personal is given.",
        "With --consistency, the operands are two checkpoints: prints the proof that the second one "
          + "continues the first, as witnesses take it (add-checkpoint of C2SP tlog-witness).",
      ],
      examples: [
        Example("\(tool) prove @7 --checkpoint today", "Prove that entry 7 is in the log."),
        Example(
          "\(tool) prove \(id) --checkpoint today --output \(id).tar",
          "Collect the entries of \(words.subject) with their proofs."),
        Example("\(tool) prove --consistency first today", "Prove that today continues first."),
      ],
      operands: [proved(\.operands)],
      flags: [
        Flags.checkpoint(\.checkpoint), Flags.consistency(\.isOfCheckpoints),
        withPersonal(\.isWithPersonalData), Flags.outputFile(\.output),
      ],
      exclusive: [[Flags.consistency, Flags.checkpoint], [Flags.consistency, Flags.outputFile]],
      request: ProofRequest(), run: CommandRun.prove)
  }

  var proved: Operand<[String]> {
    Operand(
      "SEQ|\(noun)|FILE", .oneOrMore, examples.listing,
      help:
        "An entry, as @SEQ or ID@REV; with --output, \(words.plural); with --consistency, two checkpoints."
    )
  }

  var verifyProof: ToolCommand {
    ToolCommand(
      "verify-proof", summary: "Verify a proof or an evidence pack; needs no store.",
      discussion: [
        "Shows of each entry whether it is in the log, and when, by whom and what. A pack may be the file "
          + "that prove wrote, a folder that it was unpacked to, or what another tar has made of that; other "
          + "files in it are refused.",
        "Exits with 65 if a proof doesn't hold, the signature isn't of the key that was passed, an accepted "
          + "entry is missing from a pack, or its timeline.txt or README.txt isn't what the entries say. If the "
          + "pack says that another version wrote it, and this one would write these two differently, they can't "
          + "be compared: that is said, and the exit code is 1.",
      ],
      examples: [
        Example("\(tool) verify-proof \(id).tar --public-key log.vkey", "Verify an evidence pack."),
        Example(
          "\(tool) verify-proof 7.tlog-proof --leaf 7.leaf --public-key log.vkey",
          "Verify one proof."),
      ],
      operands: [Operands.proof(\.file)],
      flags: [
        Flags.leaf(\.leaf), Flags.publicKey(\.evidence.publicKeys),
        Flags.witness(\.evidence.witnesses), Flags.quorum(\.evidence.quorum),
        Flags.provedOrigin(\.evidence.origin), Flags.openSSL(\.evidence.openSSL),
      ], request: ProofFlags(), run: CommandRun.verifyProof)
  }
}

extension Flags {
  /// Flags of commands that verify a log by checkpoints and the log's hashes.
  static func evidence<Request>(
    _ place: any WritableKeyPath<Request, EvidenceFlags> & Sendable
  ) -> [RequestFlag<Request>] {
    signedEvidence(place) + [keptTiles { $0[keyPath: place].tiles = $1 }]
  }
  /// Flags of commands that verify a log by checkpoints.
  static func signedEvidence<Request>(
    _ place: any WritableKeyPath<Request, EvidenceFlags> & Sendable
  ) -> [RequestFlag<Request>] {
    [
      checkpoints { $0[keyPath: place].checkpoints = $1 },
      publicKey { $0[keyPath: place].publicKeys = $1 },
      witness { $0[keyPath: place].witnesses = $1 }, quorum { $0[keyPath: place].quorum = $1 },
      allowedSigners { $0[keyPath: place].allowedSigners = $1 },
      origin { $0[keyPath: place].origin = $1 }, openSSL { $0[keyPath: place].openSSL = $1 },
    ]
  }
  static let exclusiveEvidence: [[any NamedFlag]] = [[publicKey, allowedSigners]]

  static let origin = Flag(
    "origin", .text(placeholder: "NAME"),
    help:
      "What the log is called in its checkpoints, such as example.com/log. Defaults to the name of "
      + "the key that --public-key passes, if it has one, or else to cleanstore.invalid/ and the "
      + "store's id. A single file has no id: checkpoint and key need the name then, others take it "
      + "from the checkpoint.")
  static let provedOrigin = Flag(
    "origin", .text(placeholder: "NAME"),
    help:
      "What the log must be called in the checkpoint. Defaults to the name of the key; a key in PEM "
      + "has none, so it needs this.")
  static let key = Flag(
    "key", .text(placeholder: "FILE", .file),
    help: "An Ed25519 private key in PEM, with which openssl signs.")
  static let sshKey = Flag(
    "ssh-key", .text(placeholder: "FILE", .file),
    help:
      "Sign with this key by ssh-keygen; --output names the checkpoint's file, and the signature goes "
      + "beside it, with .sig at the end.")
  static let after = Flag(
    "after", .text(placeholder: "FILE", .file),
    help: "The checkpoint that was signed before: nothing is signed that doesn't continue it.")
  static let firstCheckpoint = Flag("first", help: "No checkpoint of this log was signed before.")
  static let fromCache = Flag(
    "from-cache", help: "Sign what the cache's hashes say, without reading every entry.")
  static let exportedTiles = Flag(
    "tiles", .text(placeholder: "DIR", .folder),
    help:
      "Also write the hashes of all entries to this folder (C2SP tlog-tiles), to be kept elsewhere."
  )
  static let keptTiles = Flag(
    "tiles", .text(placeholder: "DIR", .folder),
    help:
      "The folder of hashes that was written with the last checkpoint: names the first entry that "
      + "differs.")
  static let openSSL = Flag(
    "openssl", .text(placeholder: "PATH", .file),
    help: "The OpenSSL to use, version 3 or later; openssl by default.")
  static let checkpoint = Flag(
    "checkpoint", .text(placeholder: "FILE", .file), help: "The signed checkpoint.")
  static let checkpoints = Flag(
    "checkpoint", .texts(placeholder: "FILE", .file),
    help: "Also verify that the log is the one of this checkpoint, continued.")
  static let consistency = Flag(
    "consistency", help: "Prove that a checkpoint continues another one.")
  static let earlierKey = Flag(
    "public-key", .texts(placeholder: "KEY", .file),
    help: "The key that signed the earlier checkpoint, if it isn't the one that signs this one.")
  static let publicKey = Flag(
    "public-key", .texts(placeholder: "KEY", .file),
    help:
      "The key that must have signed: what key prints, or a file with that or with the key in PEM. Of several, as after "
      + "a change of keys, one must have: pass each, or a file with one on each line.")
  static let witness = Flag(
    "witness", .texts(placeholder: "KEY", .file),
    help:
      "The key of a witness that must have signed, too (C2SP tlog-cosignature), or a file with one on each line."
  )
  static let quorum = Flag(
    "quorum", .integer(placeholder: "N", within: 1...16),
    help: "How many of the witnesses must have signed; by default all.")
  static let allowedSigners = Flag(
    "allowed-signers", .text(placeholder: "FILE", .file),
    help: "Who may have signed with ssh-keygen; the file is described in ssh-keygen(1).")
  static let leaf = Flag(
    "leaf", .text(placeholder: "FILE", .file),
    help: "What is proved: the entry's line, or a .leaf file of an evidence pack.")
}

extension Operands {
  static let proof = Operand(
    "FILE", .required, .file,
    help: "A proof, or an evidence pack: the tar file, or the folder that it was unpacked to.")
}
