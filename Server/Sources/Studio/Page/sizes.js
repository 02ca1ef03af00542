// Bytes per format against the marks of 100, 200 and 300 kB, and the time of each stage.

import { bytesText, failureNote, make, number, visible } from './dom.js';
import { order, view } from './state.js';
import { Latest, post } from './server.js';

const marks = [100_000, 200_000, 300_000];
const stages = [
  ['load_ms', 'Load'], ['resolve_ms', 'Resolve'], ['layout_ms', 'Lay out'], ['flatten_ms', 'Flatten'], ['paint_ms', 'Paint'],
  ['encode_ms', 'Encode'],
];
export const panel = make('div', { class: 'sizes-panel' }, make('p', { class: 'nothing' }, 'Measuring\u2026'));
const queue = new Latest();

export function refresh() {
  if (view.tab !== 'size') return;
  queue.run(async () => {
    const deck = view.deck;
    try {
      const answer = await post('api/sizes', order());
      if (deck !== view.deck) return;
      // While the deck has errors, the sizes of the last good run stay.
      if (answer.sizes.length) draw(answer);
      else if (!panel.querySelector('table')) panel.replaceChildren(failureNote('There is no picture yet. Correct the errors.'));
    } catch (error) {
      panel.replaceChildren(failureNote(error.message));
    }
  });
}

export function forget() {
  panel.replaceChildren(make('p', { class: 'nothing' }, 'Measuring\u2026'));
}

function bar(share, kind, lines = []) {
  const fill = make('i');
  fill.style.width = `${Math.max(0.5, 100 * share)}%`;
  const node = make('span', { class: `bar ${kind}`, 'aria-hidden': 'true' }, fill);
  for (const at of lines) {
    const line = make('u');
    line.style.left = `${100 * at}%`;
    node.append(line);
  }
  return node;
}

function draw({ sizes, stages: times }) {
  const end = Math.max(marks.at(-1) * 1.1, ...sizes.map((size) => size.bytes));
  const kind = (bytes) => bytes <= marks[0] ? 'good' : bytes <= marks[1] ? 'fair' : bytes <= marks[2] ? 'heavy' : 'over';
  const word = { good: 'below 100 kB', fair: 'above 100 kB', heavy: 'above 200 kB', over: 'above 300 kB' };
  const axis = make('span', { class: 'axis', 'aria-hidden': 'true' }, marks.map((mark) => {
    const label = make('span', null, `${mark / 1000} kB`);
    label.style.left = `${100 * mark / end}%`;
    return label;
  }));
  const rows = [...sizes].sort((left, right) => left.bytes - right.bytes).map(({ format, bytes }) => make('tr', null,
    make('th', { scope: 'row' }, visible(format)), make('td', { class: 'figure' }, bytesText(bytes)),
    make('td', { class: 'wide-cell' }, bar(bytes / end, kind(bytes), marks.map((mark) => mark / end)), make('span', { class: 'unseen' }, word[kind(bytes)]))));
  const known = stages.filter(([name]) => typeof times?.[name] === 'number');
  const total = known.reduce((sum, [name]) => sum + times[name], 0);
  const longest = Math.max(...known.map(([name]) => times[name]), 0.01);
  panel.replaceChildren(
    make('section', null, make('h3', null, 'Bytes per format'),
      make('table', null, make('thead', { class: 'axis-row' }, make('tr', null,
        make('th', { scope: 'col' }, make('span', { class: 'unseen' }, 'Format')), make('th', { scope: 'col' }, make('span', { class: 'unseen' }, 'Bytes')),
        make('th', { scope: 'col' }, make('span', { class: 'unseen' }, 'Compared with 100, 200 and 300 kB'), axis))),
      make('tbody', null, rows))),
    make('section', null, make('h3', null, 'Time per stage'),
      make('table', null, make('tbody', null,
        known.map(([name, label]) => make('tr', null, make('th', { scope: 'row' }, label),
          make('td', { class: 'figure' }, `${number(times[name], 2)} ms`), make('td', { class: 'wide-cell' }, bar(times[name] / longest, 'time')))),
        make('tr', { class: 'total' }, make('th', { scope: 'row' }, 'Total'), make('td', { class: 'figure' }, `${number(total, 2)} ms`), make('td'))))));
}
