// A style sheet or a script that is part of this program, and the policy that lets a page have it and nothing else.

import Integrity

struct EmbeddedSource {
  let text: StaticString

  /// The hash in a content security policy: `'sha256-…'`.
  var hash: String {
    var hash = SHA256()
    text.withUTF8Buffer { hash.update(UnsafeRawBufferPointer($0)) }
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
