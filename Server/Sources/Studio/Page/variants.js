// The grid of variants: every combination of the chosen axes, each drawn by the server.

import { failureNote, make, plural, shortened, visible } from './dom.js';
import { formValues, go, list, numberOf, order, toggle, view } from './state.js';
import { Latest, Pool, get, post } from './server.js';
import { cellValue, fieldsOf } from './fields.js';
import { decoded } from './picture.js';

const axes = [
  ['appearance', 'Light and dark'], ['locale', 'Locales'], ['state', 'States'], ['width', 'Widths'],
  ['row', 'Rows of a table'],
];
// More pictures than this at once are hard to compare, and slow.
const mostCells = 24;

const grid = make('div', { class: 'grid', role: 'list', 'aria-label': 'Variants' });
const remark = make('p', { class: 'note-line', role: 'status' });
const bar = make('div', { class: 'sub-bar' });
export const node = make('div', { class: 'variants' }, bar, remark,
  make('div', { class: 'scroll-plain', tabindex: '0', role: 'region', 'aria-label': 'Grid of variants' }, grid));

const cells = new Map();
const queue = new Latest();
// One of the six connections has the events, and one stays free for the main picture.
const pool = new Pool(3);
let deck = null;
let tables = [];
let samples = [];

// Returns whether the grid needs other cells.
export function setDeck(next) {
  const needsCells = deck?.deck !== next.deck || deck.states.join() !== next.states.join();
  if (deck?.deck !== next.deck) {
    for (const cell of cells.values()) cell.node.remove();
    cells.clear();
    tables = [];
    get('api/files', { deck: next.deck }).then((files) => {
      if (view.deck !== next.deck) return;
      tables = files.tables;
      showBar();
      if (view.view === 'variants' && list('by').includes('row')) refresh();
    }, () => {});
  }
  deck = next;
  showBar();
  return needsCells;
}

function field(name, label) {
  const input = make('input', {
    type: 'text', class: 'short-list', value: view[name], spellcheck: 'false', autocomplete: 'off',
    onchange: () => { go({ [name]: input.value }); },
  });
  return make('label', { class: 'inline' }, label, input);
}

export function showBar() {
  const active = list('by');
  const focused = bar.contains(document.activeElement) && document.activeElement.dataset.by;
  const has = { state: deck?.states?.length > 0, row: tables.length > 0 };
  const why = { state: 'This deck has no states.', row: 'There is no table (.csv, .tsv or .jsonl) next to the deck.' };
  const table = make('select', { onchange: () => go({ table: table.value }) },
    tables.map((path) => make('option', { value: path }, shortened(visible(path), 80))));
  table.value = view.table || tables[0] || '';
  bar.replaceChildren(
    make('div', { class: 'chips', role: 'group', 'aria-label': 'Variants by' },
      axes.map(([axis, label]) => make('button', {
      type: 'button', class: 'button chip', 'aria-pressed': String(active.includes(axis)), 'data-by': axis,
      disabled: has[axis] === false && !active.includes(axis), title: has[axis] === false ? why[axis] : null,
      onclick: () => toggle('by', axis),
    }, label))),
    ...[active.includes('locale') && field('locales', 'Locales'), active.includes('width') && field('widths', 'Widths'),
      active.includes('row') && tables.length > 0 && make('label', { class: 'inline' }, 'Table', table)]
        .filter(Boolean));
  if (focused) bar.querySelector(`[data-by="${focused}"]`)?.focus();
}

// The choices of an axis: a label, and what it changes in the request.
function choices(axis) {
  switch (axis) {
    case 'appearance': return ['light', 'dark'].map((appearance) => ({ label: appearance, options: { appearance } }));
    case 'locale': return list('locales').map((locale) => ({ label: locale, options: { locale } }));
    case 'state': return (deck?.states || []).map((state) => ({ label: state, options: { state } }));
    case 'width': return list('widths').map(numberOf).filter(Boolean)
      .map((width) => ({ label: `${width} pt`, options: { width } }));
    case 'row': return samples.map(({ label, row, ...rest }) => ({ label: `${label} (row ${row})`, ...rest }));
    default: return [];
  }
}

function combinations() {
  let result = [{ labels: [], options: {}, data: {} }];
  for (const [axis] of axes.filter(([name]) => list('by').includes(name))) {
    const options = choices(axis);
    if (!options.length) continue;
    result = result.flatMap((left) => options.map((right) => ({
      labels: [...left.labels, right.label], options: { ...left.options, ...right.options },
      data: { ...left.data, ...right.data }, cells: left.cells || right.cells,
    })));
  }
  return result;
}

async function readRows() {
  const file = view.table || tables[0];
  if (!list('by').includes('row') || !file) return;
  const answer = await post('api/rows', { deck: view.deck, file });
  samples = answer.samples.map((sample) => ({ ...sample, cells: answer.cells === true }));
}

export const refresh = () => queue.run(async () => {
  try {
    await readRows();
    await draw();
  } catch (error) {
    remark.textContent = error.message;
  }
});

async function draw() {
  const all = combinations();
  const wanted = all.slice(0, mostCells);
  remark.textContent = all.length > mostCells ? `${mostCells} of ${plural(all.length, 'variant')} are shown.` : '';
  const keys = wanted.map((variant) => variant.labels.join(' · ') || 'As the deck');
  for (const [key, cell] of cells) {
    if (keys.includes(key)) continue;
    cell.node.remove();
    cells.delete(key);
  }
  keys.forEach((key, index) => {
    if (!cells.has(key)) cells.set(key, makeCell(key));
    const cell = cells.get(key);
    cell.variant = wanted[index];
    if (grid.children[index] !== cell.node) grid.insertBefore(cell.node, grid.children[index] || null);
  });
  await Promise.all(keys.map((key) => pool.run(() => drawCell(cells.get(key)))));
}

function makeCell(key) {
  const cell = { key, place: make('div', { class: 'cell-picture' }), remark: make('span', { class: 'soft' }) };
  cell.open = make('button', {
    type: 'button', class: 'cell-open', 'aria-label': `Open ${key}`,
    onclick: () => {
      const { options, data } = cell.variant;
      const fields = new Map(fieldsOf(deck).map((field) => [field.name, field]));
      const values = Object.fromEntries(Object.entries(data)
        .map(([name, value]) => [name, cell.variant.cells ? cellValue(fields.get(name), value) : value]));
      go({ view: 'picture', ...options,
        ...(Object.keys(data).length && { data: JSON.stringify({ ...formValues(), ...values }) }) });
    },
  }, cell.place);
  cell.node = make('figure', { class: 'cell', role: 'listitem' },
    make('figcaption', null, make('b', null, make('bdi', null, shortened(visible(key), 80))), ' ', cell.remark),
    cell.open);
  return cell;
}

async function drawCell(cell) {
  // A newer run makes this picture outdated before it is requested.
  if (!cell || queue.isOutdated || view.view !== 'variants') return;
  const name = view.deck;
  try {
    const { options, data, cells: areCells } = cell.variant;
    const answer = await post('api/render', order({ options, data, ...(areCells && { cells: true }) }));
    if (name !== view.deck) return;
    const [picture] = answer.pictures;
    const warnings = answer.issues.length;
    if (!picture) {
      const error = answer.issues.find((issue) => issue.severity === 'error');
      cell.remark.textContent = '';
      if (cell.place.querySelector('img')) cell.remark.textContent = 'shows the last good run';
      else cell.place.replaceChildren(failureNote(error?.message || 'It cannot be drawn.'));
      return;
    }
    const old = cell.place.querySelector('img');
    cell.remark.textContent = [`${picture.width} \u00d7 ${picture.height} px`, warnings && plural(warnings, 'warning')]
      .filter(Boolean).join(', ');
    if (old?.getAttribute('src') === picture.url) return;
    const image = await decoded(picture.url, cell.key);
    image.style.width = `min(100%, ${picture.width / (numberOf(view.scale) ?? deck?.scale ?? 1)}px)`;
    cell.place.replaceChildren(image);
  } catch (error) {
    if (!cell.place.querySelector('img')) cell.place.replaceChildren(failureNote(error.message));
  }
}
