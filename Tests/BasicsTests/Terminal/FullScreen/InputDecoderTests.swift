import TestKit
import Testing

@testable import Terminal

/// The bytes that terminals send for each key; all are one event.
private let sequences: [(sent: String, key: Key)] = [
  ("q", "q"), ("Q", "Q"), (" ", " "), ("~", "~"), ("é", "é"), ("漢", "漢"), ("👍", "👍"),
  ("\u{301}", "\u{301}"),
  ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{8}", .backspace),
  ("\u{1}", .control("a")), ("\u{3}", .control("c")), ("\u{C}", .control("l")),
  ("\u{1A}", .control("z")),
  ("\u{0}", .control(" ")), ("\u{1C}", .control("\\")), ("\u{1F}", .control("_")),
  ("\u{1B}b", .alt("b")), ("\u{1B}\u{7F}", .alt(.backspace)), ("\u{1B}\r", .alt(.enter)),
  ("\u{1B}é", .alt("é")), ("\u{1B}1", .alt("1")),
  // xterm, VTE, tmux, screen; with the keypad's and the cursor's application modes.
  ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
  ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
  ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home), ("\u{1B}OF", .end),
  ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete),
  ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[Z", .shiftTab),
  ("\u{1B}OP", .function(1)), ("\u{1B}OS", .function(4)), ("\u{1B}[15~", .function(5)),
  ("\u{1B}[17~", .function(6)), ("\u{1B}[21~", .function(10)), ("\u{1B}[24~", .function(12)),
  ("\u{1B}[34~", .function(20)), ("\u{1B}OM", .enter), ("\u{1B}Op", "0"), ("\u{1B}Ok", "+"),
  // Modifiers of xterm.
  ("\u{1B}[1;2A", .shift(.up)), ("\u{1B}[1;5C", .control(.right)), ("\u{1B}[1;3D", .alt(.left)),
  ("\u{1B}[1;9D", .alt(.left)), ("\u{1B}[3;5~", .control(.delete)),
  ("\u{1B}[5;2~", .shift(.pageUp)),
  ("\u{1B}[1;5P", .control(.function(1))), ("\u{1B}[15;2~", .shift(.function(5))),
  ("\u{1B}[1;6H", .control(.shift(.home))), ("\u{1B}[1;5R", .control(.function(3))),
  ("\u{1B}[27;5;97~", .control("a")), ("\u{1B}[97;5u", .control("a")),
  ("\u{1B}[13;2u", .shift(.enter)),
  ("\u{1B}[97;2u", "A"), ("\u{1B}[233u", "é"), ("\u{1B}[27u", .escape),
  ("\u{1B}[1;5:1A", .control(.up)),
  // rxvt.
  ("\u{1B}[7~", .home), ("\u{1B}[8~", .end), ("\u{1B}[a", .shift(.up)), ("\u{1B}Oa", .control(.up)),
  ("\u{1B}[7$", .shift(.home)), ("\u{1B}[7^", .control(.home)),
  ("\u{1B}[5@", .control(.shift(.pageUp))),
  ("\u{1B}[11~", .function(1)), ("\u{1B}[14~", .function(4)), ("\u{1B}\u{1B}[A", .alt(.up)),
  ("\u{1B}\u{1B}OA", .alt(.up)), ("\u{1B}\u{1B}[3~", .alt(.delete)),
  // The Linux console.
  ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)),
  // Old Konsole: the modifiers of ESC O.
  ("\u{1B}O5C", .control(.right)), ("\u{1B}O2P", .shift(.function(1))),
]

/// Bytes that terminals send without a key, and nonsense. Nothing of it is an event.
private let unknown = [
  "\u{1B}[99~", "\u{1B}[~", "\u{1B}[?62;4c", "\u{1B}[>41;377;0c", "\u{1B}[24;80R",
  "\u{1B}[?2026;2$y",
  "\u{1B}[I", "\u{1B}[O", "\u{1B}[?1;2;3m", "\u{1B}[0n", "\u{1B}[8;24;80t", "\u{1B}[[Z", "\u{1B}Oz",
  "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]0;title\u{1B}\\",
  "\u{1B}P1+r544e=787465726d\u{1B}\\",
  "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^private\u{1B}\\", "\u{1B}Xstring\u{1B}\\",
  "\u{1B}[<0;1M", "\u{1B}[<0;0;0M", "\u{1B}[<0;99999;1M", "\u{1B}[1;2;3;4A",
  "\u{1B}[999999999999999999999999A", "\u{1B}[-5A", "\u{1B}[1114112u", "\u{1B}[155u", "\u{1B}[ q",
  "\u{1B}[!p",
  "\u{85}", "\u{9B}", "\u{1B}[<0;1;m",
]

private func events(_ pieces: [some Sequence<UInt8>]) -> [ScreenEvent] {
  var decoder = InputDecoder()
  return pieces.flatMap { decoder.decode($0) } + decoder.timeOut()
}

@Suite struct InputDecoderTests {
  @Test(arguments: sequences) func `keys of all terminals are known`(sent: String, key: Key) {
    #expect(events([Array(sent.utf8)]) == [.key(key)])
    // The same holds between other keys.
    #expect(events([Array(("a" + sent + "b").utf8)]) == [.key("a"), .key(key), .key("b")])
  }

  @Test(arguments: unknown) func `what isn't known is swallowed as a whole`(_ sent: String) {
    #expect(events([Array(("a" + sent + "b").utf8)]) == [.key("a"), .key("b")])
  }

  @Test(
    arguments: [
      ("\u{1B}[<0;1;1M", .press, 0, 0), ("\u{1B}[<0;80;24M", .press, 23, 79),
      ("\u{1B}[<0;5;3m", .release, 2, 4), ("\u{1B}[<32;6;3M", .drag, 2, 5),
      ("\u{1B}[<64;1;2M", .wheelUp, 1, 0), ("\u{1B}[<65;1;2M", .wheelDown, 1, 0),
      ("\u{1B}[<2;1;1M", .other, 0, 0), ("\u{1B}[<66;1;1M", .other, 0, 0),
      ("\u{1B}[<128;1;1M", .other, 0, 0),
      ("\u{1B}[<35;1;1M", .other, 0, 0), ("\u{1B}[<0;500;300M", .press, 299, 499),
      // rxvt-unicode, and the three bytes of X11.
      ("\u{1B}[32;5;3M", .press, 2, 4), ("\u{1B}[35;5;3M", .release, 2, 4),
      ("\u{1B}[96;5;3M", .wheelUp, 2, 4),
      ("\u{1B}[M %#", .press, 2, 4), ("\u{1B}[M#%#", .release, 2, 4),
      ("\u{1B}[M`%#", .wheelUp, 2, 4),
    ] as [(String, MouseEvent.Kind, Int, Int)])
  func `the mouse is known in three forms`(
    sent: String, kind: MouseEvent.Kind, row: Int, column: Int
  ) {
    #expect(
      events([Array((sent + "x").utf8)])
        == [.mouse(MouseEvent(kind, row: row, column: column)), .key("x")])
  }

  @Test func `the mouse has modifiers`() {
    #expect(
      events([Array("\u{1B}[<20;1;1M".utf8)])
        == [.mouse(MouseEvent(.press, row: 0, column: 0, modifiers: [.shift, .control]))])
  }

  @Test(arguments: [
    "Amy Apple", "two\nlines\r\n", "", "\u{1B}[A", "\u{1B}[200~", "\u{1B}[201",
    "q\u{1B}\u{1B}[201x", "漢字\u{0}",
  ])
  func `a paste is one event, whatever is in it`(_ text: String) {
    let sent = "\u{1B}[200~" + text + "\u{1B}[201~"
    #expect(events([Array(("a" + sent + "b").utf8)]) == [.key("a"), .paste(text), .key("b")])
  }

  @Test func `a paste may be of any size, and what is too long is cut`() {
    let long = String(repeating: "x", count: InputDecoder.longestPaste + 10)
    let sent = Array(("\u{1B}[200~" + long + "\u{1B}[201~q").utf8)
    #expect(events([sent]) == [.paste(String(long.dropLast(10))), .key("q")])
  }

  @Test(
    arguments: [
      ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[", [.alt("[")]),
      ("\u{1B}O", [.alt("O")]), ("\u{1B}P", [.alt("P")]), ("\u{1B}]", [.alt("]")]),
      ("\u{1B}[1", []),
      ("\u{1B}[M !", []), ("\u{1B}]0;t", []), ("\u{1B}O5", []), ("\u{1B}[[", []), ("a", ["a"]),
      ("\u{1B}\u{1B}\u{1B}", [.escape, .escape, .escape]), ("\u{1B}\u{1B}x", [.escape, .alt("x")]),
    ] as [(String, [Key])])
  func `when nothing more comes, an open ESC is the key`(sent: String, keys: [Key]) {
    #expect(events([Array(sent.utf8)]) == keys.map { .key($0) })
    var decoder = InputDecoder()
    let isOpen = decoder.decode(sent.utf8).isEmpty
    #expect((decoder.patienceMilliseconds != nil) == isOpen || sent.hasPrefix("\u{1B}\u{1B}"))
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x91], [0xED, 0xA0, 0x80],
      [0x80, 0xBF],
      [0xF5, 0x80, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC2, 0x9B],
    ] as [[UInt8]])
  func `bytes that aren't UTF-8 are dropped, and nothing else`(_ bytes: [UInt8]) {
    #expect(events([[0x61] + bytes + [0x62]]) == [.key("a"), .key("b")])
    #expect(events([bytes + Array("\u{1B}[A".utf8)]) == [.key(.up)])
  }

  @Test func `a sequence that is cut off is given up when something else begins`() {
    #expect(
      events([Array("\u{1B}[1;5\u{1B}[A\u{1B}[3\rx".utf8)]) == [.key(.up), .key(.enter), .key("x")])
    #expect(events([Array("\u{1B}]0;title\u{1B}[Ax".utf8)]) == [.key(.up), .key("x")])
  }

  @Test func `the bytes may come in any pieces`() {
    let mouse = "\u{1B}[<0;80;24M\u{1B}[M %#\u{1B}[200~two\nlines\u{1B}[201~"
    let sent = Array((sequences.map(\.sent).joined() + unknown.joined() + mouse).utf8)
    let whole = events([sent])
    #expect(whole.count == sequences.count + 3)
    #expect(events(sent.map { [$0] }) == whole)
    for size in [2, 3, 5, 7, 64] {
      let pieces = stride(from: 0, to: sent.count, by: size).map {
        sent[$0..<min($0 + size, sent.count)]
      }
      #expect(events(pieces) == whole)
    }
  }

  @Test func `random bytes give the same events in any pieces, and no control characters`() {
    var seeded = Seeded.forTest()
    let starts =
      (sequences.map(\.sent) + unknown + ["\u{1B}[200~", "\u{1B}[201~", "\u{1B}[<", "\u{1B}[M"]).map
    {
      Array($0.utf8)
    }
    for _ in 0..<Seeded.trials(2000) {
      var sent: [UInt8] = []
      for _ in 0...seeded.below(8) {
        switch seeded.below(4) {
        case 0: sent += (0...seeded.below(6)).map { _ in UInt8(seeded.below(256)) }
        case 1:
          sent += (0...seeded.below(6)).map { _ in
            seeded.pick(Array("\u{1B}[O;0123<~M$?\u{7}".utf8))
          }
        case 2: sent += seeded.pick(starts).dropLast(seeded.below(3))
        default: sent += seeded.pick(starts)
        }
      }
      let whole = events([sent])
      let cut = seeded.below(sent.count + 1)
      #expect(events([sent[..<cut], sent[cut...]]) == whole, "seed \(seeded.seed): \(sent)")
      #expect(events(sent.map { [$0] }) == whole, "seed \(seeded.seed): \(sent)")
      for event in whole {
        guard case .key(let key) = event, case .character(let character) = key.name else {
          continue
        }
        let isControl = character.unicodeScalars.contains {
          $0.properties.generalCategory == .control
        }
        #expect(!isControl, "seed \(seeded.seed): \(sent)")
      }
    }
  }
}
