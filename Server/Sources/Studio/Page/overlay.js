// Overlays over the picture, and the same facts as lists: boxes and margins, links and targets, alt texts in reading
// order, contrast, baselines, ruler. Everything comes from `inspect`, in points.

import { failureNote, make, number, say, shortened, visible } from './dom.js';
import { list, order, toggle, view } from './state.js';
import { Latest, post } from './server.js';
import { openPlace } from './errors.js';
import * as picture from './picture.js';

export const kinds = [
  ['boxes', 'Boxes', 'b'], ['links', 'Links', 'l'], ['alt', 'Alt texts', 'a'], ['contrast', 'Contrast', 'c'],
  ['baselines', 'Baselines', 'u'], ['ruler', 'Ruler', 'r'],
];
const smallestTarget = 44;
const mostBoxes = 3000;
const mostEntries = 500;
// WCAG calls text of 24 CSS pixels large. `inspect` has the height of a line, which is about 1.2 times its size.
const largeLine = 24 * 1.2;

const queue = new Latest();
let pages = [];
let failure = null;
export const panel = make('div', { class: 'layout-panel' });
export const readout = make('p', { class: 'readout', 'aria-hidden': 'true' });

export function switches() {
  const buttons = kinds.map(([kind, label, key]) => make('button', {
    type: 'button', class: 'button chip', title: `${label} (${key})`, 'data-overlay': kind,
    onclick: () => toggle('overlays', kind),
  }, label));
  const node = make('div', { class: 'overlay-bar chips', role: 'group', 'aria-label': 'Overlays' }, buttons);
  node.show = () => {
    const active = list('overlays');
    for (const item of buttons) item.setAttribute('aria-pressed', String(active.includes(item.dataset.overlay)));
  };
  return node;
}

const isNeeded = () => view.tab === 'layout'
  || (view.view === 'picture' && list('overlays').some((kind) => kind !== 'ruler'));

export function refresh() {
  if (!isNeeded()) return;
  queue.run(async () => {
    const deck = view.deck;
    try {
      const answer = await post('api/inspect', order());
      if (deck !== view.deck) return;
      // Of a deck with errors the last layout stays, like the picture.
      if (answer.pages.length) pages = answer.pages.map(facts);
      failure = null;
    } catch (error) {
      failure = error;
    }
    draw();
    drawPanel();
  });
}

export function forget() {
  pages = [];
  draw();
  drawPanel();
}

// MARK: Reading a page of `inspect`

// Every object with a frame is a box. Its children may be below any key, so all are searched.
function facts(page) {
  const result = { canvas: page.canvas, boxes: [], lines: [], alts: [], targets: [] };
  const visit = (value, outer, isSpoken) => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, outer, isSpoken);
      return;
    }
    if (!value || typeof value !== 'object') return;
    let inside = outer;
    let isSpokenInside = isSpoken;
    if (value.frame && typeof value.type === 'string') {
      const box = { ...value, outer };
      result.boxes.push(box);
      inside = box;
      const isCard = value.type === 'card';
      const words = value.alt || value.text;
      if (!isCard && !isSpoken && words) {
        result.alts.push({ ...box, words, isAlt: Boolean(value.alt) });
        isSpokenInside = Boolean(value.alt);
      }
      for (const line of value.lines || []) if (line.frame) result.lines.push({ ...line, box });
    }
    for (const [key, child] of Object.entries(value)) {
      if (!['regions', 'lines', 'frame', 'place'].includes(key)) visit(child, inside, isSpokenInside);
    }
  };
  visit(page, null, false);
  result.targets = (page.regions || [])
    .filter((region) => region.frame && !['mark', 'bottomSheet', 'overlay'].includes(region.kind));
  return result;
}

const isSmall = ({ frame }) => Math.min(frame.width, frame.height) < smallestTarget;
const isLarge = (line) => line.frame.height >= largeLine;
const isFaint = (line) => line.contrast < (isLarge(line) ? 3 : 4.5);
const sizeText = ({ width, height }) => `${number(width)} \u00d7 ${number(height)} pt`;

// MARK: Drawing

function positioned(node, frame, canvas) {
  node.style.left = `${100 * frame.x / canvas.width}%`;
  node.style.top = `${100 * frame.y / canvas.height}%`;
  node.style.width = `${100 * frame.width / canvas.width}%`;
  node.style.height = `${100 * frame.height / canvas.height}%`;
  return node;
}

function mark(kind, frame, canvas, ...children) {
  return positioned(make('div', { class: `mark ${kind}` }, ...children), frame, canvas);
}

export function draw() {
  const active = new Set(list('overlays'));
  const focused = document.activeElement?.closest('.box')?.dataset.path;
  picture.sheetNodes().forEach((sheet, index) => {
    sheet.querySelector('.overlay')?.remove();
    const page = pages[index];
    if (view.view !== 'picture' || !active.size) return;
    const layer = make('div', { class: 'overlay' });
    if (page) drawPage(layer, page, active);
    if (active.has('ruler')) layer.append(...rulers(index));
    sheet.append(layer);
  });
  if (focused) [...document.querySelectorAll('.box')].find((box) => box.dataset.path === focused)?.focus();
}

function drawPage(layer, page, active) {
  const { canvas } = page;
  if (active.has('baselines')) {
    for (const line of page.lines) {
      layer.append(mark('baseline', { ...line.frame, y: line.baseline, height: 0 }, canvas));
    }
  }
  if (active.has('links')) {
    for (const target of page.targets) {
      const text = `${number(target.frame.width, 0)} \u00d7 ${number(target.frame.height, 0)}`;
      layer.append(mark(isSmall(target) ? 'target small' : 'target', target.frame, canvas,
        make('span', { class: 'tag' }, text)));
    }
  }
  if (active.has('contrast')) {
    for (const line of page.lines) {
      if (line.contrast === undefined) continue;
      layer.append(mark(isFaint(line) ? 'contrast faint' : 'contrast', line.frame, canvas,
        make('span', { class: 'tag' }, number(line.contrast, 1))));
    }
  }
  if (active.has('alt')) {
    page.alts.forEach((alt, index) => {
      layer.append(mark(alt.isAlt ? 'alt-mark is-alt' : 'alt-mark', alt.frame, canvas,
        make('span', { class: 'badge-number', title: shortened(visible(alt.words)) }, String(index + 1))));
    });
  }
  if (active.has('boxes')) layer.append(boxGroup(page));
}

// One stop of Tab for all boxes. Arrow keys move between them, and Enter opens the line.
function boxGroup(page) {
  const boxes = page.boxes.slice(0, mostBoxes);
  const nodes = boxes.map((box, index) => positioned(make('button', {
    type: 'button', class: `box ${box.type === 'card' ? 'is-card' : ''}`, tabindex: index ? '-1' : '0',
    'data-path': box.path,
    'aria-label': `${visible(box.type)}, ${sizeText(box.frame)}, ${visible(box.path || '')}. Open its line.`,
    onmouseenter: () => point(box, nodes[index], page), onmouseleave: () => point(null),
    onfocus: () => point(box, nodes[index], page), onblur: () => point(null),
    onclick: () => { if (box.place) openPlace(box.place); },
  }), box.frame, page.canvas));
  const group = make('div', { class: 'box-group', role: 'group', 'aria-label': 'Boxes' }, nodes);
  group.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = by && nodes[nodes.indexOf(event.target) + by];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  return group;
}

// The gaps between a box and its neighbours in the same box, or the edge of that box. These are the margins that a
// reader sees, whatever made them.
function gaps(box, boxes, canvas) {
  const { frame } = box;
  const outer = box.outer?.frame || { x: 0, y: 0, width: canvas.width, height: canvas.height };
  const others = boxes.filter((other) => other.outer === box.outer && other !== box).map((other) => other.frame);
  const end = (rectangle, axis) => axis === 'x' ? rectangle.x + rectangle.width : rectangle.y + rectangle.height;
  const found = [];
  for (const [axis, across] of [['x', 'y'], ['y', 'x']]) {
    const beside = others.filter((other) => other[across] < end(frame, across) && end(other, across) > frame[across]);
    const ends = beside.map((other) => end(other, axis)).filter((edge) => edge <= frame[axis] + 0.01);
    const starts = beside.map((other) => other[axis]).filter((edge) => edge >= end(frame, axis) - 0.01);
    const before = Math.max(outer[axis], ...ends);
    const after = Math.min(end(outer, axis), ...starts);
    const middle = (frame[across] + end(frame, across)) / 2;
    for (const [from, to] of [[before, frame[axis]], [end(frame, axis), after]]) {
      if (to - from < 0.5) continue;
      const line = axis === 'x' ? { x: from, y: middle, width: to - from, height: 0 }
        : { x: middle, y: from, width: 0, height: to - from };
      found.push({ axis, length: to - from, frame: line });
    }
  }
  return { outer, found };
}

// Shows what a box is, and the gaps around it.
function point(box, node, page) {
  document.querySelector('.distances')?.remove();
  if (!box) {
    readout.textContent = '';
    return;
  }
  const { frame, place } = box;
  const file = place && `${visible(place.file.split('/').pop())}:${place.line}:${place.column}`;
  const id = box.id ? ` #${shortened(visible(box.id), 60)}` : '';
  readout.replaceChildren(
    make('b', null, visible(box.type)), `${id} ${sizeText(frame)} at ${number(frame.x)}, ${number(frame.y)} `,
    make('span', { class: 'path' }, shortened(visible(box.path || ''), 120)),
    make('span', { class: 'path soft' }, file ? ` ${file}` : ''));
  const { outer, found } = gaps(box, page.boxes, page.canvas);
  const lines = found.map((gap) => mark(
    `distance ${gap.axis}`, gap.frame, page.canvas, make('span', { class: 'tag' }, number(gap.length))));
  node.closest('.overlay').append(
    make('div', { class: 'distances', 'aria-hidden': 'true' }, mark('outer', outer, page.canvas), lines));
}

function rulers(index) {
  const { pictures, scale } = picture.current();
  if (!pictures[index]) return [];
  const factor = picture.zoom();
  const step = [5, 10, 20, 25, 50, 100, 200, 500, 1000].find((size) => size * factor >= 48) || 2000;
  return [['top', pictures[index].width / scale], ['left', pictures[index].height / scale]].map(([side, length]) => {
    const ticks = [];
    for (let at = 0; at <= length; at += step) {
      const tick = make('span', null, String(at));
      tick.style[side === 'top' ? 'left' : 'top'] = `${at * factor}px`;
      ticks.push(tick);
    }
    const node = make('div', { class: `ruler ${side}`, 'aria-hidden': 'true' }, ticks);
    node.style.setProperty('--step', `${step * factor / 5}px`);
    return node;
  });
}

// MARK: The same facts as lists

export function drawPanel() {
  if (view.tab !== 'layout') return;
  if (failure) {
    panel.replaceChildren(failureNote(failure.message));
    return;
  }
  const entry = (page, frame, place, ...content) => {
    const node = make('button', {
      type: 'button', class: 'entry', disabled: !place, title: place && 'Open its line in the editor',
      onclick: () => openPlace(place), onmouseenter: () => highlight(page, frame), onmouseleave: () => highlight(null),
      onfocus: () => highlight(page, frame), onblur: () => highlight(null),
    }, content);
    return make('li', null, node);
  };
  const all = (name) => pages.flatMap((page, index) => page[name].map((fact) => [index, fact]));
  const soft = (text) => make('span', { class: 'soft' }, ` ${text}`);
  const words = (text) => make('bdi', null, shortened(visible(text), 160));
  const alts = all('alts').map(([page, alt]) => entry(
    page, alt.frame, alt.place, words(alt.words), soft(alt.isAlt ? 'alt text' : visible(alt.type))));
  const targets = all('targets').map(([page, target]) => entry(
    page, target.frame, null, words(target.alt || target.link || target.kind),
    isSmall(target) ? make('span', { class: 'failed' }, ` ${sizeText(target.frame)}, smaller than ${smallestTarget} pt`)
      : soft(sizeText(target.frame)),
    target.link && make('span', { class: 'path soft' }, ` ${shortened(visible(target.link), 120)}`)));
  const faint = all('lines').filter(([, line]) => isFaint(line)).map(([page, line]) => entry(
    page, line.frame, line.box.place, make('b', { class: 'failed' }, `${number(line.contrast, 2)} `), words(line.text),
    soft(isLarge(line) ? 'needs 3 (large text)' : 'needs 4.5')));
  const section = (title, items, none, kind = 'ul') => make('section', null, make('h3', null, title),
    items.length ? make(kind, { class: 'entries' }, items.slice(0, mostEntries)) : make('p', { class: 'soft' }, none),
    items.length > mostEntries && make('p', { class: 'soft' }, `${items.length - mostEntries} more are not shown.`));
  panel.replaceChildren(
    section('Reading order', alts, 'The picture has no text and no alt text.', 'ol'),
    section('Links and targets', targets, 'The picture has no links.'),
    section('Low contrast', faint, 'Every line has at least 4.5, or 3 if its text is large (24 pt).'));
}

function highlight(page, frame) {
  document.querySelector('.highlight')?.remove();
  const sheet = frame && picture.sheetNodes()[page];
  if (sheet && pages[page]) sheet.append(mark('highlight', frame, pages[page].canvas));
}

// Shows or hides an overlay by its key.
export function switchKind(kind) {
  toggle('overlays', kind);
  const name = kinds.find(([other]) => other === kind)[1];
  say(`${name} ${list('overlays').includes(kind) ? 'shown' : 'hidden'}`);
}
