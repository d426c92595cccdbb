// The report as one HTML page that needs nothing else: no network, no other file. It can be read without the script,
// which adds sorting, filtering, and sliders through the streams' time lines.

package struct ReportPage {
  let model: ReportHistory.ViewModel

  let names: StreamNames
  private let policy: ContentPolicy

  package init(_ model: ReportHistory.ViewModel) {
    (self.model, names) = (model, StreamNames(on: model))
    policy = ContentPolicy(style: .reportStyle, script: .reportScript(saying: model.words))
  }

  package var bytes: [UInt8] {
    var html = HTMLWriter()
    html.raw("<!DOCTYPE html>\n")
    html.element(.html, [.lang: "en"]) { html in
      head(&html)
      html.newLine()
      html.element(.body) { body(&$0) }
    }
    html.newLine()
    return html.bytes
  }

  private func head(_ html: inout HTMLWriter) {
    html.element(.head) { html in
      html.raw("\n<meta charset=\"utf-8\">\n")
      html.meta("http-equiv", "Content-Security-Policy", content: policy.text)
      html.meta("name", "viewport", content: "width=device-width, initial-scale=1")
      html.meta("name", "color-scheme", content: "light dark")
      html.meta("name", "referrer", content: "no-referrer")
      html.raw("<link rel=\"icon\" href=\"data:,\">\n")
      html.element(.title, model.title)
      html.raw("\n<style>")
      html.raw(policy.style)
      html.raw("</style>\n")
    }
  }

  private func body(_ html: inout HTMLWriter) {
    html.newLine()
    html.element(.header) { html in
      html.element(.h1, model.title)
      html.element(.dl, [.class: "facts"]) { html in
        for fact in model.facts {
          html.element(.div) { html in
            html.element(.dt, fact.label)
            html.element(.dd, fact.text)
          }
        }
      }
      for note in model.notes { html.element(.p, [.class: "note"], note) }
    }
    html.newLine()
    contents(&html)
    html.newLine()
    html.element(.main) { html in
      for section in model.sections {
        html.newLine()
        write(section, to: &html)
      }
      if !model.timeLines.isEmpty {
        html.newLine()
        timeLines(&html)
      }
    }
    html.raw("\n<script>")
    html.raw(policy.script)
    html.raw("</script>\n")
  }

  private func contents(_ html: inout HTMLWriter) {
    html.element(.nav, [.ariaLabel: "Contents"]) { html in
      html.element(.ul) { html in
        for section in model.sections {
          html.element(.li) { $0.link(to: section.name.rawValue, section.title) }
        }
        if !model.timeLines.isEmpty {
          html.element(.li) { $0.link(to: Self.timeLinesID, "Time lines") }
        }
      }
    }
  }

  static let timeLinesID = "time-lines"
}
