import Testing

@testable import Formatting

@Suite struct VisibleTextTests {
  @Test func `a value is cut after 200 scalars, and its length is named`() {
    let long = String(repeating: "é", count: 200)
    #expect(visible(value: long) == long)
    #expect(visible(value: long + "é") == long + "… (201 characters)")
    let hidden = visible(value: String(repeating: "\u{200b}", count: 300_000))
    #expect(hidden == String(repeating: #"\u{200b}"#, count: 200) + "… (300000 characters)")
  }

  @Test(arguments: ["1234567890.00 USD", "order 1001@17", "1Z999AA10123456784"])
  func `no number, id or code of a long value is cut`(_ code: String) {
    for length in 180...210 {
      let value =
        String(repeating: "x ", count: length / 2) + code + " and more"
        + String(repeating: ".", count: 60)
      let shown = visible(value: value).prefix { $0 != "…" }.split(separator: " ")
      #expect(shown.allSatisfy { value.split(separator: " ").contains($0) }, "\(length)")
    }
  }

  @Test(.timeLimit(.minutes(20))) func `a million hidden characters take no minute`() {
    let text = String(repeating: "\u{200b}", count: 1_000_000)
    let start = processorSeconds()
    #expect(visible(text).utf8.count == 8_000_000)
    #expect(visibleJSON(text).utf8.count == 6_000_000)
    #expect(processorSeconds() - start < 60)
  }

  @Test(arguments: [
    // Sequences that a terminal obeys.
    ("\u{1b}[31mred\u{1b}[0m", #"\u{1b}[31mred\u{1b}[0m"#), ("\u{9b}31m", #"\u{9b}31m"#),
    ("\u{1b}]0;title\u{7}", #"\u{1b}]0;title\u{7}"#), ("a\nb\r\nc\td", #"a\nb\r\nc\td"#),
    ("\u{0}\u{8}\u{7f}\u{85}", #"\u{0}\u{8}\u{7f}\u{85}"#),
    // Scalars that reorder.
    ("a\u{202E}b\u{2066}c\u{200F}\u{61C}", #"a\u{202e}b\u{2066}c\u{200f}\u{61c}"#),
    // Scalars that can't be seen.
    ("a\u{200B}b", #"a\u{200b}b"#), ("\u{FEFF}a", #"\u{feff}a"#), ("a\u{AD}b", #"a\u{ad}b"#),
    ("a\u{2028}b\u{2029}c", #"a\u{2028}b\u{2029}c"#), ("a\u{2060}b", #"a\u{2060}b"#),
    ("x\u{E0041}\u{E007F}", #"x\u{e0041}\u{e007f}"#), ("\u{3164}", #"\u{3164}"#),
    ("\u{FFF9}", #"\u{fff9}"#),
    // Joiners and selectors where they shape nothing.
    ("a\u{200D}b", #"a\u{200d}b"#), ("a\u{200C}b", #"a\u{200c}b"#), ("\u{200D}", #"\u{200d}"#),
    ("👩\u{200D}", #"👩\u{200d}"#), ("👩\u{200D}a", #"👩\u{200d}a"#),
    ("é\u{200D}\u{200D}é", #"é\u{200d}\u{200d}é"#), ("a\u{FE0F}", #"a\u{fe0f}"#),
    ("😀\u{FE0F}\u{FE01}\u{E0101}", "😀\u{FE0F}" + #"\u{fe01}\u{e0101}"#), ("\u{FE0F}", #"\u{fe0f}"#),
  ]) func `what a terminal would obey, hide or reorder is written out`(
    text: String, expected: String
  ) {
    #expect(visible(text) == expected)
    #expect(visible(visible(text)) == visible(text))
  }

  @Test(arguments: [
    "", "Amy Apple", "~!\\u{1b}", "Zoë Ångström", "e\u{301}", "日本語", "שלום", "مرحبا",
    "نمی\u{200C}خواهم", "क\u{200D}ष", "👩‍👩‍👧", "❤\u{FE0F}‍🔥", "1\u{FE0F}\u{20E3}", "🇧🇷", "\u{FFFD}",
    "葛\u{E0100}", "\u{A0}", "\u{3000}",
  ]) func `honest text is returned as it is`(text: String) {
    #expect(Array(visible(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(arguments: [
    ("{\"a\":\"Zoë 👩‍👩‍👧\"}\n", "{\"a\":\"Zoë 👩‍👩‍👧\"}\n"), ("[\"\u{9B}1m\"]", #"["\u009b1m"]"#),
    ("[\"\u{202E}\u{7F}\"]\n[1]\n", #"["\u202e\u007f"]"# + "\n[1]\n"),
    ("[\"\u{E0041}\"]", #"["\udb40\udc41"]"#), ("", ""), (#"["\u001b\n"]"#, #"["\u001b\n"]"#),
  ]) func `in JSON it becomes an escape that means the same`(json: String, expected: String) {
    #expect(visibleJSON(json) == expected)
  }

  @Test func `no control of the cursor or the reading direction gets through`() {
    let bidi: [ClosedRange<UInt32>] = [
      0x202A...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x61C...0x61C,
    ]
    let controls: [ClosedRange<UInt32>] = [0...0x1F, 0x7F...0x9F, 0x2028...0x2029]
    for scalar in (bidi + controls).joined().compactMap(Unicode.Scalar.init) {
      for text in ["\(scalar)", "a\(scalar)b", "日\(scalar)本", "\(scalar)\(scalar)"] {
        #expect(!visible(text).unicodeScalars.contains(scalar))
      }
    }
  }
}
