// The list of decks, the cards of the open deck, and the templates.

import { button, copyText, make, plural, say, shortened, visible } from './dom.js';
import { go, view } from './state.js';

// A folder can have thousands of decks. More are shown on request.
const step = 200;

const filter = make('input', {
  id: 'filter', type: 'search', placeholder: 'Filter decks  ( / )', autocomplete: 'off', spellcheck: 'false',
  'aria-label': 'Filter decks', oninput: () => { most = step; showList(); announceSoon(); },
});
const items = make('ul', { class: 'decks', 'aria-label': 'Decks' });
const remark = make('div', { class: 'more' });
const templates = make('details', { class: 'templates', hidden: true });
export const node = make('nav', { id: 'decks', class: 'panel', 'aria-label': 'Decks' },
  make('div', { class: 'panel-head' }, filter), make('div', { class: 'panel-body' }, items, remark, templates));

let decks = [];
let isKnown = false;
let isTruncated = false;
let cards = [];
let most = step;
const rows = new Map();

export function setDecks(next, truncated) {
  if (!isKnown && !next.length) templates.open = true;
  isKnown = true;
  decks = next;
  isTruncated = truncated;
  showList();
}

export function setCards(next) {
  const key = JSON.stringify(next);
  if (key === JSON.stringify(cards)) return;
  cards = next;
  showList();
}

// The number of problems of the open deck is known before the server sends the list again.
export function setCounts(path, errors, warnings) {
  const deck = decks.find((one) => one.path === path);
  if (!deck || (deck.errors === errors && deck.warnings === warnings)) return;
  Object.assign(deck, { errors, warnings });
  showList();
}

function matching() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length ? decks.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word))) : decks;
}

let announceTimer = 0;
function announceSoon() {
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => say(`${plural(matching().length, 'deck')} shown`), 500);
}

// The last folder says more than `deck.json`, the name in all templates.
function nameOf(path) {
  const steps = path.split('/');
  const file = steps.pop().replace(/\.jsonc?$/, '');
  if (file !== 'deck' || !steps.length) return [steps.map((folder) => `${folder}/`).join(''), file];
  const last = steps.pop();
  return [steps.map((folder) => `${folder}/`).join(''), last];
}

function badges(deck) {
  const list = [];
  if (deck.errors) list.push(['failed', String(deck.errors), plural(deck.errors, 'error')]);
  if (deck.warnings) list.push(['warned', String(deck.warnings), plural(deck.warnings, 'warning')]);
  if (deck.golden === 'failed') list.push(['golden', '\u2260', 'differs from its golden']);
  if (deck.golden === 'missing') list.push(['golden', '?', 'has no golden yet']);
  if (deck.golden === 'broken') list.push(['golden', '!', 'has a broken golden test']);
  return list;
}

// One row for each deck, made once: the list changes with each key press in the filter.
function row(deck) {
  const isOpen = deck.path === view.deck;
  const key = JSON.stringify([deck.errors, deck.warnings, deck.golden, isOpen, isOpen && cards, isOpen && view.card]);
  const old = rows.get(deck.path);
  if (old?.key === key) return old.node;
  const [folder, name] = nameOf(deck.path);
  const found = badges(deck);
  const link = make('button', {
    type: 'button', class: 'deck', 'aria-current': isOpen ? 'page' : null, title: shortened(visible(deck.path), 500),
    'data-deck': deck.path, onclick: () => go({ deck: deck.path }),
  },
  make('span', { class: 'deck-name' }, folder && make('span', { class: 'folder' }, visible(folder)),
    make('bdi', null, shortened(visible(name), 200))),
  found.map(([kind, short, long]) => make('span', { class: `pill ${kind}`, title: long },
    make('span', { 'aria-hidden': 'true' }, short), make('span', { class: 'unseen' }, `, ${long}`))));
  const node = make('li', null, link, isOpen && cards.length > 1 && cardList());
  rows.set(deck.path, { key, node });
  return node;
}

function cardList() {
  const entry = (id, label, title) => make('li', null, make('button', {
    type: 'button', class: 'card', 'aria-current': view.card === id ? 'true' : null, 'data-card': id,
    title: title && shortened(visible(title), 200), onclick: () => go({ card: id }),
  }, make('bdi', null, shortened(visible(label), 100))));
  return make('ul', { class: 'cards', 'aria-label': 'Cards' }, entry('', `All ${cards.length} cards`),
    cards.filter((card) => card.id).slice(0, step).map((card) => entry(card.id, card.id, card.title)));
}

export function showList() {
  const all = matching();
  const shown = all.slice(0, most);
  const open = all.find((deck) => deck.path === view.deck);
  if (open && !shown.includes(open)) shown.unshift(open);
  const focused = items.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
  items.replaceChildren(...shown.map(row));
  if (focused) {
    const same = [...items.querySelectorAll('button')]
      .find((item) => item.dataset.deck === focused.deck && item.dataset.card === focused.card);
    same?.focus();
  }
  const hidden = all.length - shown.length;
  remark.replaceChildren(...[
    isKnown && !decks.length
      && make('p', { class: 'soft' }, 'There are no decks in this folder. Start with a template:'),
    decks.length > 0 && !all.length && make('p', { class: 'soft' }, 'No deck matches.'),
    hidden > 0 && button(`Show ${plural(Math.min(hidden, step), 'more', 'more')} of ${hidden.toLocaleString('en')}`,
      () => { most += step; showList(); }),
    isTruncated && make('p', { class: 'soft' }, 'The folder has more decks than are listed.'),
  ].filter(Boolean));
}

// Opens the next or previous deck of those that are shown.
export function move(by) {
  const all = matching();
  const next = all[Math.max(0, Math.min(all.length - 1, all.findIndex(({ path }) => path === view.deck) + by))];
  if (!next || next.path === view.deck) return;
  go({ deck: next.path });
  items.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  say(visible(next.path));
}

export function setTemplates(list) {
  templates.hidden = !list.length;
  templates.replaceChildren(make('summary', null, 'Templates'),
    make('p', { class: 'soft' }, 'Copy a command and run it in a terminal. The studio does not write decks.'),
    make('ul', null, list.map(({ name, size, summary }) => {
      const command = `cardshot new ${name}`;
      return make('li', { class: 'template' },
        make('div', { class: 'row' }, make('b', null, visible(name)),
          button('Copy', () => copyText(command, `Copied: ${command}`),
            { class: 'button small', 'aria-label': `Copy the command ${command}`, title: command })),
        make('p', { class: 'soft' }, `${visible(size)}. `, make('bdi', null, shortened(visible(summary)))));
    })));
}

export function focusFilter() { filter.select(); filter.focus(); }

filter.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    filter.value = '';
    showList();
    filter.blur();
  } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
    event.preventDefault();
    items.querySelector('button')?.focus();
  }
});

items.addEventListener('keydown', (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const all = [...items.querySelectorAll('button')];
  const next = all[all.indexOf(document.activeElement) + by];
  if (next) next.focus();
  else if (by < 0) focusFilter();
});
