// The report in a real browser: nothing on its console, its controls driven by keys and clicks, read without
// JavaScript, laid out at phone and desktop width, printed.

import Foundation
import JSONLines
import TestKit
import Testing

@Suite(.slow(.browser), .needs(.chromium), .serialized) struct ReportBrowserTests {
  let workspace: Workspace
  let browser: HeadlessChromium

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    try workspace.expect(.done, "report", "--output", "demo.html")
    browser = try HeadlessChromium(in: workspace)
  }

  private func open(_ name: String = "demo.html", fragment: String = "") throws {
    try browser.open(workspace.file(name), fragment: fragment)
  }

  /// A store with more orders, made up.
  private func generate(_ orders: Int) throws {
    let commands = try workspace.expect(.done, "generate", "--orders", "\(orders)").output
    try workspace.write(commands, to: "orders.jsonl")
    try workspace.expect(.done, "init", "shop")
    try workspace.expect(.negative, "--store", "shop", "import", "orders.jsonl")
    try workspace.expect(
      .done, "--store", "shop", "report", "--output", "shop.html", "--with-personal")
  }

  @Test func `nothing in data runs, and nothing is wrong on the console`() throws {
    try workspace.write(HostileStore.commands, to: "hostile.jsonl")
    try workspace.expect(.done, "init", "hostile")
    try workspace.expect(.negative, "--store", "hostile", "import", "hostile.jsonl")
    try workspace.expect(
      .done, "--store", "hostile", "report", "--output", "hostile.html", "--with-personal")
    try open("hostile.html")
    try browser.run(
      "for (const details of document.querySelectorAll('details')) details.open = true")
    try browser.run(
      "document.querySelectorAll('input[type=range]').forEach((slider) => { slider.value = 1; slider.dispatchEvent(new Event('input')) })"
    )
    #expect(try browser.evaluate("typeof window.isBroken", as: String.self) == "undefined")
    #expect(
      try browser.evaluate("document.images.length + document.forms.length", as: Int.self) == 0)
    #expect(try browser.evaluate("document.scripts.length", as: Int.self) == 1)
    #expect(try browser.evaluate("document.querySelectorAll('h2').length", as: Int.self) == 8)
    let names = HostileStore.texts.filter { $0.contains("onerror") }
    #expect(
      try browser.evaluate(
        "document.body.textContent.includes(\(HeadlessChromium.quoted(names[0])))", as: Bool.self))
    #expect(browser.complaints == [])
  }

  /// Forbidden actions are tried with markup that is in the page on purpose.
  @Test func `the policy forbids what isn't the page's own`() throws {
    let page = try workspace.text("demo.html")
    let markup =
      "<img src=\"https://example.com/x.png\"><p style=\"color:red\" onclick=\"window.isBroken=1\">x</p>"
      + "<script>window.isBroken=1</script><style>h1{display:none}</style>"
    try workspace.write(page.replacing("<main>", with: "<main>" + markup), to: "forged.html")
    try open("forged.html")
    try browser.click("main > p")
    #expect(try browser.evaluate("typeof window.isBroken", as: String.self) == "undefined")
    #expect(
      try browser.evaluate(
        "getComputedStyle(document.querySelector('h1')).display", as: String.self) == "block")
    #expect(browser.complaints.count >= 4)
  }

  @Test func `the filter shows the orders that have all words`() throws {
    try generate(40)
    try open("shop.html")
    let rows = "document.querySelectorAll('#list-table-1 tbody tr:not([hidden])').length"
    let all = try browser.evaluate(rows, as: Int.self)
    try browser.run("document.querySelector('#filter').focus()")
    try browser.type("1003")
    #expect(try browser.evaluate(rows, as: Int.self) == 1)
    #expect(
      try browser.evaluate(
        "document.querySelectorAll('article:not([hidden])').length", as: Int.self) == 1)
    #expect(
      try browser.evaluate(
        "document.querySelector('#list [role=status]').textContent", as: String.self)
        == "1 of \(all) orders shown")
    try browser.type(" nowhere")
    #expect(try browser.evaluate(rows, as: Int.self) == 0)
    try browser.press("Backspace", 8, times: 13)
    #expect(try browser.evaluate(rows, as: Int.self) == all)
  }

  @Test func `columns are sorted by their values, by keyboard, and say so`() throws {
    try generate(40)
    try open("shop.html")
    for (column, isNumber) in [("Total", true), ("Order", false), ("Placed", false)] {
      try browser.run(
        "[...document.querySelectorAll('#list-table-1 thead button')].find((button) => button.textContent === '\(column)').focus()"
      )
      for direction in ["ascending", "descending"] {
        try browser.press("Enter", 13)
        let isSorted = try browser.evaluate(
          """
          (() => {
            const heading = document.activeElement.closest("th");
            const keys = [...document.querySelectorAll("#list-table-1 tbody tr")].map((row) => {
              const cell = row.cells[heading.cellIndex];
              return cell.dataset.key ?? cell.textContent;
            });
            const money = (key) => key.split(" ");
            const inOrder = (one, other) => {
              if (!\(isNumber)) return one <= other;
              const [[currency, number], [otherCurrency, otherNumber]] = [money(one), money(other)];
              return currency === otherCurrency
                ? Number(number) <= Number(otherNumber) : currency < otherCurrency;
            };
            const pairs = keys.slice(1).map((key, place) => [keys[place], key]);
            return heading.ariaSort === "\(direction)"
              && document.querySelectorAll("#list-table-1 [aria-sort]").length === 1
              && pairs.every(([one, other]) => "\(direction)" === "ascending" ? inOrder(one, other) : inOrder(other, one));
          })()
          """, as: Bool.self)
        #expect(isSorted, "\(column) \(direction)")
      }
    }
    #expect(browser.complaints == [])
  }

  /// The tool's own answer is what the slider must show.
  @Test func `the slider shows the order as it was after each command`() throws {
    try open(fragment: "#order-1001")
    let read = { (field: String) throws -> String in
      try self.browser.evaluate(
        "document.querySelector('#fields-1001 tr[data-field=\"\(field)\"] td').textContent",
        as: String.self)
    }
    try browser.run("document.querySelector('#slider-1001').focus()")
    let steps = try workspace.expect(.done, "log", "1001", "--json").documents()
    for (place, step) in steps.enumerated().reversed() {
      let seq = try #require(step["seq"]?.integer)
      let state = try workspace.expect(.done, "show", "1001", "--at", "\(seq)", "--json").document()
      #expect(try read("status") == state["status"]?.string)
      let total = try #require(state["total"]?.integer)
      #expect(try read("total") == "\(total / 100).\(total % 100)")
      let text = try browser.evaluate(
        "document.querySelector('#order-1001 [role=status]').textContent", as: String.self)
      #expect(text.hasPrefix("Command \(place + 1) of \(steps.count): "))
      #expect(
        text.contains("by \(step["actor"]?.string ?? "?"),") && text.contains("entry @\(seq),"))
      try browser.press("ArrowLeft", 37)
    }
    #expect(try read("status") == "–")
    try browser.press("End", 35)
    try browser.run(
      "const day = document.querySelector('#day-1001'); day.value = '2025-06-01'; day.dispatchEvent(new Event('change'))"
    )
    #expect(try read("status") == "–")
    try browser.run(
      "const day = document.querySelector('#day-1001'); day.value = '2025-06-02'; day.dispatchEvent(new Event('change'))"
    )
    #expect(try read("status") == "shipped")
    #expect(
      try browser.evaluate(
        "document.querySelectorAll('#order-1001 [aria-current=step]').length", as: Int.self) == 1)
    #expect(browser.complaints == [])
  }

  @Test func `everything is there without JavaScript`() throws {
    try browser.call("Emulation.setScriptExecutionDisabled", ["value": true])
    try open()
    #expect(
      try browser.evaluate("document.querySelectorAll('input, button').length", as: Int.self) == 0)
    try browser.click("article:last-of-type summary")
    #expect(
      try browser.evaluate("document.querySelector('#order-1001').checkVisibility()", as: Bool.self)
    )
    let text = try browser.evaluate(
      "document.querySelector('#order-1001').innerText", as: String.self)
    for word in ["update-order", "items[0].quantity", "clerk", "shipped", "49.89"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test(arguments: [360, 390, 768, 1280])
  func `the page has its regions in order, and is no wider than the screen`(_ width: Int) throws {
    try generate(60)
    try browser.resize(width: width, height: 900)
    try open("shop.html")
    try browser.run(
      "document.querySelectorAll('article details').forEach((details, place) => { details.open = place < 2 })"
    )
    #expect(try browser.evaluate("document.documentElement.scrollWidth", as: Int.self) <= width)
    let boxes = try browser.evaluate(
      """
      [...document.querySelectorAll("header, nav, main > section")].map((part) => {
        const box = part.getBoundingClientRect();
        return [box.left, box.top, box.right, box.bottom].map((edge) => Math.round(edge + (edge === box.top || edge === box.bottom ? scrollY : 0)));
      })
      """, as: [[Int]].self)
    #expect(boxes.count == 10)
    for (one, next) in zip(boxes, boxes.dropFirst()) { #expect(one[3] <= next[1]) }
    for box in boxes { #expect(box[0] >= 0 && box[2] <= width && box[3] > box[1]) }
    let lefts = try browser.evaluate(
      "[...document.querySelectorAll('#months figure')].map((figure) => Math.round(figure.getBoundingClientRect().left))",
      as: [Int].self)
    #expect(Set(lefts).count == (width < 900 ? 1 : 2))
    let picture = try browser.bytes("Page.captureScreenshot", ["format": "png"])
    #expect(Array(picture[16..<24]) == [0, 0, UInt8(width >> 8), UInt8(width & 255), 0, 0, 3, 132])
  }

  @Test(arguments: ["light", "dark"])
  func `text stands out from the page`(_ scheme: String) throws {
    try browser.emulate(["prefers-color-scheme": scheme])
    try open(fragment: "#order-1001")
    let faint = try browser.evaluate(
      """
      (() => {
        const parse = (color) => color.match(/[\\d.]+/g).map(Number);
        const light = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
          .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
          .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
        const behind = (element) => {
          for (let part = element; part; part = part.parentElement) {
            const color = parse(getComputedStyle(part).backgroundColor);
            if (color[3] !== 0) return color;
          }
          return [255, 255, 255];
        };
        const ratio = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        return [...document.querySelectorAll("h1, h2, h3, p, th, td, dt, dd, a, caption, summary, label, del, ins, span, strong, input, button, text")]
          .filter((element) => element.checkVisibility())
          .filter((element) => {
            const style = getComputedStyle(element);
            return ratio(light(parse(element.namespaceURI.includes("svg") ? style.fill : style.color)), light(behind(element))) < 4.5;
          }).map((element) => element.outerHTML.slice(0, 80));
      })()
      """, as: [String].self)
    #expect(faint == [])
  }

  @Test func `on paper, everything is open, and there are no controls`() throws {
    try open(fragment: "#order-1001")
    try browser.emulate(media: "print", ["prefers-color-scheme": "dark"])
    #expect(
      try browser.evaluate(
        "[...document.querySelectorAll('nav, .controls, .legend')].filter((part) => part.checkVisibility()).length",
        as: Int.self) == 0)
    #expect(
      try browser.evaluate(
        "getComputedStyle(document.documentElement).backgroundColor", as: String.self)
        == "rgb(255, 255, 255)")
    #expect(
      try browser.evaluate(
        "[...document.querySelectorAll('thead')].every((head) => getComputedStyle(head).display === 'table-header-group')",
        as: Bool.self))
    try browser.emulate()
    let paper = try browser.bytes("Page.printToPDF")
    #expect(paper.starts(with: Array("%PDF-".utf8)) && paper.count > 20_000)
    #expect(
      try browser.evaluate(
        "document.querySelectorAll('article details[open]').length", as: Int.self) == 1)
    #expect(browser.complaints == [])
  }
}
