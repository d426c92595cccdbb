// The script of the report: tables that can be sorted, a list that can be filtered, and for each stream a slider through
// its time line. All it knows is on the page; it sends and loads nothing, and writes nothing but text.

extension EmbeddedSource {
  static func reportScript(saying words: DomainWords) -> EmbeddedSource {
    EmbeddedSource(scriptText, saying: words)
  }
}

private let scriptText: StaticString =
  #"""

  "use strict";
  (() => {
    const all = (selector, part = document) => [...part.querySelectorAll(selector)];

    // An element with attributes, and with text or elements in it.
    const make = (name, attributes, ...content) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(...content);
      return element;
    };

    // Sorting.

    const words = new Intl.Collator("en", { numeric: true });

    const keyOf = (row, column) => {
      const cell = row.cells[column];
      return cell.dataset.key ?? cell.textContent;
    };

    // The text before a number is its currency.
    const numberOf = (key) => Number(key.slice(key.lastIndexOf(" ") + 1));

    const currencyOf = (key) => key.slice(0, key.lastIndexOf(" ") + 1);

    const compare = (one, other, isNumeric) =>
      isNumeric
        ? words.compare(currencyOf(one), currencyOf(other)) || numberOf(one) - numberOf(other)
        : words.compare(one, other);

    const sort = (table, column, isNumeric, isReversed) => {
      const body = table.tBodies[0];
      const keyed = [...body.rows].map((row) => ({ row, key: keyOf(row, column) }));
      keyed.sort((one, other) => {
        // Empty cells come last, whatever the direction.
        if (one.key === "" || other.key === "") return (one.key === "") - (other.key === "");
        return compare(one.key, other.key, isNumeric) * (isReversed ? -1 : 1);
      });
      body.append(...keyed.map(({ row }) => row));
    };

    const makeSortable = (table) => {
      const headings = all("thead th", table);
      headings.forEach((heading, column) => {
        const button = make("button", { type: "button" }, heading.textContent);
        heading.replaceChildren(button);
        button.addEventListener("click", () => {
          const isReversed = heading.getAttribute("aria-sort") === "ascending";
          for (const other of headings) other.removeAttribute("aria-sort");
          heading.setAttribute("aria-sort", isReversed ? "descending" : "ascending");
          sort(table, column, heading.classList.contains("number"), isReversed);
        });
      });
    };

    // Filtering: rows that contain all words, and the time lines of their orders.

    const articleOf = (row) => {
      const link = row.querySelector("a");
      const target = link && document.getElementById(link.hash.slice(1));
      return target?.closest("article");
    };

    const makeFilterable = (table) => {
      const rows = [...table.tBodies[0].rows].map((row) => ({
        row, text: row.textContent.toLowerCase(), words: all("th, td", row).map((cell) => cell.textContent.toLowerCase()),
        article: articleOf(row),
      }));
      const input = make("input", { type: "search", id: "filter", autocomplete: "off", spellcheck: "false" });
      const status = make("p", { role: "status" });
      const update = () => {
        const parts = input.value.toLowerCase().split(/\s+/).filter((part) => part !== "");
        let count = 0;
        for (const { row, words, article } of rows) {
          const isShown = parts.every((part) => words.some((word) => word.includes(part)));
          row.hidden = !isShown;
          if (article) article.hidden = !isShown;
          if (isShown) count += 1;
        }
        status.textContent = `${count} of ${rows.length} {plural} shown`;
      };
      input.addEventListener("input", update);
      const controls = make("div", { class: "controls", role: "search" }, make("label", { for: "filter" }, "Only {plural} with"), input, status);
      table.closest(".scroll").before(controls);
      update();
    };

    // Time lines.

    const readStep = (row) => ({
      row,
      day: row.dataset.day,
      cells: [...row.cells].map((cell) => cell.textContent),
      command: row.querySelector(".command strong").textContent,
      outcome: row.querySelector(".command .outcome").textContent,
      reason: row.querySelector(".command .reason")?.textContent,
      changes: all("li", row).map((item) => ({
        field: item.dataset.field,
        name: item.querySelector(".name").textContent,
        isMoved: item.hidden,
        old: item.querySelector("del")?.textContent,
        now: item.querySelector("ins")?.textContent,
      })),
    });

    // The fields after so many steps.
    const fieldsAfter = (steps) => {
      const fields = new Map();
      for (const { changes } of steps) {
        for (const { field, now } of changes) if (field) fields.set(field, now);
      }
      return fields;
    };

    const sentence = (step) => {
      const [entry, revision, time, person] = step.cells;
      const why = step.reason ? ` Reason: ${step.reason}` : "";
      const names = new Set(step.changes.filter(({ isMoved }) => !isMoved).map(({ name }) => name));
      const what = names.size > 0 ? ` Changed: ${[...names].join(", ")}.` : "";
      return `${step.command} by ${person}, ${time} (entry ${entry}, revision ${revision}): ${step.outcome}.${what}${why}`;
    };

    const makeTimeLine = (article) => {
      const id = article.dataset.stream;
      const steps = all("tr.step", article).map(readStep);
      const table = article.querySelector(".fields table");
      if (!table || steps.length === 0) return;
      table.tHead.rows[0].append(make("th", { scope: "col" }, "Before"));
      const rows = [...table.tBodies[0].rows].map((row) => {
        const before = make("td", {});
        row.append(before);
        return { row, field: row.dataset.field, value: row.cells[1], before };
      });
      const slider = make("input", { type: "range", id: `slider-${id}`, min: "0", max: String(steps.length), step: "1", value: String(steps.length) });
      const day = make("input", { type: "date", id: `day-${id}`, min: steps[0].day, max: "9999-12-31" });
      const text = make("p", { role: "status" });

      const show = (count, prefix = "") => {
        const now = fieldsAfter(steps.slice(0, count));
        const step = steps[count - 1];
        const changes = new Map((step?.changes ?? []).filter(({ isMoved }) => !isMoved).map((change) => [change.field, change]));
        for (const { row, field, value, before } of rows) {
          const change = changes.get(field);
          value.textContent = now.get(field) ?? "\u2013";
          before.textContent = change?.old ?? "";
          row.classList.toggle("absent", now.get(field) === undefined);
          row.classList.toggle("changed", change !== undefined);
        }
        for (const { row } of steps) {
          row.classList.toggle("current", row === step?.row);
          if (row === step?.row) row.setAttribute("aria-current", "step");
          else row.removeAttribute("aria-current");
        }
        const place = count === 0 ? "Before the first command" : `Command ${count} of ${steps.length}`;
        table.caption.textContent = count === 0 ? `{Noun} ${id} before the first command` : `{Noun} ${id} after command ${count} of ${steps.length}`;
        text.textContent = `${prefix}${place}${step ? ": " + sentence(step) : "."}`;
        slider.value = String(count);
        slider.setAttribute("aria-valuetext", step ? `${place}: ${step.command}, ${step.cells[2]}` : place);
      };

      slider.addEventListener("input", () => show(Number(slider.value)));
      day.addEventListener("change", () => {
        if (day.value === "") return;
        show(steps.filter((step) => step.day <= day.value).length, `At the end of ${day.value}. `);
      });
      const controls = make(
        "div", { class: "controls", role: "group", "aria-label": `Time line of {noun} ${id}` },
        make("label", { for: slider.id }, "As it was", slider),
        make("label", { for: day.id }, "at the end of", day), text);
      table.closest(".scroll").before(controls);
      show(steps.length);
    };

    all("table[data-enhanced~=sort]").forEach(makeSortable);
    all("table[data-enhanced~=filter]").forEach(makeFilterable);

    // Only when it is opened: there may be many.
    for (const article of all("article.stream")) {
      const details = article.querySelector("details");
      details.addEventListener("toggle", () => {
        if (!details.open || article.dataset.enhanced) return;
        article.dataset.enhanced = "slider";
        makeTimeLine(article);
      });
    }

    const openTarget = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const details = target?.closest("details");
      if (!details) return;
      details.open = true;
      target.scrollIntoView();
    };
    addEventListener("hashchange", openTarget);
    openTarget();

    // Closed parts would be missing on paper.
    let closed = [];
    addEventListener("beforeprint", () => {
      closed = all("details:not(.legend):not([open])");
      for (const details of closed) details.open = true;
    });
    addEventListener("afterprint", () => {
      for (const details of closed) details.open = false;
    });
  })();

  """#
