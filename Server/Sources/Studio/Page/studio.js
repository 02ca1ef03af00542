// Starts the studio: the layout of the page, the keyboard, and what happens after a change.

import { button, byId, choice, make, number, plural, say, shortened, visible } from './dom.js';
import { formValues, go, list, onChange, order, settle, toggle, view } from './state.js';
import { Connection, get } from './server.js';
import { loadDeck as readDeck } from './deck.js';
import * as picture from './picture.js';
import * as overlay from './overlay.js';
import * as variants from './variants.js';
import * as frames from './frames.js';
import * as problems from './errors.js';
import * as form from './form.js';
import * as copy from './copy.js';
import * as golden from './golden.js';
import * as sizes from './sizes.js';
import * as decks from './decks.js';

const viewNames = [
  ['picture', 'Picture', 'p'], ['variants', 'Variants', 'v'], ['email', 'Email', 'm'], ['networks', 'Networks', 'n'],
  ['phone', 'Phone', 'o'], ['paper', 'A4', 's'], ['timeline', 'Timeline', 't'],
];
const tabNames = [
  ['problems', 'Problems', 'e'], ['layout', 'Layout', 'i'], ['golden', 'Golden', 'g'], ['size', 'Size', 'z'],
];
const chosenOptions = ['scale', 'appearance', 'locale', 'state', 'theme', 'width', 'date'];
const drawingOptions = [...chosenOptions, 'card', 'data'];

const isNarrow = matchMedia('(max-width: 860px)');
let studio = null;
let deck = null;
let lastRun = null;
let connection = null;

// MARK: The header

const runText = make('span', { class: 'run' });
const deckTitle = make('bdi', { class: 'deck-title path' });
const lamp = make('span', { class: 'connection', role: 'status' });
const notice = make('p', { class: 'notice', role: 'alert', hidden: true });

function panelButton(name, label, key) {
  return make('button', {
    type: 'button', class: 'button', 'aria-controls': name, 'data-panel': name, title: `${label} (${key})`,
    onclick: () => togglePanel(name),
  }, label);
}

// The fragment has the state, so the link moves the focus itself.
function skip(event) {
  event.preventDefault();
  byId('main').focus();
}

const head = make('header', { id: 'head' },
  make('a', { class: 'skip', href: '#picture', onclick: skip }, 'Skip to the picture'),
  panelButton('decks', 'Decks', '['),
  make('h1', null, 'cardshot', make('span', { class: 'soft' }, ' studio')),
  deckTitle, make('span', { class: 'spring' }), runText, lamp,
  panelButton('inspector', 'Options', ']'),
  button('?', () => help(), { class: 'button square', 'aria-label': 'Keys', title: 'Keys (?)' }), notice);

// The open panels are in the fragment once somebody has chosen them. Before, narrow pages start with the picture.
const openPanels = () => view.panels ? list('panels') : isNarrow.matches ? ['inspector'] : ['decks', 'inspector'];

function togglePanel(name) {
  const open = openPanels();
  const next = open.includes(name) ? open.filter((other) => other !== name) : [...open, name];
  go({ panels: next.join(',') || 'none' });
  const first = next.includes(name) && byId(name).querySelector('input, select, textarea, button');
  if (first) first.focus({ preventScroll: !isNarrow.matches });
}

function showPanels() {
  const open = openPanels();
  for (const item of head.querySelectorAll('[data-panel]')) {
    const isOpen = open.includes(item.dataset.panel);
    item.setAttribute('aria-expanded', String(isOpen));
    byId(item.dataset.panel).hidden = !isOpen;
  }
}

// MARK: The centre

const viewChoice = choice(
  'View', viewNames.map(([name, label, key]) => [name, label, `${label} (${key})`]), view.view,
  (name) => go({ view: name }));
const scaleChoice = choice('Scale', [['1', '1\u00d7'], ['2', '2\u00d7'], ['3', '3\u00d7']], '', (scale) => {
  go({ scale: Number(scale) === deck?.scale ? '' : scale });
});
const zoomGroup = picture.zoomButtons();
const switches = overlay.switches();
picture.stage.append(overlay.readout);
const views = {
  picture: picture.stage, timeline: picture.stage, variants: variants.node,
  ...Object.fromEntries(Object.entries(frames.views).map(([name, { node }]) => [name, node])),
};
const main = make('main', { id: 'main', tabindex: '-1', 'aria-label': 'Preview' },
  make('div', { class: 'tool-bar' }, viewChoice, make('span', { class: 'spring' }), zoomGroup, scaleChoice),
  switches, frames.timeline, [...new Set(Object.values(views))]);

function showView() {
  if (!views[view.view]) settle({ view: 'picture' });
  viewChoice.show(view.view);
  const usesStage = views[view.view] === picture.stage;
  for (const node of new Set(Object.values(views))) node.hidden = node !== views[view.view];
  zoomGroup.hidden = !usesStage;
  switches.hidden = view.view !== 'picture';
  frames.timeline.hidden = view.view !== 'timeline';
  if (view.view !== 'timeline') frames.pause();
  switches.show();
  overlay.draw();
}

function refreshView(answer) {
  if (views[view.view] === picture.stage) return picture.refresh(answer);
  return view.view === 'variants' ? variants.refresh() : frames.views[view.view].refresh();
}

// MARK: The inspector

const optionsReset = button('Reset', () => go(Object.fromEntries(chosenOptions.map((name) => [name, '']))));
const optionFields = make('div', { class: 'options' });
const inspector = make('aside', { id: 'inspector', class: 'panel', 'aria-label': 'Options and data' },
  make('section', { class: 'section', 'aria-labelledby': 'options-title' },
    make('div', { class: 'row' }, make('h2', { id: 'options-title' }, 'Options'), optionsReset), optionFields),
  form.node, copy.node);

const locales = [
  'en_US', 'en_GB', 'de_DE', 'fr_FR', 'es_ES', 'pt_BR', 'it_IT', 'nl_NL', 'pl_PL', 'uk_UA', 'ru_RU', 'tr_TR', 'ar',
  'he_IL', 'hi_IN', 'ja_JP', 'ko_KR', 'zh_CN',
];
const controls = new Map();

function buildOptions() {
  const row = (name, label, input) => {
    const id = `option-${name}`;
    input.id = id;
    controls.set(name, input);
    return make('div', { class: 'option', 'data-option': name }, make('label', { for: id }, label), input);
  };
  const text = (name, attributes) => {
    const input = make('input', { ...attributes, onchange: () => go({ [name]: input.value.trim() }) });
    return input;
  };
  const select = (name) => {
    const input = make('select', { onchange: () => go({ [name]: input.value }) });
    return input;
  };
  const appearances = [['', 'Deck'], ['light', 'Light'], ['dark', 'Dark']];
  const appearance = choice('Appearance', appearances, view.appearance, (value) => go({ appearance: value }));
  controls.set('appearance', appearance);
  optionFields.replaceChildren(
    make('div', { class: 'option' }, make('span', { class: 'label', 'aria-hidden': 'true' }, 'Appearance'), appearance),
    row('theme', 'Theme', select('theme')),
    row('state', 'State', select('state')),
    row('locale', 'Locale',
      text('locale', { type: 'text', list: 'locales', spellcheck: 'false', autocomplete: 'off' })),
    row('width', 'Width', text('width', { type: 'number', min: '1', step: '1' })),
    row('date', 'Date', text('date', { type: 'date' })),
    make('datalist', { id: 'locales' }, locales.map((locale) => make('option', { value: locale }))));
}

function showOptions() {
  controls.get('appearance').show(view.appearance);
  const choices = (name, first, values) => {
    const known = values.includes(view[name]) || !view[name] ? values : [...values, view[name]];
    controls.get(name).replaceChildren(make('option', { value: '' }, first),
      ...known.map((value) => make('option', { value }, shortened(visible(value), 60))));
    controls.get(name).value = view[name];
  };
  choices('theme', deck?.theme ? `Deck: ${shortened(visible(deck.theme), 40)}` : 'As the deck',
    (studio?.themes || []).map((theme) => theme.name));
  choices('state', 'As the deck', deck?.states || []);
  optionFields.querySelector('[data-option="state"]').hidden = !(deck?.states?.length > 0 || view.state);
  for (const name of ['locale', 'width', 'date']) controls.get(name).value = view[name];
  controls.get('locale').placeholder = deck?.locale || '';
  controls.get('width').placeholder = deck?.width ? `${number(deck.width)} pt` : 'As the deck';
  scaleChoice.show(view.scale || String(deck?.scale ?? ''));
  optionsReset.disabled = !chosenOptions.some((name) => view[name]);
}

function showCode() {
  copy.show({
    deck, values: form.currentValues(), differing: formValues(), fields: form.currentFields(), root: studio?.root || '',
  });
}

// MARK: The panels at the bottom

const panels = { problems: problems.panel, layout: overlay.panel, golden: golden.panel, size: sizes.panel };
const tabCount = make('span', { class: 'tab-count' });
const tabButtons = tabNames.map(([name, label, key]) => make('button', {
  type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, title: `${label} (${key})`,
  'data-tab': name, onclick: () => go({ tab: view.tab === name ? 'none' : name }),
}, make('span', null, label), name === 'problems' && tabCount));
const tabs = make('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' }, tabButtons);
const bottom = make('section', { id: 'bottom', 'aria-label': 'Problems, layout, goldens and sizes' }, tabs,
  Object.entries(panels).map(([name, node]) => make('div', {
    class: 'tab-panel', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, tabindex: '0',
  }, node)));

tabs.addEventListener('keydown', (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const at = tabNames.findIndex(([name]) => name === document.activeElement.dataset.tab);
  const [next] = tabNames[(at + by + tabNames.length) % tabNames.length];
  go({ tab: next });
  byId(`tab-${next}`).focus();
});

function showTab() {
  if (view.tab !== 'none' && !panels[view.tab]) settle({ tab: 'problems' });
  bottom.dataset.tab = view.tab;
  for (const [name] of tabNames) {
    const isActive = view.tab === name;
    const tab = byId(`tab-${name}`);
    tab.setAttribute('aria-selected', String(isActive));
    tab.tabIndex = isActive || (view.tab === 'none' && name === 'problems') ? 0 : -1;
    byId(`panel-${name}`).hidden = !isActive;
  }
  if (view.tab !== 'golden') golden.stop();
  golden.show();
  overlay.drawPanel();
}

function refreshTab() {
  golden.refresh();
  sizes.refresh();
  overlay.refresh();
}

function showIssues(issues, failure) {
  problems.show(issues, failure);
  form.mark(issues);
  const { errors, warnings } = problems.counts(issues);
  const failures = errors + (failure ? 1 : 0);
  tabCount.textContent = failures + warnings ? String(failures + warnings) : '';
  tabCount.className = `tab-count ${failures ? 'failed' : 'warned'}`;
  const name = visible(view.deck.split('/').slice(-2).join('/'));
  document.title = `${failures ? `(${failures}) ` : ''}${name} \u2013 cardshot studio`;
  return { errors, warnings };
}

// MARK: What happens after a change

function openDeck() {
  deckTitle.textContent = shortened(visible(view.deck), 200);
  picture.dim();
  overlay.forget();
  golden.forget();
  sizes.forget();
  for (const frame of Object.values(frames.views)) frame.clear();
  lastRun = null;
  runText.textContent = '';
  connection.open(view.deck);
  decks.showList();
  picture.waitFor(loadDeck());
  refresh();
}

// Without a deck in the address, the studio opens the one that it was started with.
function openFirstDeck() {
  if (studio.deck) {
    settle({ deck: studio.deck });
    openDeck();
  } else {
    picture.clear('This folder has no decks yet. Start with a template, or add a deck.');
    connection.open('');
  }
}

// The picture comes first. Everything else waits until it is visible, so that it gets the whole server.
async function refresh({ isRun = false, answer } = {}) {
  const name = view.deck;
  if (!name) return;
  const isNewest = await refreshView(answer);
  if (!isNewest || name !== view.deck) return;
  if (isRun) await loadDeck();
  overlay.refresh();
  sizes.refresh();
  if (isRun) golden.refresh();
}

async function loadDeck() {
  const name = view.deck;
  let next;
  try {
    next = await readDeck(name);
  } catch (error) {
    if (name === view.deck && error.status) showIssues([], error.message);
    return;
  }
  if (name !== view.deck) return;
  // A broken deck has no cards and no inputs. Those of the last good run stay.
  if (!next.ok && deck?.deck === name) return;
  deck = next;
  picture.setDeckScale(deck.scale);
  decks.setCards(deck.cards);
  const needsCells = variants.setDeck(deck);
  frames.setDeck(deck);
  form.setDeck(deck);
  showOptions();
  showCode();
  if (needsCells && view.view === 'variants') variants.refresh();
}

picture.on('answered', (answer) => {
  const { errors, warnings } = showIssues(answer.issues, lastRun?.failure);
  if (!view.data && drawingOptions.every((name) => !view[name])) decks.setCounts(view.deck, errors, warnings);
});
picture.on('drawn', () => overlay.draw());
picture.on('resized', () => { if (list('overlays').includes('ruler')) overlay.draw(); });

async function restart() {
  if (!await loadStudio()) return;
  if (view.deck) refresh({ isRun: true });
  else openFirstDeck();
}

function received(name, data) {
  if (name === 'hello') {
    // Another instance of the server knows nothing of this page.
    if (studio && data.instance !== studio.instance) restart();
  } else if (name === 'decks') {
    decks.setDecks(data.decks, data.truncated);
    if (!view.deck && data.decks.length) go({ deck: data.decks[0].path });
  } else if (name === 'run' && data.deck === view.deck) {
    const isFirst = lastRun === null;
    lastRun = data;
    frames.forgetMoments();
    runText.textContent = `Run ${data.run} \u00b7 ${number(data.milliseconds)} ms`;
    // The run has the pictures of a view without other options and data, which saves a request.
    const { options, data: values } = order();
    refresh({ isRun: true, answer: options || values ? undefined : data });
    const { errors, warnings } = showIssues(data.issues, data.failure);
    decks.setCounts(data.deck, errors, warnings);
    const news = errors || data.failure ? plural(errors || 1, 'error') : 'new picture';
    if (!isFirst) say(`Run ${data.run}: ${news}`);
  }
}

const connectionTexts = {
  live: ['Live', ''],
  lost: [
    'Not connected', 'The studio does not answer. The page connects again by itself as soon as cardshot watch runs.',
  ],
  refused: [
    'Refused', 'The studio was started again with another address. Open the new address, which is in the terminal.',
  ],
};
let connectionState = '';

function connectionChanged(state) {
  if (state === connectionState) return;
  connectionState = state;
  const [short, long] = connectionTexts[state];
  lamp.className = `connection ${state}`;
  lamp.textContent = short;
  notice.hidden = !long;
  notice.textContent = long;
}

onChange((changed) => {
  if (changed.has('deck')) openDeck();
  if (changed.has('view')) showView();
  if (changed.has('tab')) {
    showTab();
    refreshTab();
  }
  if (changed.has('zoom')) picture.resize();
  if (changed.has('panels')) showPanels();
  if (changed.has('editor')) problems.showEditors();
  if (changed.has('golden') || changed.has('compare')) golden.show();
  if (changed.has('at') || changed.has('seconds')) frames.showTimeline();
  if (changed.has('data')) form.show();
  if (changed.has('card')) decks.showList();
  if (changed.has('overlays')) {
    switches.show();
    overlay.draw();
    overlay.refresh();
  }
  const changesVariants = ['by', 'locales', 'widths', 'table'].some((name) => changed.has(name));
  if (changesVariants) variants.showBar();
  const changesPicture = drawingOptions.some((name) => changed.has(name));
  if (changesPicture) showOptions();
  if (changesPicture || changed.has('copy')) showCode();
  if (changed.has('deck')) return;
  const changesGrid = changesVariants && view.view === 'variants';
  const changesMoment = changed.has('at') && !frames.playing();
  if (changesPicture || changed.has('view') || changesGrid || changesMoment) refresh();
});

// MARK: Keys

function cycle(name, values) {
  const next = values[(values.indexOf(view[name]) + 1) % values.length];
  go({ [name]: next });
  return next;
}

function openPanel(name) {
  if (!openPanels().includes(name)) togglePanel(name);
}

function focusForm() {
  openPanel('inspector');
  form.node.querySelector('.fields :is(input, textarea, select)')?.focus();
}

const keys = [
  ['/', 'filter the decks', () => { openPanel('decks'); decks.focusFilter(); }],
  ['j', 'next deck', () => decks.move(1)], ['k', 'previous deck', () => decks.move(-1)],
  ...viewNames.map(([name, label, key]) => [key, label, () => { go({ view: name }); say(label); }]),
  ['+', 'zoom in', () => picture.zoomBy(1)], ['\u2212', 'zoom out', () => picture.zoomBy(-1)],
  ['0', 'fit the picture', () => picture.setZoom('fit')], ['1', '100 %', () => picture.setZoom(1)],
  ['x', 'next scale: 1\u00d7, 2\u00d7, 3\u00d7', () => say(`Scale ${cycle('scale', ['1', '2', '3'])}`)],
  ['d', 'next appearance: deck, light, dark', () => say(cycle('appearance', ['', 'light', 'dark']) || 'as the deck')],
  ...overlay.kinds.map(([kind, label, key]) => [key, `overlay: ${label}`, () => overlay.switchKind(kind)]),
  ...tabNames.map(([name, label, key]) => [key, `panel: ${label}`,
    () => { go({ tab: name }); byId(`tab-${name}`).focus(); }]),
  ['f', 'the form', focusForm], ['[', 'show or hide the decks', () => togglePanel('decks')],
  [']', 'show or hide options and data', () => togglePanel('inspector')],
  ['Space', 'play or pause the timeline', () => { if (view.view === 'timeline') frames.playOrPause(); }],
  ['?', 'this list', () => help()],
  ['Esc', 'leave a field', () => document.activeElement.blur()],
];
const otherKeys = { '=': '+', '-': '\u2212', _: '\u2212', Escape: 'Esc', ' ': 'Space' };

const withText = 'textarea, select, input:not([type="range"], [type="checkbox"], [type="color"])';
const takesText = (node) => node.matches?.(withText);

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector('dialog[open]')) return;
  const key = otherKeys[event.key] || event.key;
  if (takesText(event.target) && key !== 'Esc') return;
  if (key === 'Space' && (view.view !== 'timeline' || event.target.closest('button, input, summary'))) return;
  const found = keys.find(([name]) => name === key);
  if (!found) return;
  event.preventDefault();
  found[2]();
});

function help() {
  const dialog = make('dialog', { class: 'help', 'aria-labelledby': 'help-title' });
  const rows = keys.map(([key, text]) => make('div', null, make('dt', null, make('kbd', null, key)),
    make('dd', null, text)));
  dialog.append(make('h2', { id: 'help-title' }, 'Keys'), make('dl', null, rows),
    make('p', { class: 'soft' },
      'Ctrl and the wheel zoom at the pointer. In groups of buttons, arrow keys move. ',
      'With boxes shown, arrow keys move from box to box, and Enter opens the line.'),
    make('div', { class: 'row end' },
      button('Close', () => dialog.close(), { class: 'button primary', autofocus: true })));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// MARK: Start

async function loadStudio() {
  try {
    studio = await get('api/state');
  } catch (error) {
    connectionChanged(error.status >= 400 && error.status < 500 ? 'refused' : 'lost');
    return false;
  }
  problems.setHasEditor(studio.hasEditor);
  problems.showEditors();
  decks.setDecks(studio.decks, studio.truncated);
  decks.setTemplates(studio.templates);
  showOptions();
  return true;
}

async function start() {
  byId('app').append(head, decks.node, main, bottom, inspector);
  buildOptions();
  showOptions();
  showPanels();
  showView();
  showTab();
  frames.showTimeline();
  isNarrow.addEventListener('change', showPanels);
  connection = new Connection(received, connectionChanged);
  // A bookmarked deck does not wait for the list of decks.
  const given = view.deck;
  if (given) openDeck();
  // Without an answer, the first `hello` of a server that comes later loads the rest.
  if (!await loadStudio()) studio = { instance: '' };
  if (given) showCode();
  else openFirstDeck();
}

start();
