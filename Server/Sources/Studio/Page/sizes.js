// Bytes per format against the marks of 100, 200 and 300 kB, and the time of each stage.

import { bytesText, failureNote, make, number, visible } from './dom.js';
import { order, view } from './state.js';
import { Latest, post } from './server.js';

const marks = [100_000, 200_000, 300_000];
const stages = [
  ['load_ms', 'Load'], ['resolve_ms', 'Resolve'], ['layout_ms', 'Lay out'], ['flatten_ms', 'Flatten'],
  ['paint_ms', 'Paint'], ['encode_ms', 'Encode'],
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
      const isEmpty = !panel.querySelector('table');
      if (answer.sizes.length) draw(answer);
      else if (isEmpty) panel.replaceChildren(failureNote('There is no picture yet. Correct the errors.'));
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

// How heavy a file is, in words, because the colour of a bar is not enough.
const weights = [
  [marks[0], 'good', 'below 100 kB'], [marks[1], 'fair', 'above 100 kB'], [marks[2], 'heavy', 'above 200 kB'],
  [Infinity, 'over', 'above 300 kB'],
];

const row = (name, figure, ...content) => make('tr', null,
  make('th', { scope: 'row' }, name), make('td', { class: 'figure' }, figure),
  make('td', { class: 'wide-cell' }, content));
const heading = (text, content) => make('th', { scope: 'col' }, make('span', { class: 'unseen' }, text), content);

function draw({ sizes, stages: times }) {
  const end = Math.max(marks.at(-1) * 1.1, ...sizes.map((size) => size.bytes));
  const axis = make('span', { class: 'axis', 'aria-hidden': 'true' }, marks.map((mark) => {
    const label = make('span', null, `${mark / 1000} kB`);
    label.style.left = `${100 * mark / end}%`;
    return label;
  }));
  const sizeRows = [...sizes].sort((left, right) => left.bytes - right.bytes).map(({ format, bytes }) => {
    const [, kind, word] = weights.find(([limit]) => bytes <= limit);
    const lines = marks.map((mark) => mark / end);
    return row(visible(format), bytesText(bytes), bar(bytes / end, kind, lines),
      make('span', { class: 'unseen' }, word));
  });
  const known = stages.filter(([name]) => typeof times?.[name] === 'number');
  const total = known.reduce((sum, [name]) => sum + times[name], 0);
  const longest = Math.max(...known.map(([name]) => times[name]), 0.01);
  const timeRows = known
    .map(([name, label]) => row(label, `${number(times[name], 2)} ms`, bar(times[name] / longest, 'time')));
  const totalRow = row('Total', `${number(total, 2)} ms`);
  totalRow.className = 'total';
  const head = make('thead', null,
    make('tr', null, heading('Format'), heading('Bytes'), heading('Compared with 100, 200 and 300 kB', axis)));
  panel.replaceChildren(
    make('section', null, make('h3', null, 'Bytes per format'),
      make('table', null, head, make('tbody', null, sizeRows))),
    make('section', null, make('h3', null, 'Time per stage'),
      make('table', null, make('tbody', null, timeRows, totalRow))));
}
