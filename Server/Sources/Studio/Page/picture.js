// The picture: it is swapped only after it is decoded, and zoom and scroll position survive.

import { button, byId, make, percent, plural, say, shortened } from './dom.js';
import { go, numberOf, order, view } from './state.js';
import { Latest, post } from './server.js';

const levels = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8];
// More pages than this are not shown at once: each is a decoded picture in memory.
const mostPages = 40;
const room = 56;

const sheets = make('div', { class: 'sheets' });
export const scroll = make('div', {
  class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Picture', onpointerdown: drag,
}, sheets);
const note = make('p', { class: 'note-line', role: 'status' });
export const stage = make('div', { class: 'stage' }, note, scroll);

const queue = new Latest();
let shown = { deck: '', pictures: [], scale: 1 };
let deckScale = 1;
const listeners = { drawn: () => {}, answered: () => {}, resized: () => {} };

export const on = (name, listener) => { listeners[name] = listener; };

// An `img` whose picture is decoded, so that showing it never flashes.
export async function decoded(address, alt) {
  const image = new Image();
  image.alt = alt;
  image.draggable = false;
  image.src = address;
  await image.decode();
  return image;
}

// The first picture of a deck waits for the deck's scale, which decides its size on the page.
let deckIsKnown = Promise.resolve();
export const waitFor = (promise) => { deckIsKnown = promise; };

export function setDeckScale(scale) {
  deckScale = scale || 1;
  if (!shown.pictures.length || shown.deck !== view.deck) return;
  const next = numberOf(view.scale) ?? deckScale;
  if (next === shown.scale) return;
  shown.scale = next;
  resize();
}

// Requests the picture of the current view, unless it is given, and shows it.
export const refresh = (given) => queue.run(() => draw(given));

async function draw(given) {
  const deck = view.deck;
  const isStale = () => deck !== view.deck;
  let answer;
  try {
    answer = given || await post('api/render', order());
  } catch (error) {
    if (isStale()) return;
    if (shown.deck !== deck) clear(error.message);
    else showNote(error.message, 'failure');
    return;
  }
  if (isStale()) return;
  listeners.answered(answer);
  if (!answer.pictures.length) {
    const hasPicture = shown.deck === deck && shown.pictures.length > 0;
    if (!hasPicture) clear('There is no picture yet. Correct the errors below.');
    const errors = answer.issues.filter((issue) => issue.severity === 'error').length;
    showNote(hasPicture ? `The picture shows the last good run. ${plural(errors, 'error')} below.` : '', 'warning');
    return;
  }
  const pictures = answer.pictures.slice(0, mostPages);
  let images;
  try {
    images = await Promise.all(pictures.map((picture, index) => decoded(picture.url, label(index, pictures.length))));
  } catch {
    if (!isStale()) showNote('The browser cannot show this picture.', 'failure');
    return;
  }
  await deckIsKnown;
  if (isStale()) return;
  swap(deck, pictures, images);
  const hidden = answer.pictures.length - pictures.length;
  const text = `${pictures.length} of ${answer.pictures.length} pages are shown. Choose a card to see others.`;
  showNote(hidden ? text : '', 'warning');
}

const label = (index, count) => count > 1 ? `Page ${index + 1} of ${count}` : 'The drawn picture';

function swap(deck, pictures, images) {
  const isNewDeck = shown.deck !== deck;
  sheets.querySelector('.nothing')?.remove();
  shown = { deck, pictures, scale: numberOf(view.scale) ?? deckScale };
  images.forEach((image, index) => {
    let sheet = sheets.children[index];
    if (!sheet) {
      sheet = make('div', { class: 'sheet' });
      sheets.append(sheet);
    }
    const old = sheet.querySelector(':scope > img');
    // The same content has the same address. Without a change, nothing is touched.
    if (old?.getAttribute('src') === image.getAttribute('src')) return;
    if (old) old.replaceWith(image);
    else sheet.prepend(image);
  });
  while (sheets.children.length > images.length) sheets.lastChild.remove();
  scroll.classList.remove('dim');
  resize();
  if (isNewDeck) scroll.scrollTo(0, 0);
  listeners.drawn(shown);
}

// Shows a sentence instead of a picture.
export function clear(text) {
  shown = { deck: view.deck, pictures: [], scale: 1 };
  scroll.classList.remove('dim');
  sheets.replaceChildren(make('p', { class: 'nothing' }, text));
  listeners.drawn(shown);
}

// The picture of another deck stays until the new one is decoded, but looks outdated.
export function dim() {
  if (shown.pictures.length) scroll.classList.add('dim');
}

function showNote(text, kind) {
  if (note.textContent === text) return;
  note.textContent = shortened(text);
  note.className = `note-line ${kind}`;
  note.hidden = !text;
}

export const current = () => shown;
export const sheetNodes = () => [...sheets.querySelectorAll('.sheet')];

// MARK: Zoom

// 100 % is one CSS pixel per point of the deck, at every scale, so that the layout of the page does not jump.
function points(index = 0) {
  const picture = shown.pictures[index];
  return { width: picture.width / shown.scale, height: picture.height / shown.scale };
}

function fitting() {
  if (!shown.pictures.length) return 1;
  const size = points();
  const margin = scroll.clientWidth < 500 ? 24 : room;
  const share = Math.min((scroll.clientWidth - margin) / size.width, (scroll.clientHeight - margin) / size.height);
  return Math.max(0.05, Math.min(1, share));
}

export const zoom = () => numberOf(view.zoom) ?? fitting();

export function resize() {
  const factor = zoom();
  sheetNodes().forEach((sheet, index) => {
    if (!shown.pictures[index]) return;
    const size = points(index);
    sheet.style.width = `${size.width * factor}px`;
    sheet.style.height = `${size.height * factor}px`;
    sheet.classList.toggle('pixels', factor / shown.scale * devicePixelRatio >= 2);
    sheet.classList.toggle('tiny', factor < 0.5);
  });
  byId('zoom').textContent = percent(factor);
  byId('zoom-fit').setAttribute('aria-pressed', String(!numberOf(view.zoom)));
  byId('zoom-full').setAttribute('aria-pressed', String(numberOf(view.zoom) === 1));
  listeners.resized();
}

// Keeps the point of the picture that is at `anchor`, by default the middle, where it is.
export function setZoom(next, anchor) {
  if (!shown.pictures.length) return;
  const frame = scroll.getBoundingClientRect();
  const at = anchor ?? [frame.left + scroll.clientWidth / 2, frame.top + scroll.clientHeight / 2];
  const before = sheets.getBoundingClientRect();
  const share = [(at[0] - before.left) / before.width, (at[1] - before.top) / before.height];
  go({ zoom: next === 'fit' ? 'fit' : Math.max(0.05, Math.min(8, Number(next.toFixed(3)))) });
  resize();
  const after = sheets.getBoundingClientRect();
  scroll.scrollLeft += after.left + share[0] * after.width - at[0];
  scroll.scrollTop += after.top + share[1] * after.height - at[1];
}

export function zoomBy(direction) {
  const now = zoom() * (1 + 0.001 * direction);
  const next = direction > 0 ? levels.find((level) => level > now) : levels.findLast((level) => level < now);
  if (next) setZoom(next);
  say(`Zoom ${percent(zoom())}`);
}

scroll.addEventListener('wheel', (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  setZoom(zoom() * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) * 0.006), [event.clientX, event.clientY]);
}, { passive: false });

new ResizeObserver(() => { if (shown.pictures.length && !numberOf(view.zoom)) resize(); }).observe(scroll);

export function zoomButtons() {
  const step = (sign, direction, label) => button(
    sign, () => zoomBy(direction), { class: 'button square', 'aria-label': label, title: `${label} (${sign})` });
  return make('div', { class: 'row', role: 'group', 'aria-label': 'Zoom' },
    make('div', { class: 'group' },
      step('\u2212', -1, 'Zoom out'), make('span', { class: 'zoom', id: 'zoom' }), step('+', 1, 'Zoom in')),
    make('div', { class: 'group' },
      button('Fit', () => setZoom('fit'), { id: 'zoom-fit', title: 'Fit (0)' }),
      button('100 %', () => setZoom(1), { id: 'zoom-full', title: 'One pixel of the page for each point (1)' })));
}

function drag(event) {
  if (event.button !== 0 || event.pointerType === 'touch') return;
  if (event.offsetX > scroll.clientWidth || event.offsetY > scroll.clientHeight) return;
  const start = [event.clientX + scroll.scrollLeft, event.clientY + scroll.scrollTop];
  const move = (next) => {
    const moved = [start[0] - next.clientX, start[1] - next.clientY];
    // A click on a box of the overlay is not a drag.
    if (!scroll.classList.contains('dragged')) {
      if (Math.hypot(moved[0] - scroll.scrollLeft, moved[1] - scroll.scrollTop) < 4) return;
      scroll.classList.add('dragged');
      scroll.setPointerCapture(event.pointerId);
    }
    scroll.scrollTo({ left: moved[0], top: moved[1], behavior: 'instant' });
  };
  const end = () => {
    scroll.classList.remove('dragged');
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
