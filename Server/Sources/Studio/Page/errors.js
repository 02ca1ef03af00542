// Errors and warnings of the deck, and opening their place in an editor.

import { copyText, make, plural, say, shortened, toast, visible } from './dom.js';
import { go, view } from './state.js';
import { post } from './server.js';

const editors = [
  ['program', 'CARDSHOT_EDITOR'], ['vscode', 'VS Code'], ['zed', 'Zed'], ['idea', 'IntelliJ IDEA'],
  ['vim', 'Vim (copies a command)'], ['copy', 'Copy the place'],
];
let hasEditor = false;
export const setHasEditor = (isSet) => { hasEditor = isSet; };
export const editor = () => view.editor || (hasEditor ? 'program' : 'copy');

export const shellQuoted = (text) => /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

// The address that starts an editor, or undefined if the editor has none.
export function editorAddress(kind, { file, line = 1, column = 1 }) {
  const path = file.split('/').map(encodeURIComponent).join('/');
  switch (kind) {
    case 'vscode': return `vscode://file${path}:${line}:${column}`;
    case 'zed': return `zed://file${path}:${line}:${column}`;
    case 'idea': return `idea://open?file=${encodeURIComponent(file)}&line=${line}&column=${column}`;
    default: return undefined;
  }
}

export async function openPlace({ file, line = 1, column = 1 }) {
  const kind = editor();
  const address = editorAddress(kind, { file, line, column });
  if (address) {
    make('a', { href: address }).click();
    say('Opens the editor');
  } else if (kind === 'vim') {
    const command = `vim ${shellQuoted(`+call cursor(${line},${column})`)} ${shellQuoted(file)}`;
    await copyText(command, 'The Vim command is copied.');
  } else if (kind === 'program') {
    try {
      await post('api/open', { file, line, column });
      say('Opens the editor');
    } catch (error) {
      toast(error.message);
    }
  } else {
    await copyText(`${file}:${line}:${column}`, 'The place is copied.');
  }
}

function editorSelect() {
  const select = make('select', { id: 'editor', onchange: () => go({ editor: select.value }) },
    editors.filter(([kind]) => kind !== 'program' || hasEditor)
      .map(([kind, text]) => make('option', { value: kind }, text)));
  select.value = editor();
  return make('label', { class: 'inline' }, 'Open in', select);
}

// The line without its indentation. Around the column, a long line is cut to what fits. Columns count Unicode scalars.
function sourceLine(text, column) {
  const indentation = Math.min(/^\s*/.exec(text)[0].length, column - 1);
  const characters = [...text.slice(indentation)];
  const at = Math.max(0, column - 1 - indentation);
  const start = characters.length > 160 ? Math.max(0, at - 60) : 0;
  const end = Math.min(characters.length, start + 160);
  const part = (from, to) => visible(characters.slice(from, to).join(''));
  return make('code', { class: 'source', dir: 'ltr' },
    start > 0 && '\u2026', part(start, at).replaceAll('\t', '  '),
    make('span', { class: 'caret' }, part(at, at + 1).trim() || '\u00a0'),
    part(at + 1, end), end < characters.length && '\u2026');
}

function item(issue) {
  const place = [visible(issue.file || view.deck), issue.line, issue.line && issue.column].filter(Boolean).join(':');
  const canOpen = issue.line && issue.absolute;
  return make('li', { class: `issue ${issue.severity}` },
    make('p', { class: 'issue-head' },
      make('span', { class: `severity ${issue.severity}` }, issue.severity === 'error' ? 'Error' : 'Warning'),
      make('bdi', { class: 'message' }, shortened(issue.message, 1000)),
      canOpen
        ? make('button', {
          type: 'button', class: 'place', title: 'Open in the editor',
          onclick: () => openPlace({ file: issue.absolute, line: issue.line, column: issue.column }),
        }, place)
        : make('span', { class: 'place' }, place)),
    issue.source !== undefined && issue.line && sourceLine(issue.source, issue.column || 1),
    issue.hint && make('p', { class: 'hint' }, make('bdi', null, shortened(issue.hint, 1000))),
    issue.path && make('p', { class: 'path soft' }, shortened(visible(issue.path), 200)));
}

const mostIssues = 200;
const items = make('ul', { class: 'issues' });
const summary = make('p', { class: 'summary', 'aria-live': 'polite', 'aria-atomic': 'true' });
export const panel = make('div', { class: 'problems' },
  make('div', { class: 'row wrap' }, summary, make('span', { class: 'editor-choice' })), items);

let lastKeys = null;

export function counts(issues) {
  const errors = issues.filter((issue) => issue.severity === 'error').length;
  return { errors, warnings: issues.length - errors };
}

// Updates the list in place: an issue that stays keeps its element, and with it the focus.
export function show(issues, failure) {
  const { errors, warnings } = counts(issues);
  const all = failure ? [{ severity: 'error', message: failure }, ...issues] : issues;
  const keys = all.slice(0, mostIssues).map((issue) => JSON.stringify(issue));
  if (lastKeys && keys.join('\n') === lastKeys.join('\n')) return;
  const old = new Map(lastKeys?.map((key, index) => [key, items.children[index]]));
  const nodes = keys.map((key, index) => {
    const kept = old.get(key);
    old.delete(key);
    return kept || item(all[index]);
  });
  const hidden = all.length - nodes.length;
  if (hidden > 0) nodes.push(make('li', { class: 'soft' }, `${plural(hidden, 'more problem')}.`));
  // Moving an element with the focus would lose the focus, so only what differs is touched.
  const keep = new Set(nodes);
  for (const node of [...items.children]) if (!keep.has(node)) node.remove();
  nodes.forEach((node, index) => {
    if (items.children[index] !== node) items.insertBefore(node, items.children[index] || null);
  });
  lastKeys = keys;
  const failures = errors + (failure ? 1 : 0);
  const parts = [failures && plural(failures, 'error'), warnings && plural(warnings, 'warning')].filter(Boolean);
  summary.textContent = parts.length ? `${parts.join(', ')}.` : 'No problems.';
  summary.className = `summary ${failures ? 'failed' : warnings ? 'warned' : 'passed'}`;
}

export function showEditors() {
  panel.querySelector('.editor-choice').replaceChildren(editorSelect());
}
