import Testing

@testable import Terminal

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("order", 5), ("a b", 3), ("~", 1),
    // Controls take no column.
    ("\u{0}", 0), ("\u{1b}", 0), ("\u{7f}", 0), ("\u{85}", 0), ("\n", 0), ("\r\n", 0),
    // Latin, Greek, Cyrillic, signs: narrow, and so is what is ambiguous.
    ("é", 1), ("e\u{301}", 1), ("ß", 1), ("Ω", 1), ("Ж", 1), ("€", 1), ("…", 1), ("·", 1), ("§", 1),
    ("e\u{301}\u{302}\u{303}", 1), ("\u{301}", 0), ("ﬁ", 1),
    // Wide and fullwidth, and their neighbours that aren't.
    ("日本語", 6), ("한글", 4), ("ｱ", 1), ("ﾞ", 1), ("ｶﾞ", 2), ("カ\u{3099}", 2), ("Ａ", 2),
    ("￥", 2), ("￦", 2), ("￨", 1), ("\u{3000}", 2), ("〿", 1), ("、", 2), ("㉈", 1), ("㉐", 2),
    ("ㄱ", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("\u{1161}", 0), ("\u{D7B0}", 0), ("\u{600}", 1),
    ("\u{A4CF}", 2), ("ꓐ", 1),
    ("\u{1F202}", 2), ("𠀀", 2), ("\u{2FFFD}", 2), ("\u{30000}", 2), ("☰", 2), ("☸", 1), ("䷀", 2),
    ("〈", 2), ("⟨", 1), ("︙", 2), ("\u{302A}", 0),
    // Emoji: presentation decides, sequences are one.
    ("😀", 2), ("⌚", 2), ("☎", 1), ("☎\u{FE0F}", 2), ("©", 1), ("©\u{FE0F}", 2), ("❤\u{FE0F}", 2),
    ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇧🇷", 2), ("🏳\u{FE0F}‍🌈", 2),
    ("\u{1FAE8}", 2),
    // Without a glyph.
    ("\u{200B}", 0), ("\u{FEFF}", 0), ("\u{202E}", 0), ("\u{2028}", 0), ("\u{E0041}", 0),
    // Marks join their base in every script.
    ("नि", 1), ("กำ", 2), ("שָׁ", 1), ("عَ", 1),
  ]) func `a text takes the columns that Unicode's data say`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("ab", 4, "ab  ", "  ab"), ("ab", 2, "ab", "ab"), ("ab", 1, "ab", "ab"), ("", 2, "  ", "  "),
    ("日", 3, "日 ", " 日"), ("e\u{301}", 2, "e\u{301} ", " e\u{301}"), ("ab", -1, "ab", "ab"),
  ]) func `padding fills to the width and never cuts`(
    text: String, width: Int, left: String, right: String
  ) {
    #expect(text.padded(to: width) == left)
    #expect(text.padded(to: width, .right) == right)
  }

  @Test(arguments: [
    ("order", 5, "order"), ("order", 6, "order"), ("order", 4, "ord…"), ("order", 1, "…"),
    ("order", 0, ""), ("order", -5, ""), ("", 0, ""), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("日本語", 2, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("👩‍👩‍👧👍🏽", 3, "👩‍👩‍👧…"), ("👩‍👩‍👧👍🏽", 4, "👩‍👩‍👧👍🏽"),
  ]) func `cutting keeps graphemes whole and leaves a mark`(
    text: String, width: Int, expected: String
  ) {
    #expect(text.truncated(to: width) == expected)
  }

  @Test(arguments: ["abc", "日本語", "a日b本c", "👩‍👩‍👧x👍🏽", "ｶﾞｶﾞ", "e\u{301}日"])
  func `cut and filled, a text has exactly the width`(text: String) {
    for width in 0...10 {
      #expect(text.truncated(to: width).displayWidth <= width)
      #expect(text.truncated(to: width).padded(to: width).displayWidth == width)
    }
  }
}
