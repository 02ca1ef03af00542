extension HTMLReport {
  /// The style sheet of the page.
  static let style =
    #"""
    :root {
      color-scheme: light dark;
      --page: #f4f5f7; --panel: #ffffff; --sunken: #eceef1; --line: #d5d9df; --ink: #1a1d23; --soft: #59616e;
      --accent: #0b62d6; --accent-ink: #ffffff; --wash: #e3eefc;
      --failed: #c0281f; --broken: #8f1d6b; --new: #6a3fc4; --orphaned: #8a5a00; --passed: #1b7a3d;
      --check-a: #ffffff; --check-b: #e3e6ea; --mark: #d6189b; --before: #b35900; --after: #0b62d6;
      --shadow: 0 1px 2px rgb(20 25 35 / 8%), 0 4px 14px rgb(20 25 35 / 6%);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #14161a; --panel: #1d2026; --sunken: #101215; --line: #343a44; --ink: #eceef2; --soft: #a2abb8;
        --accent: #6aaeff; --accent-ink: #0b1a2e; --wash: #1c3048;
        --failed: #ff8078; --broken: #f38bd0; --new: #b79bff; --orphaned: #e8b04a; --passed: #63cf8b;
        --check-a: #2b2f37; --check-b: #22262c; --mark: #ff6fd0; --before: #ffb25e; --after: #6aaeff;
        --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 4px 14px rgb(0 0 0 / 25%);
      }
    }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body {
      background: var(--page); color: var(--ink); font: 14px/1.45 system-ui, "Segoe UI", Roboto, sans-serif;
      -webkit-text-size-adjust: 100%;
    }
    h1, h2, h3, p, ul, figure, dl, dd { margin: 0; padding: 0; }
    ul { list-style: none; }
    button, input { font: inherit; color: inherit; }
    code, .path { font: 12px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    code { user-select: all; }
    [hidden] { display: none !important; }
    :focus { outline: none; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    #list button:focus-visible, .changes button:focus-visible, .scroll:focus-visible { outline-offset: -2px; }
    .unseen {
      position: absolute; top: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
    }

    #app {
      display: grid; height: 100%; grid-template: auto 1fr auto / minmax(220px, 300px) minmax(0, 1fr);
      grid-template-areas: "head head" "list main" "foot foot";
    }
    .button {
      border: 1px solid var(--line); border-radius: 7px; background: var(--panel); padding: 4px 11px; cursor: pointer;
      white-space: nowrap;
    }
    .button:hover:not(:disabled) { border-color: var(--accent); }
    .button:disabled { opacity: 45%; cursor: default; }
    .button[aria-pressed="true"], .button[aria-checked="true"] {
      background: var(--wash); border-color: var(--accent); color: var(--accent); font-weight: 600;
    }
    .button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
    .button.square { padding: 4px 0; width: 32px; text-align: center; }
    .group { display: inline-flex; }
    .group > .button { border-radius: 0; margin-left: -1px; position: relative; }
    .group > .button:first-child { border-radius: 7px 0 0 7px; margin-left: 0; }
    .group > .button:last-child { border-radius: 0 7px 7px 0; }
    .group > .button[aria-checked="true"], .group > .button[aria-pressed="true"], .group > .button:focus-visible {
      z-index: 1;
    }
    kbd {
      font: 11px/1 ui-monospace, Menlo, Consolas, monospace; border: 1px solid var(--line); border-radius: 4px;
      padding: 2px 5px; background: var(--sunken);
    }

    /* The head: how it came out, filters, search. */
    #head {
      grid-area: head; background: var(--panel); border-bottom: 1px solid var(--line); padding: 12px 16px 10px;
      display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center;
    }
    #head h1 { font-size: 17px; letter-spacing: -0.01em; display: flex; gap: 9px; align-items: center; }
    .lamp { width: 11px; height: 11px; border-radius: 50%; background: var(--failed); flex: none; }
    .lamp.green { background: var(--passed); }
    .versions { color: var(--soft); font-size: 12px; margin-inline-start: auto; }
    .notice {
      flex-basis: 100%; border-inline-start: 3px solid var(--orphaned); background: var(--sunken); padding: 5px 10px;
      border-radius: 4px;
    }
    .filters { display: flex; flex-wrap: wrap; gap: 6px; flex-basis: 100%; align-items: center; }
    .filters .button { display: inline-flex; gap: 7px; align-items: center; border-radius: 99px; }
    .filters .square { justify-content: center; flex: none; }
    .filters .count { color: var(--soft); font-variant-numeric: tabular-nums; font-weight: 400; }
    .dot { width: 8px; height: 8px; border-radius: 50%; background: currentColor; flex: none; }
    .failed { color: var(--failed); } .broken { color: var(--broken); } .new { color: var(--new); }
    .orphaned { color: var(--orphaned); } .passed { color: var(--passed); }
    #search {
      flex: 1 1 180px; max-width: 340px; border: 1px solid var(--line); border-radius: 7px; padding: 4px 10px;
      background: var(--page); margin-inline-start: auto;
    }

    /* The list of goldens. */
    #list { grid-area: list; overflow: auto; border-inline-end: 1px solid var(--line); padding: 8px; }
    #list button {
      display: flex; gap: 9px; align-items: center; width: 100%; border: 0; border-radius: 7px; background: none;
      padding: 5px 8px; text-align: start; cursor: pointer;
    }
    #list button:hover { background: var(--sunken); }
    #list button[aria-current="true"] { background: var(--wash); box-shadow: inset 3px 0 0 var(--accent); }
    #list .name { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    #list .tick { color: var(--passed); font-weight: 700; }
    #list .none { color: var(--soft); padding: 16px 8px; text-align: center; }

    /* One golden. */
    #main { grid-area: main; min-width: 0; overflow: auto; display: flex; flex-direction: column; gap: 10px; padding: 14px 16px; }
    .title { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: center; }
    .title h2 { font-size: 18px; overflow-wrap: anywhere; letter-spacing: -0.01em; }
    .badge {
      border: 1px solid currentColor; border-radius: 99px; padding: 0 9px; font-size: 12px; font-weight: 600; line-height: 20px;
    }
    .title .actions { margin-inline-start: auto; display: flex; gap: 8px; align-items: center; }
    .place { color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
    .message { font-size: 15px; overflow-wrap: anywhere; }
    .work { display: flex; gap: 14px; flex: 1; min-height: 360px; }
    .stage { flex: 1; min-width: 0; display: flex; flex-direction: column; gap: 8px; }
    .aside { flex: none; width: 300px; overflow: auto; display: flex; flex-direction: column; gap: 14px; }
    .aside h3 { font-size: 12px; color: var(--soft); font-weight: 600; margin-bottom: 4px; }
    .changes button {
      width: 100%; border: 0; background: none; text-align: start; padding: 5px 8px; border-radius: 6px; cursor: pointer;
      border-inline-start: 3px solid transparent; overflow-wrap: anywhere;
    }
    .changes button:hover, .changes button:focus-visible { background: var(--sunken); }
    .changes button[aria-pressed="true"] { background: var(--wash); border-inline-start-color: var(--after); }
    .changes .plain { display: block; padding: 5px 8px; border-inline-start: 3px solid transparent; overflow-wrap: anywhere; }
    .issues li { padding: 5px 8px; overflow-wrap: anywhere; }
    .issues .at { color: var(--soft); display: block; overflow-wrap: anywhere; }
    .aside summary { font-size: 12px; color: var(--soft); font-weight: 600; margin-bottom: 4px; cursor: pointer; }
    .facts dt { color: var(--soft); font-size: 12px; }
    .facts dd { margin-bottom: 6px; overflow-wrap: anywhere; }
    .note { color: var(--orphaned); overflow-wrap: anywhere; }

    /* Pictures. */
    .tools { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; min-height: 32px; }
    .tools label { display: inline-flex; gap: 8px; align-items: center; color: var(--soft); }
    .tools input[type="range"] { width: 150px; accent-color: var(--accent); }
    .zoom { min-width: 4.2em; text-align: center; font-variant-numeric: tabular-nums; }
    .panes { flex: 1; min-height: 280px; display: flex; gap: 10px; }
    .pane { flex: 1; min-width: 0; display: flex; flex-direction: column; }
    .pane figcaption { color: var(--soft); font-size: 12px; padding-bottom: 3px; display: flex; gap: 8px; flex-wrap: wrap; }
    .pane figcaption b { color: var(--ink); font-weight: 600; }
    .scroll {
      flex: 1; min-height: 0; overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken);
      display: grid; place-items: safe center; padding: 12px; touch-action: pan-x pan-y; cursor: grab;
    }
    .scroll.dragged { cursor: grabbing; user-select: none; }
    .sheet {
      position: relative; flex: none; box-shadow: var(--shadow);
      background: repeating-conic-gradient(var(--check-a) 0 25%, var(--check-b) 0 50%) 0 0 / 16px 16px;
    }
    .sheet img { position: absolute; left: 0; top: 0; display: block; user-select: none; -webkit-user-drag: none; }
    .sheet.pixels img { image-rendering: pixelated; }
    .sheet .ghost { mix-blend-mode: difference; }
    .sheet .off { visibility: hidden; }
    .box { position: absolute; pointer-events: none; min-width: 3px; min-height: 3px; }
    .region { outline: 2px solid var(--mark); outline-offset: 1px; }
    .before { outline: 2px dashed var(--before); outline-offset: 1px; background: rgb(255 160 60 / 18%); }
    .after { outline: 2px solid var(--after); outline-offset: 1px; background: rgb(70 150 255 / 18%); }
    .handle {
      position: absolute; top: 0; bottom: 0; width: 24px; margin-left: -12px; cursor: ew-resize; touch-action: none;
    }
    .handle::before {
      content: ""; position: absolute; left: 11px; top: 0; bottom: 0; width: 2px; background: var(--accent);
      box-shadow: 0 0 0 1px rgb(255 255 255 / 70%);
    }
    .handle::after {
      content: "\2194"; position: absolute; left: 0; top: calc(50% - 12px); width: 24px; height: 24px; border-radius: 50%;
      background: var(--accent); color: var(--accent-ink); text-align: center; line-height: 23px; font-size: 15px;
      box-shadow: var(--shadow);
    }
    .nothing { margin: auto; color: var(--soft); text-align: center; padding: 32px 16px; max-width: 46ch; }

    /* The foot: approvals. */
    #foot {
      grid-area: foot; background: var(--panel); border-top: 1px solid var(--line); padding: 8px 16px; display: flex;
      flex-wrap: wrap; gap: 8px 12px; align-items: center;
    }
    #foot .status { font-weight: 600; font-variant-numeric: tabular-nums; }
    #foot .next { color: var(--soft); flex: 1 1 240px; overflow-wrap: anywhere; }
    #foot .next code {
      color: var(--ink); background: var(--sunken); border: 1px solid var(--line); border-radius: 5px; padding: 2px 7px;
    }

    dialog {
      border: 1px solid var(--line); border-radius: 12px; background: var(--panel); color: var(--ink); padding: 20px 24px;
      box-shadow: var(--shadow); max-width: min(92vw, 540px);
    }
    dialog::backdrop { background: rgb(10 14 20 / 45%); }
    dialog h2 { font-size: 16px; margin-bottom: 10px; }
    dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin-bottom: 16px; align-items: baseline; }
    noscript ul { list-style: disc; padding: 8px 32px; }
    noscript p { padding: 16px 16px 0; }

    @media (max-width: 1180px) {
      .work { flex-direction: column; flex: 1 0 auto; }
      .aside { order: -1; width: auto; max-height: 30vh; flex-direction: row; flex-wrap: wrap; gap: 6px 24px; }
      .aside section { flex: 1 1 240px; min-width: 0; }
      .stage { flex: 1 0 420px; }
    }
    @media (max-width: 760px) {
      html, body { height: auto; }
      #app { display: block; height: auto; }
      #list { border: 0; border-bottom: 1px solid var(--line); max-height: 32vh; }
      .versions { margin-inline-start: 0; flex-basis: 100%; }
      #search { max-width: none; flex-basis: 60%; }
      .panes.side { flex-direction: column; }
      .panes.side .scroll { min-height: 240px; }
      .scroll { min-height: 300px; }
      .aside { max-height: none; }
    }
    @media print {
      html, body, #app { height: auto; display: block; }
      #list, #foot, .tools, .filters { display: none; }
    }
    """# + "\n"
}
