// The rights of each role. A login of every role tries every way to cheat.

import EventSourcing
import EventSourcingTesting
import TestKit
import Testing

@testable import EventLog

@Suite(.needsServer, .timeLimit(.minutes(10))) struct ServerRolesTests {
  private let logins: ServerLogins

  init() throws { logins = try ServerLogins() }

  @Test(arguments: ServerLogins.names) func `no login writes to a table, or becomes another`(
    _ login: String
  ) throws {
    let attempts = """
      INSERT INTO cleanstore.entry VALUES (1, 0, 'a', 1, 'a', 'a', NULL, NULL, '{}')
      UPDATE cleanstore.entry SET actor = 'bob'
      DELETE FROM cleanstore.entry
      TRUNCATE cleanstore.entry CASCADE
      UPDATE cleanstore.head SET seq = 0
      DELETE FROM cleanstore.head
      SELECT * FROM cleanstore.head FOR UPDATE
      INSERT INTO cleanstore.personal VALUES (1, '{}', '')
      UPDATE cleanstore.personal SET block = '{}'
      DELETE FROM cleanstore.personal
      INSERT INTO cleanstore.command VALUES ('a', 'a', 1)
      DELETE FROM cleanstore.command
      DELETE FROM cleanstore.erasure
      ALTER TABLE cleanstore.entry DISABLE TRIGGER ALL
      DROP TRIGGER keep ON cleanstore.entry
      ALTER TABLE cleanstore.entry OWNER TO CURRENT_USER
      DROP TABLE cleanstore.personal
      DROP SCHEMA cleanstore CASCADE
      CREATE FUNCTION cleanstore.extend(int) RETURNS boolean LANGUAGE sql AS 'SELECT true'
      CREATE OR REPLACE FUNCTION cleanstore.now_us() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'
      ALTER FUNCTION cleanstore.append_1 SECURITY INVOKER
      SELECT cleanstore.extend(NULL, NULL, '{}', '{}', '{}')
      SELECT cleanstore.count('note')
      UPDATE cleanstore.numbers SET next = 1001
      SET ROLE cleanstore_owner
      SET SESSION AUTHORIZATION postgres
      SET session_replication_role = replica
      GRANT cleanstore_owner TO CURRENT_USER
      """
    for attempt in attempts.split(separator: "\n") {
      let answer = try logins.answer(login, [Statement(String(attempt))])
      #expect(answer == "42501", "\(attempt)")
    }
  }

  /// The answers to the logins: without a role, reader, personal, writer, proxy, eraser, mirror.
  private static let answers: [(attempt: String, answers: String)] = [
    ("SELECT count(*) FROM cleanstore.head", "42501 ok ok ok ok ok ok"),
    ("SELECT count(*) FROM cleanstore.entry", "42501 ok ok ok ok ok ok"),
    ("SELECT count(*) FROM cleanstore.command", "42501 ok ok ok ok ok ok"),
    ("SELECT count(*) FROM cleanstore.erasure", "42501 ok ok ok ok ok ok"),
    ("SELECT count(*) FROM cleanstore.personal", "42501 42501 ok ok ok ok ok"),
    ("SELECT cleanstore.lock_1(false)", "42501 42501 42501 ok ok ok 42501"),
    ("SELECT cleanstore.lock_1(true)", "42501 42501 42501 ok ok ok 42501"),
    ("SELECT cleanstore.load_1(1, '{}', '{}', '{}')", "42501 42501 42501 42501 42501 42501 ok"),
    ("SELECT cleanstore.erase_1()", "42501 42501 42501 42501 42501 ok ok"),
  ]

  @Test func `each role has its rights, and no others`() throws {
    for (attempt, answers) in Self.answers {
      let found = try answer(to: [Statement(attempt)])
      #expect(found == answers, "\(attempt)")
    }
  }

  private func answer(to statements: [Statement]) throws -> String {
    try ServerLogins.names.map { try logins.answer($0, statements) }.joined(separator: " ")
  }

  private static let block = #"{"salt":"0123456789abcdef0123456789abcdef","note":"b"}"#

  /// A line, told its login, and the answers to the logins that may append (writer, proxy, eraser), and to
  /// the one that may load (mirror).
  private static let lines:
    [(what: String, make: @Sendable (SentLine) -> SentLine, answers: String)] = [
      ("in its own name", { $0 }, "ok ok ok ok"),
      ("in another's name", { $0.with { $0.actor = "bob" } }, "42501 CS001 42501 ok"),
      (
        "in another's name, which it says",
        { line in
          line.with { ($0.actor, $0.recordedBy) = ("bob", line.actor) }
        }, "42501 ok 42501 ok"
      ),
      (
        "in another's name, by a third one",
        { $0.with { ($0.actor, $0.recordedBy) = ("bob", "eve") } }, "42501 CS001 42501 ok"
      ),
      (
        "in its own name, by itself", { line in line.with { $0.recordedBy = line.actor } },
        "42501 CS001 42501 ok"
      ),
      (
        "with two actors",
        { line in
          line.with { ($0.actor, $0.more) = ("bob", #","actor":"\#(line.actor)""#) }
        },
        "CS001 CS001 CS001 CS001"
      ),
      ("after a gap", { $0.with { $0.seq += 1 } }, "CS001 CS001 CS001 CS001"),
      (
        "of 2236", { $0.with { $0.at = Timestamp(microseconds: 8_400_000_000_000_000) } },
        "CS004 CS004 CS004 CS004"
      ),
      (
        "of another store",
        { $0.with { $0.more = #","store":"ffffffffffffffffffffffffffffffff""# } },
        "CS001 CS001 CS001 CS001"
      ),
      (
        "with two outcomes", { $0.with { $0.outcome += #","rejected":{"code":"a"}"# } },
        "CS001 CS001 CS001 CS001"
      ),
      ("without an outcome", { $0.with { $0.outcome = #""meta":{}"# } }, "CS001 CS001 CS001 CS001"),
      (
        "refused without a code", { $0.with { $0.outcome = #""rejected":{}"# } },
        "CS001 CS001 CS001 CS001"
      ),
      ("of two lines", { $0.with { $0.more = ",\n\"meta\":{}" } }, "CS001 CS001 CS001 CS001"),
      (
        "over 1 MiB",
        { $0.with { $0.more = #","meta":{"a":"\#(String(repeating: "a", count: 1 << 20))"}"# } },
        "CS001 CS001 CS001 CS001"
      ),
      (
        "with personal data in it", { $0.with { $0.tail = #","personal":{"note":"b"}"# } },
        "CS001 CS001 CS001 CS001"
      ),
      (
        "with the hash of nothing",
        { $0.with { $0.tail = #","personal":"sha256:\#(String(repeating: "0", count: 64))""# } },
        "CS001 CS001 CS001 ok"
      ),
      (
        "that erases personal data",
        {
          $0.with {
            ($0.type, $0.outcome) = ("erase-personal", #""events":[{"type":"personal-erased"}]"#)
          }
        },
        "42501 42501 ok ok"
      ),
      (
        "whose erasure was refused",
        { $0.with { ($0.type, $0.outcome) = ("erase-personal", #""rejected":{"code":"a"}"#) } },
        "ok ok ok ok"
      ),
      ("with U+0000", { $0.with { $0.more = #","meta":{"a":"\u0000"}"# } }, "ok ok ok ok"),
    ]

  @Test(arguments: lines.indices, [false, true])
  func `a login appends only lines that it may, wherever they are in an append`(
    _ index: Int, _ isLast: Bool
  ) throws {
    let (what, make, answers) = Self.lines[index]
    let given = try ["writer", "proxy", "eraser", "mirror"].map { login in
      let first = SentLine("try_" + login)
      let line = make(isLast ? first.with { $0.seq = 2 } : first).text
      let lines = isLast ? [first.text, line] : [line]
      return try logins.answer(login, [login == "mirror" ? .load(lines) : .append(lines)])
    }
    #expect(given.joined(separator: " ") == answers, "A line \(what)")
  }

  @Test func `the first line that isn't accepted is named`() throws {
    let lines = (1...4).map { number in SentLine("try_writer").with { $0.seq = number } }
    let twice = lines.map { line in line.with { $0.id = line.seq < 3 ? "c-1" : "c-2" } }
    var bad = lines
    bad[1].outcome = #""meta":{}"#
    bad[2].at = Timestamp(microseconds: 8_400_000_000_000_000)
    for (lines, sentence) in [
      (bad, "entry 2 is malformed"), (twice, "the command of entry 2 was recorded before"),
    ] {
      let error = #expect(throws: ServerError.self) {
        try logins.run("writer", [.append(lines.map(\.text))])
      }
      #expect(error?.message == sentence)
    }
  }

  @Test func `the head has the last rules that a line names, and the bytes of all`() throws {
    let lines = (1...4).map { number in
      SentLine("try_mirror").with {
        ($0.seq, $0.more) = (number, number % 2 == 0 ? #","engine":"\#(number)""# : "")
      }.text
    }
    _ = try logins.run("mirror", [.load(Array(lines[..<3]))])
    let load = Statement(
      "SELECT cleanstore.load_1(3, $1, $2, $2)", .texts([Array(lines[3].utf8)]), .texts([nil]))
    for (statements, engine, count) in [([], "2", 3), ([load], "4", 4)] {
      _ = try logins.run("mirror", statements)
      let head = try logins.run("reader", "SELECT engine, bytes, seq FROM cleanstore.head")[0]
      #expect(head.text(0, 0) == engine && head.integer(0, 2) == count)
      #expect(head.integer(0, 1) == lines[..<count].reduce(0) { $0 + $1.utf8.count + 1 })
    }
  }

  @Test func `a login without the role appends nothing`() throws {
    for login in ["outsider", "reader", "personal", "mirror"] {
      let line = SentLine("try_" + login).text
      #expect(try logins.answer(login, [.append([line])]) == "42501")
    }
  }

  @Test func `a line's checksum has its form, and a personal block is that of its hash`() throws {
    let line = SentLine("try_writer").with { $0.block = Self.block }.text
    let wrong = Self.block.replacing("b\"}", with: "c\"}")
    #expect(try logins.answer("writer", [.append([line], blocks: [Self.block])]) == "ok")
    #expect(try logins.answer("writer", [.append([line], blocks: [wrong])]) == "CS001")
    #expect(try logins.answer("writer", [.append([line])]) == "CS001")
    let plain = SentLine("try_writer").text
    #expect(try logins.answer("writer", [.append([plain], blocks: [Self.block])]) == "CS001")
    let bad = String(plain.dropLast(3)) + "G\"}"
    #expect(try logins.answer("writer", [.append([bad])]) == "CS001")
  }

  @Test func `times don't decrease`() throws {
    let one = SentLine("try_mirror")
    let earlier = one.with {
      ($0.seq, $0.at) = (2, Timestamp(microseconds: one.at.microseconds - 1))
    }
    #expect(try logins.answer("mirror", [.load([one.text, earlier.text])]) == "CS001")
  }

  @Test func `a command's id is used once in a stream`() throws {
    let one = SentLine("try_writer").with { $0.id = "c-1" }
    let lines = [one.text, one.with { $0.seq = 2 }.text]
    #expect(try logins.answer("writer", [.append(lines)]) == "CS001")
  }

  @Test
  func `neither a role that is set nor temporary objects nor settings make another of a login`()
    throws
  {
    let other = SentLine("try_proxy").text
    let future = SentLine("try_writer").with {
      $0.at = Timestamp(microseconds: 8_400_000_000_000_000)
    }
    let tricks: [(statement: String, line: String, answer: String)] = [
      ("SET ROLE cleanstore_writer", other, "42501"),
      ("SET ROLE cleanstore_writer", SentLine("try_writer").text, "ok"),
      (
        "CREATE FUNCTION pg_temp.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT ''2300-01-01''::timestamptz'",
        future.text, "CS004"
      ),
      ("CREATE TEMP TABLE json (a int)", SentLine("try_writer").text, "ok"),
      ("CREATE DOMAIN pg_temp.bigint AS text", SentLine("try_writer").text, "ok"),
      ("SET standard_conforming_strings = off", other, "42501"),
      ("SET standard_conforming_strings = off", SentLine("try_writer").text, "ok"),
      ("SET search_path = pg_temp, pg_catalog", SentLine("try_writer").text, "ok"),
    ]
    for trick in tricks {
      let answer = try logins.answer("writer", [Statement(trick.statement), .append([trick.line])])
      #expect(answer == trick.answer, "\(trick.statement)")
    }
  }

  @Test func `what isn't recorded as erased stays, and what is goes once an eraser asks`() throws {
    let line = SentLine("try_writer").with { $0.block = Self.block }.text
    _ = try logins.run("writer", [.append([line], blocks: [Self.block])])
    #expect(try logins.run("eraser", "SELECT cleanstore.erase_1()")[0].integer(0, 0) == 0)
    let erasing = SentLine("try_eraser").with {
      ($0.seq, $0.type, $0.outcome) = (
        2, "erase-personal", #""events":[{"type":"personal-erased"}]"#
      )
    }
    _ = try logins.run("eraser", [.append([erasing.text], after: 1)])
    #expect(try logins.run("eraser", "SELECT cleanstore.erase_1()")[0].integer(0, 0) == 1)
  }

  @Test func `the functions are safe to call for others, and not open to all`() throws {
    let functions = try logins.run(
      "postgres",
      """
      SELECT p.oid::regprocedure::text, p.prosecdef, p.proconfig::text,
        coalesce(has_function_privilege('try_outsider', p.oid, 'EXECUTE'), true),
        p.proowner::regrole::text
      FROM pg_proc AS p WHERE p.pronamespace = 'cleanstore'::regnamespace
      """)[0]
    #expect(functions.count > 0)
    for row in 0..<functions.count {
      let name = functions.text(row, 0) ?? ""
      #expect(functions.text(row, 2) == #"{"search_path=pg_catalog, pg_temp"}"#, "\(name)")
      #expect(functions.integer(row, 3) == 0, "\(name)")
      #expect(functions.text(row, 4) == "cleanstore_owner", "\(name)")
      let changes = ["lock_1", "append_1", "load_1", "erase_1"].contains {
        name.contains("." + $0 + "(")
      }
      #expect((functions.integer(row, 1) == 1) == changes, "\(name)")
    }
  }

  @Test func `no login is the owner of the tables`() throws {
    let owner = try logins.run(
      "postgres",
      """
      SELECT rolcanlogin, rolsuper,
        (SELECT count(*) FROM pg_auth_members WHERE roleid = r.oid)
      FROM pg_roles AS r WHERE rolname = 'cleanstore_owner'
      """)[0]
    #expect(owner.integer(0, 0) == 0 && owner.integer(0, 1) == 0 && owner.integer(0, 2) == 0)
  }

  @Test func `a login that has made a store can use it, and isn't an owner who can change entries`()
    throws
  {
    let cluster = try PrivateCluster.shared.get()
    let path = try cluster.database()
    let address = try #require(ServerAddress(path))
    let link = ServerLink(address, application: "test", writes: true)
    for statement in [
      "DROP ROLE IF EXISTS try_guest, try_maker", "CREATE ROLE try_guest LOGIN",
      "CREATE ROLE try_maker LOGIN CREATEROLE",
      "DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO try_maker', current_database()); END $$",
    ] { _ = try link.run([Statement(statement)]) }
    let own = path.replacing("postgres@", with: "try_maker@")
    #expect(try createStore(at: own, id: Notes.id, created: Notes.start) == true)
    let roles = try link.run([
      Statement(
        """
        SELECT string_agg(roleid::regrole::text, ' ' ORDER BY roleid::regrole::text)
        FROM pg_auth_members WHERE member = 'try_maker'::regrole
        """)
    ])[0]
    #expect(roles.text(0, 0) == "cleanstore_eraser cleanstore_mirror cleanstore_proxy")
    let login = try #require((try openStoreToWrite(own) as? ServerStore)?.login)
    #expect(login.isWriter && login.isProxy && login.isEraser)
    #expect(try changeRole(.reader, of: "try_guest", isGranted: true, at: own) == .changed)
    #expect(try changeRole(.reader, of: "try_guest", isGranted: false, at: own) == .changed)
  }

  @Test func `not even an administrator changes an entry by mistake`() throws {
    _ = try logins.run("writer", [.append([SentLine("try_writer").text])])
    for attempt in ["UPDATE cleanstore.entry SET actor = 'bob'", "DELETE FROM cleanstore.entry"] {
      #expect(try logins.answer("postgres", [Statement(attempt)]) == "42501")
    }
  }
}
