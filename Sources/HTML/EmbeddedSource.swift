// A style sheet or a script that is part of this program, and the policy that lets a page have it and nothing else.

import Integrity

struct EmbeddedSource {
  let text: String

  init(text: StaticString) { self.text = "\(text)" }

  /// A script with a domain's words in its texts, in place of `{noun}`, `{Noun}` and `{plural}`.
  init(_ text: StaticString, saying words: DomainWords) {
    self.text = "\(text)".replacing("{noun}", with: Self.escaped(words.noun))
      .replacing("{Noun}", with: Self.escaped(words.noun.capitalizedFirst))
      .replacing("{plural}", with: Self.escaped(words.plural))
  }

  /// A word as a part of any text in a script: it ends neither the text nor the script.
  private static func escaped(_ word: String) -> String {
    word.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || scalar == " "
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }.joined()
  }

  /// The hash in a content security policy: `'sha256-…'`.
  var hash: String {
    var hash = SHA256()
    Array(text.utf8).withUnsafeBytes { hash.update($0) }
    return "'sha256-\(Base64.text(of: hash.finish().bytes))'"
  }
}

/// The policy of a page with one style sheet and one script: nothing is loaded, sent or run that isn't in it.
struct ContentPolicy {
  let style: EmbeddedSource
  let script: EmbeddedSource

  var text: String {
    "default-src 'none'; style-src \(style.hash); script-src \(script.hash); img-src data:; base-uri 'none'; "
      + "form-action 'none'"
  }
}
