// The style sheet of the report: light and dark, narrow and wide, and on paper.

extension EmbeddedSource {
  static let reportStyle = EmbeddedSource(
    text: """

      :root {
        color-scheme: light dark;
        --paper: #ffffff;
        --ink: #1b1f24;
        --quiet: #57606a;
        --line: #d5dae0;
        --faint: #f3f5f7;
        --accent: #1d5c8c;
        --alarm: #9a3412;
        --marked: #fff3c9;
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --paper: #14181d;
          --ink: #e4e8ec;
          --quiet: #a3adb8;
          --line: #333c46;
          --faint: #1d232a;
          --accent: #82bdea;
          --alarm: #f2a47c;
          --marked: #453a12;
        }
      }
      @media (prefers-reduced-motion: no-preference) {
        html { scroll-behavior: smooth; }
      }

      * { box-sizing: border-box; }
      [hidden] { display: none !important; }
      html { background: var(--paper); color: var(--ink); }
      body {
        margin: 0 auto;
        padding: 2.5rem 1rem 6rem;
        max-width: 76rem;
        font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", sans-serif;
        overflow-wrap: anywhere;
      }
      h1, h2, h3 { font-family: Georgia, "Times New Roman", "DejaVu Serif", serif; line-height: 1.2; font-weight: 400; }
      h1 { margin: 0 0 1.25rem; font-size: 2.4rem; }
      h2 { margin: 0 0 .75rem; font-size: 1.6rem; }
      h3 { display: inline; margin: 0 .75rem 0 0; font-size: 1.1rem; }
      p { margin: 0 0 .75rem; max-width: 44rem; }
      a { color: var(--accent); text-underline-offset: .15em; }
      :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
      section { margin-top: 3rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }

      .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(10rem, 100%), 1fr)); gap: .75rem 2rem; margin: 0 0 1.25rem; }
      .facts dt, .legend dt { color: var(--quiet); font-size: .85rem; }
      .facts dd { margin: 0; font-variant-numeric: tabular-nums; }
      .note { color: var(--quiet); font-size: .9rem; }
      nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }

      .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.75rem 2.5rem; margin: 1.25rem 0; }
      figure { margin: 0; max-width: 34rem; }
      figcaption { margin-bottom: .4rem; font-weight: 600; font-size: .9rem; }
      svg { display: block; width: 100%; height: auto; font-size: 12px; font-variant-numeric: tabular-nums; }
      svg .bar { fill: var(--accent); }
      svg .below { fill: var(--alarm); }
      svg .grid { stroke: var(--line); }
      svg .axis { stroke: var(--quiet); }
      svg .label { fill: var(--quiet); }
      svg .name { fill: var(--ink); }

      .scroll { margin: 1rem 0 .25rem; overflow: auto; }
      .list { max-height: 36rem; }
      .list thead th { position: sticky; top: 0; background: var(--paper); box-shadow: inset 0 -1px var(--quiet); }
      table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
      caption { margin-bottom: .35rem; text-align: left; font-weight: 600; white-space: nowrap; }
      th, td { padding: .3rem 1.25rem .3rem 0; text-align: left; vertical-align: top; max-width: 26rem; }
      th { font-weight: 400; }
      th:last-child, td:last-child { padding-right: .25rem; }
      thead th { border-bottom: 1px solid var(--quiet); color: var(--quiet); vertical-align: bottom; overflow-wrap: normal; }
      tbody tr { border-bottom: 1px solid var(--line); }
      .id { min-width: 9rem; overflow-wrap: anywhere; }
      .number { text-align: right; white-space: nowrap; }
      .time { white-space: nowrap; }
      thead button { padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit; cursor: pointer; }
      thead button::after { content: "\\2195"; padding-left: .3em; opacity: .45; }
      [aria-sort="ascending"] button::after { content: "\\2191"; opacity: 1; }
      [aria-sort="descending"] button::after { content: "\\2193"; opacity: 1; }

      summary { padding: .25rem 0; cursor: pointer; }
      .legend { margin-bottom: 1.5rem; color: var(--quiet); font-size: .85rem; }
      .legend dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; margin: .25rem 0; }
      .legend dd { margin: 0; }

      .stream { border-bottom: 1px solid var(--line); }
      .stream > details > summary { padding: .6rem 0; }
      .stream summary span { color: var(--quiet); }
      .time-line { padding: 0 0 1.5rem; scroll-margin-top: 4rem; }
      .fields td { min-width: 6rem; overflow-wrap: anywhere; }
      .fields tbody th { color: var(--quiet); white-space: nowrap; }
      .fields .changed td { background: var(--marked); }
      .fields .absent td { color: var(--quiet); }
      .command { min-width: 11rem; }
      .command strong { font-weight: 600; }
      .command span { display: block; color: var(--quiet); }
      .command .reason::before { content: "\\201C"; }
      .command .reason::after { content: "\\201D"; }
      .refused .outcome { color: var(--alarm); }
      .steps .current { background: var(--faint); box-shadow: inset 3px 0 var(--accent); }
      .steps .current > th { padding-left: .6rem; }
      .changes { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; margin: 0; padding: 0; min-width: 16rem; list-style: none; }
      .changes .name { color: var(--quiet); }
      del { color: var(--quiet); }
      ins { text-decoration: none; }
      ins, del, td, dd { unicode-bidi: isolate; }

      .controls { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; margin: 1rem 0; padding: .75rem 1rem; background: var(--faint); }
      .controls label { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; }
      .controls p { flex-basis: 100%; margin: 0; max-width: none; }
      .controls input { padding: .3rem .4rem; border: 1px solid var(--quiet); background: var(--paper); color: var(--ink); font: inherit; }
      .controls input[type="range"] { width: 18rem; max-width: 60vw; padding: 0; border: 0; accent-color: var(--accent); }

      @media print {
        @page { margin: 16mm 14mm; }
        :root {
          color-scheme: light;
          --paper: #ffffff;
          --ink: #000000;
          --quiet: #444c55;
          --line: #c9ced4;
          --faint: #ffffff;
          --accent: #1d5c8c;
          --alarm: #8a2c0d;
          --marked: #ffffff;
        }
        body { max-width: none; padding: 0; font-size: 9.5pt; }
        h1 { font-size: 22pt; }
        h2 { font-size: 15pt; }
        table { font-size: 8pt; }
        th, td { padding: .2rem .8rem .2rem 0; }
        a { color: inherit; text-decoration: none; }
        nav, .controls, .legend, .fields, .numbers > summary, thead button::after { display: none !important; }
        section { margin-top: 1.5rem; padding-top: 1rem; }
        .scroll { overflow: visible; max-height: none; }
        .list thead th { position: static; box-shadow: none; }
        .charts { grid-template-columns: 1fr 1fr; gap: 1rem 2rem; }
        thead { display: table-header-group; break-inside: avoid; }
        thead button { display: contents; }
        caption, figcaption { font-size: 9pt; }
        tr, figure, .stream, .scroll:not(:has(tr:nth-child(13))) { break-inside: avoid; }
        h2, h3, caption, summary { break-after: avoid; }
        summary { list-style: none; }
        details::details-content { content-visibility: visible; block-size: auto; }
        .command, .changes { min-width: 0; }
        .id { min-width: 6.5rem; }
      }
      """)
}
