(() => {
'use strict';

const run = JSON.parse(document.getElementById('run').textContent);
const outcomes = run.outcomes;
// The words for pictures of a review, and for goldens.
const [noun, goldenLabel] = run.review ? ['picture', 'Expected'] : ['golden', 'Golden'];
const kinds = run.review ? [
  ['all', 'All'], ['failed', 'Changed'], ['new', 'New, moved'], ['orphaned', 'Gone'], ['broken', 'Unreadable'],
  ['passed', 'Same'],
] : [
  ['all', 'All'], ['failed', 'Failed'], ['new', 'New'], ['orphaned', 'Orphaned'], ['broken', 'Broken'],
  ['passed', 'Passed'],
];
const kindOf = {
  failed: 'failed', missing: 'new', recorded: 'new', orphaned: 'orphaned', broken: 'broken', passed: 'passed',
  pruned: 'passed',
};
for (const outcome of outcomes) {
  const texts = [outcome.label, outcome.message, ...outcome.changes.map((change) => change.sentence),
    ...outcome.issues.map((issue) => issue.message), ...outcome.facts.map((fact) => fact[1])];
  outcome.search = texts.join('\n').toLowerCase();
}
// Goldens that need a review come first. Within a verdict the order of the run is kept.
const rank = ['failed', 'broken', 'missing', 'recorded', 'orphaned', 'pruned', 'passed'];
const order = outcomes.map((_, index) => index)
  .sort((a, b) => rank.indexOf(outcomes[a].verdict) - rank.indexOf(outcomes[b].verdict) || a - b);
const state = {
  kind: 'all', query: '', current: order.length ? order[0] : -1, view: 'side', zoom: 0, mix: 50, outlines: true,
  pinned: -1, approved: new Map(), saved: '', flickers: !matchMedia('(prefers-reduced-motion: reduce)').matches,
};

// Makes an element. Texts of the run only become text nodes and values of attributes named here.
function make(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const live = make('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
function say(text) { live.textContent = text; }
function plural(count, noun) { return `${count} ${noun}${count === 1 ? '' : 's'}`; }

// MARK: The header and the list

function shown() {
  const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  return order.filter((index) => {
    const outcome = outcomes[index];
    if (state.kind !== 'all' && kindOf[outcome.verdict] !== state.kind) return false;
    return words.every((word) => outcome.search.includes(word));
  });
}

function head() {
  const node = document.getElementById('head');
  const counts = Object.fromEntries(kinds.map(([kind]) => [kind, 0]));
  counts.all = outcomes.length;
  for (const outcome of outcomes) counts[kindOf[outcome.verdict]] += 1;
  node.append(
    make('h1', null, make('span', { class: run.green ? 'lamp green' : 'lamp' }), run.title),
    make('p', { class: 'versions' }, run.libraries));
  for (const notice of run.notices) node.append(make('p', { class: 'notice', role: 'note' }, notice));
  const filters = make('div', { class: 'filters', role: 'group', 'aria-label': 'Filter' });
  for (const [kind, label] of kinds) {
    if (kind !== 'all' && counts[kind] === 0) continue;
    filters.append(make(
      'button', {
        class: 'button', type: 'button', 'data-kind': kind, 'aria-pressed': String(kind === state.kind),
        onclick: () => setKind(kind),
      },
      kind === 'all' ? null : make('span', { class: `dot ${kind}` }), label,
      make('span', { class: 'count' }, String(counts[kind]))));
  }
  const search = make('input', {
    id: 'search', type: 'search', placeholder: 'Search names, messages, changes', autocomplete: 'off', spellcheck: 'false',
    'aria-label': 'Search names, messages and changes',
    oninput: () => { state.query = search.value; filterChanged(); },
  });
  filters.append(search, make(
    'button', { class: 'button square', type: 'button', 'aria-label': 'Help', title: 'Keys (?)', onclick: help }, '?'));
  node.append(filters);
}

function setKind(kind) {
  state.kind = kind;
  for (const button of document.querySelectorAll('[data-kind]')) {
    button.setAttribute('aria-pressed', String(button.dataset.kind === kind));
  }
  filterChanged();
}

function filterChanged() {
  const visible = shown();
  list();
  if (visible.includes(state.current)) {
    placeChanged();
  } else {
    const old = state.current;
    state.current = visible.length ? visible[0] : -1;
    mark(old);
    mark(state.current);
    detail();
  }
  reveal(false);
  foot();
  say(`${plural(visible.length, noun)} shown`);
}

// One element per golden, made once: a run may have thousands, and each key press in the search changes the
// selection. (Hiding an item of an HTML list renumbers all items, which takes seconds.)
const items = new Map();

function item(index) {
  const outcome = outcomes[index];
  const button = make(
    'button', { type: 'button', 'data-index': String(index), onclick: () => select(index) },
    make('span', { class: `dot ${kindOf[outcome.verdict]}`, title: outcome.word }),
    make('bdi', { class: 'name' }, outcome.label));
  items.set(index, button);
  mark(index);
  return make('div', { role: 'listitem' }, button);
}

// Updates an item of the list: whether it is selected, and whether it is approved.
function mark(index) {
  const button = items.get(index);
  if (!button) return;
  const isApproved = state.approved.has(index);
  if (index === state.current) button.setAttribute('aria-current', 'true');
  else button.removeAttribute('aria-current');
  button.setAttribute(
    'aria-label', `${outcomes[index].label}, ${outcomes[index].word}${isApproved ? ', approved' : ''}`);
  const tick = button.querySelector('.tick');
  if (isApproved && !tick) button.append(make('span', { class: 'tick', 'aria-hidden': 'true' }, '\u2713'));
  if (!isApproved && tick) tick.remove();
}

function beginList() {
  document.getElementById('list').append(
    make('div', { role: 'list' }, ...order.map(item)), make('p', { class: 'none' }, outcomes.length
      ? `No ${noun} matches.` : `No ${noun} was tested.`));
}

function list() {
  const node = document.getElementById('list');
  const visible = new Set(shown());
  for (const [index, button] of items) button.parentNode.hidden = !visible.has(index);
  node.querySelector('.none').hidden = visible.size > 0;
}

function reveal(focus) {
  const button = items.get(state.current);
  if (!button) return;
  const node = document.getElementById('list');
  const [frame, box] = [button, node].map((element) => element.getBoundingClientRect());
  // Not scrollIntoView, which takes a second for a long list.
  if (frame.top < box.top) node.scrollTop -= box.top - frame.top + 8;
  else if (frame.bottom > box.bottom) node.scrollTop += frame.bottom - box.bottom + 8;
  if (focus) button.focus();
}

function select(index) {
  if (index === state.current) return;
  const old = state.current;
  state.current = index;
  state.pinned = -1;
  mark(old);
  mark(index);
  reveal(document.getElementById('list').contains(document.activeElement));
  detail();
  remember();
  say(`${outcomes[index].label}, ${outcomes[index].word}`);
}

function step(by) {
  const visible = shown();
  const next = visible[visible.indexOf(state.current) + by];
  if (next !== undefined) select(next);
}

// The address contains the golden's name, so that you can share it. It adds no entry to the history.
function remember() {
  try {
    history.replaceState(null, '', state.current < 0 ? '#' : `#${encodeURIComponent(outcomes[state.current].name)}`);
  } catch { /* Some viewers have no address; everything else works without it. */ }
}

function recall() {
  let name = '';
  try { name = decodeURIComponent(location.hash.slice(1)); } catch { return false; }
  const index = outcomes.findIndex((outcome) => outcome.name === name);
  if (index < 0) return false;
  if (!shown().includes(index)) setKind('all');
  select(index);
  return true;
}

// MARK: One golden

const views = [
  ['side', 'Side by side'], ['onion', 'Onion skin'], ['swipe', 'Swipe'], ['flicker', 'Flicker'],
  ['difference', 'Difference'],
];

function detail() {
  const main = document.getElementById('main');
  stopFlicker();
  if (state.current < 0) {
    main.replaceChildren(make('p', { class: 'nothing' }, outcomes.length
      ? `No ${noun} matches the filter and the search.`
      : `No ${noun} was tested. A run without ${noun}s fails.`));
    return;
  }
  const outcome = outcomes[state.current];
  const approve = outcome.approvable && make('button', {
    id: 'approve', type: 'button', class: 'button', title: 'Approve (a), withdraw (x)',
    onclick: () => setApproved(state.current, !state.approved.has(state.current)),
  });
  const alike = approve ? sameCause(state.current) : [];
  const approveSame = alike.length > 1 && make('button', {
    id: 'alike', type: 'button', class: 'button', title: 'Approve all with the same change (s)',
    onclick: () => approveAlike(state.current),
  }, `Approve all ${alike.length} with this change`);
  main.replaceChildren(
    make('div', { class: 'title' },
      make('h2', null, make('bdi', null, outcome.label)),
      make('span', { class: `badge ${kindOf[outcome.verdict]}` }, outcome.word),
      make('span', { class: 'actions' },
        make('span', { class: 'place' }),
        make('span', { class: 'group' },
          make('button', {
            class: 'button square', type: 'button', 'aria-label': `Previous ${noun}`, title: 'Previous (k)',
            'data-step': '-1', onclick: () => step(-1),
          }, '\u2191'),
          make('button', {
            class: 'button square', type: 'button', 'aria-label': `Next ${noun}`, title: 'Next (j)',
            'data-step': '1', onclick: () => step(1),
          }, '\u2193')),
        approveSame, approve)),
    make('p', { class: 'message' }, outcome.message),
    make('div', { class: 'work' }, stage(outcome), aside(outcome)));
  placeChanged();
  approvalChanged();
  layout();
}

// The position of the golden among those that are shown.
function placeChanged() {
  const visible = shown();
  const place = visible.indexOf(state.current);
  const text = document.querySelector('.place');
  if (!text) return;
  text.textContent = `${place + 1} of ${visible.length}`;
  document.querySelector('[data-step="-1"]').disabled = place <= 0;
  document.querySelector('[data-step="1"]').disabled = place + 1 >= visible.length;
}

function aside(outcome) {
  const node = make('div', { class: 'aside' });
  if (outcome.notes.length) {
    node.append(make('section', null, ...outcome.notes.map((note) => make('p', { class: 'note' }, note))));
  }
  if (outcome.changes.length) {
    const changes = make('ul', { class: 'changes' });
    outcome.changes.forEach((change, number) => {
      if (!change.before && !change.after) {
        changes.append(make('li', null, make('span', { class: 'plain', title: change.path }, change.sentence)));
        return;
      }
      changes.append(make('li', null, make('button', {
        type: 'button', title: change.path, 'aria-pressed': 'false', 'data-change': String(number),
        onmouseenter: () => highlight(number), onmouseleave: () => highlight(state.pinned),
        onfocus: () => highlight(number), onblur: () => highlight(state.pinned),
        onclick: () => pin(number),
      }, change.sentence)));
    });
    node.append(make('section', { 'aria-label': 'What changed' }, make('h3', null, 'What changed'), changes));
  }
  if (outcome.issues.length) {
    node.append(make('section', { 'aria-label': 'Problems of the deck' },
      make('h3', null, 'Problems of the deck'),
      make('ul', { class: 'issues' }, ...outcome.issues.map((issue) => make('li', null,
        make('span', { class: 'at path' }, issue.place),
        make('b', { class: issue.severity === 'error' ? 'failed' : 'orphaned' }, `${issue.severity}: `),
        issue.message)))));
  }
  const facts = make('dl', { class: 'facts' });
  for (const [name, value] of outcome.facts) {
    facts.append(make('dt', null, name), make('dd', null, make('span', { class: 'path' }, value)));
  }
  // In the narrow layout the pictures come after this section, and the paths would push them out of sight.
  const files = make('details', { open: !matchMedia('(max-width: 1180px)').matches }, make('summary', null, 'Files'), facts);
  node.append(make('section', { 'aria-label': 'Files' }, files));
  return node;
}

// MARK: Highlighting a change

function highlight(number) {
  for (const box of document.querySelectorAll('.before, .after')) box.remove();
  for (const button of document.querySelectorAll('[data-change]')) {
    button.setAttribute('aria-pressed', String(Number(button.dataset.change) === state.pinned));
  }
  const change = number >= 0 && outcomes[state.current].changes[number];
  if (!change) return;
  for (const sheet of document.querySelectorAll('.sheet')) {
    if (change.before && sheet.dataset.holds !== 'actual') sheet.append(box('before', change.before));
    if (change.after && sheet.dataset.holds !== 'expected') sheet.append(box('after', change.after));
  }
}

function pin(number) {
  state.pinned = state.pinned === number ? -1 : number;
  highlight(state.pinned < 0 ? number : state.pinned);
  const marked = document.querySelector('.after, .before');
  if (state.pinned >= 0 && marked) marked.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

// A rectangle in pixels of the picture. It keeps its place at every zoom.
function box(kind, [x, y, width, height]) {
  const node = make('div', { class: `box ${kind}` });
  node.style.left = `${100 * x / space.width}%`;
  node.style.top = `${100 * y / space.height}%`;
  node.style.width = `${100 * width / space.width}%`;
  node.style.height = `${100 * height / space.height}%`;
  return node;
}

// MARK: Pictures

// The size of the comparison in pixels: in each direction the larger one of both pictures.
let space = { width: 1, height: 1 };
const levels = [1, 2, 3, 4, 6, 8];

function both(outcome) { return Boolean(outcome.expected && outcome.actual); }

function stage(outcome) {
  const node = make('div', { class: 'stage' });
  const pictures = [outcome.expected, outcome.actual].filter(Boolean);
  if (!pictures.length) {
    node.append(make('p', { class: 'nothing' }, outcome.unseen));
    return node;
  }
  space = {
    width: Math.max(...pictures.map((picture) => picture.width)),
    height: Math.max(...pictures.map((picture) => picture.height)),
  };
  node.append(tools(outcome), panes(outcome));
  return node;
}

function tools(outcome) {
  const node = make('div', { class: 'tools', role: 'toolbar', 'aria-label': 'How the pictures are shown' });
  if (both(outcome)) {
    const group = make('span', { class: 'group', role: 'radiogroup', 'aria-label': 'View' });
    views.forEach(([view, label], number) => group.append(make('button', {
      class: 'button', type: 'button', role: 'radio', 'data-view': view, title: `${label} (${number + 1})`,
      'aria-checked': String(view === state.view), onclick: () => setView(view),
    }, label)));
    node.append(group);
  }
  node.append(make('span', { class: 'group', role: 'group', 'aria-label': 'Zoom' },
    make('button', {
      class: 'button square', type: 'button', 'aria-label': 'Zoom out', title: 'Zoom out (\u2212)', onclick: () => zoomBy(-1),
    }, '\u2212'),
    make('button', {
      class: 'button zoom', type: 'button', 'data-zoom': true, title: 'Fit (0)', 'aria-label': 'Fit', onclick: () => setZoom(0),
    }, 'Fit'),
    make('button', {
      class: 'button square', type: 'button', 'aria-label': 'Zoom in', title: 'Zoom in (+)', onclick: () => zoomBy(1),
    }, '+')));
  if (outcome.regions.length) {
    node.append(make('button', {
      class: 'button', type: 'button', 'data-outlines': true, title: 'Outline the differences (r)',
      'aria-pressed': String(state.outlines), onclick: toggleOutlines,
    }, plural(outcome.regions.length, 'region')));
  }
  if (both(outcome) && (state.view === 'onion' || state.view === 'swipe')) {
    const label = state.view === 'onion' ? 'Opacity of the new picture' : 'Place of the edge';
    const slider = make('input', {
      type: 'range', min: '0', max: '100', step: '1', value: String(state.mix), 'data-mix': true, 'aria-label': label,
      oninput: () => setMix(Number(slider.value)),
    });
    node.append(make('label', null, goldenLabel, slider, 'New'));
  }
  if (both(outcome) && state.view === 'flicker') {
    node.append(make('button', {
      class: 'button', type: 'button', 'data-flicker': true, 'aria-pressed': String(!state.flickers), title: 'Pause (p)',
      onclick: toggleFlicker,
    }, 'Pause'), make('button', {
      class: 'button', type: 'button', title: 'Flip by hand (f)', onclick: flipByHand,
    }, 'Flip'));
  }
  return node;
}

function panes(outcome) {
  const node = make('div', { class: `panes ${both(outcome) ? state.view : 'one'}` });
  const { expected, actual, overlay } = outcome;
  if (!both(outcome)) {
    node.append(expected ? pane(outcome, 'expected', goldenLabel, expected, [[expected]])
      : pane(outcome, 'actual', 'New', actual, [[actual]]));
  } else if (state.view === 'side') {
    node.append(pane(outcome, 'expected', goldenLabel, expected, [[expected]]),
      pane(outcome, 'actual', 'New', actual, [[actual]]));
  } else if (state.view === 'difference') {
    node.append(pane(outcome, 'both', 'Difference', overlay || space,
      overlay ? [[overlay]] : [[expected], [actual, 'ghost']]));
  } else {
    const caption = {
      onion: `${goldenLabel} under new`, swipe: `${goldenLabel} left, new right`, flicker: goldenLabel,
    }[state.view];
    node.append(pane(outcome, 'both', caption, space, [[expected], [actual, 'top']]));
  }
  return node;
}

function pane(outcome, holds, caption, size, layers) {
  const sheet = make('div', { class: 'sheet', 'data-holds': holds });
  for (const [picture, kind] of layers) {
    const image = make('img', {
      class: kind, alt: picture === outcome.actual ? 'New picture' : picture === outcome.expected ? goldenLabel : 'Difference',
      draggable: 'false',
      src: `data:${picture.type};base64,${document.getElementById(picture.id).textContent}`,
    });
    image.style.width = `${100 * picture.width / space.width}%`;
    image.style.height = `${100 * picture.height / space.height}%`;
    sheet.append(image);
  }
  if (state.outlines) for (const region of outcome.regions) sheet.append(box('region', region));
  if (state.view === 'swipe' && holds === 'both') sheet.append(handle(sheet));
  const scroll = make('div', {
    class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${caption}: ${outcome.label}`,
    onscroll: (event) => follow(event.currentTarget), onpointerdown: drag,
  }, sheet);
  scroll.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomBy(event.deltaY < 0 ? 1 : -1);
  }, { passive: false });
  return make('figure', { class: 'pane' },
    make('figcaption', null, make('b', { 'data-caption': true }, caption), `${size.width} \u00d7 ${size.height}`), scroll);
}

function setView(view) {
  if (!both(outcomes[state.current]) || view === state.view) return;
  const hadFocus = document.activeElement && document.activeElement.dataset.view;
  state.view = view;
  redraw();
  if (hadFocus) document.querySelector(`[data-view="${view}"]`).focus();
  say(views.find(([name]) => name === view)[1]);
}

// Shows the same golden again and keeps the scroll position.
function redraw() {
  stopFlicker();
  const old = document.querySelector('.scroll');
  const place = old && [old.scrollLeft, old.scrollTop];
  const node = document.querySelector('.stage');
  if (node && state.current >= 0) node.replaceWith(stage(outcomes[state.current]));
  layout();
  const next = document.querySelector('.scroll');
  if (place && next) [next.scrollLeft, next.scrollTop] = place;
  highlight(state.pinned);
}

// MARK: Zoom and panning

// The zoom that shows the whole picture. Small pictures are enlarged by whole numbers.
function fit(scroll) {
  const zoom = Math.min((scroll.clientWidth - 24) / space.width, (scroll.clientHeight - 24) / space.height);
  return zoom >= 1 ? Math.min(4, Math.floor(zoom)) : Math.max(0.02, zoom);
}

function scale() {
  const scroll = document.querySelector('.scroll');
  return state.zoom || (scroll ? fit(scroll) : 1);
}

// Updates sizes only, so that resizing the window does not restart the flicker.
function resize() {
  const zoom = scale();
  for (const sheet of document.querySelectorAll('.sheet')) {
    sheet.style.width = `${space.width * zoom}px`;
    sheet.style.height = `${space.height * zoom}px`;
    sheet.classList.toggle('pixels', zoom >= 1);
  }
  const button = document.querySelector('[data-zoom]');
  if (button) {
    const percent = zoom >= 1 ? `${zoom}\u00d7` : `${Math.round(100 * zoom)} %`;
    button.textContent = state.zoom ? percent : `Fit ${percent}`;
    button.setAttribute('aria-label', state.zoom ? `Zoom ${percent}; fit` : `Fit, ${percent}`);
  }
}

function layout() {
  resize();
  applyMix();
  startFlicker();
}

function setZoom(zoom) {
  const scroll = document.querySelector('.scroll');
  if (!scroll) return;
  const middle = [
    (scroll.scrollLeft + scroll.clientWidth / 2) / scroll.scrollWidth,
    (scroll.scrollTop + scroll.clientHeight / 2) / scroll.scrollHeight,
  ];
  state.zoom = zoom;
  resize();
  scroll.scrollLeft = middle[0] * scroll.scrollWidth - scroll.clientWidth / 2;
  scroll.scrollTop = middle[1] * scroll.scrollHeight - scroll.clientHeight / 2;
  say(zoom ? `Zoom ${zoom}` : 'Fit');
}

function zoomBy(direction) {
  const now = scale();
  const next = direction > 0 ? levels.find((level) => level > now)
    : [...levels].reverse().find((level) => level < now);
  if (next) setZoom(next);
}

function follow(from) {
  for (const scroll of document.querySelectorAll('.scroll')) {
    if (scroll === from) continue;
    if (scroll.scrollLeft !== from.scrollLeft) scroll.scrollLeft = from.scrollLeft;
    if (scroll.scrollTop !== from.scrollTop) scroll.scrollTop = from.scrollTop;
  }
}

function drag(event) {
  const scroll = event.currentTarget;
  if (event.button !== 0 || event.pointerType === 'touch' || event.target.closest('.handle')) return;
  if (event.offsetX > scroll.clientWidth || event.offsetY > scroll.clientHeight) return;
  const start = [event.clientX + scroll.scrollLeft, event.clientY + scroll.scrollTop];
  scroll.classList.add('dragged');
  scroll.setPointerCapture(event.pointerId);
  const move = (next) => {
    scroll.scrollLeft = start[0] - next.clientX;
    scroll.scrollTop = start[1] - next.clientY;
  };
  const end = () => {
    scroll.classList.remove('dragged');
    scroll.removeEventListener('pointermove', move);
  };
  scroll.addEventListener('pointermove', move);
  scroll.addEventListener('pointerup', end, { once: true });
  scroll.addEventListener('pointercancel', end, { once: true });
}

// MARK: Onion skin, swipe, flicker, outlines

function setMix(mix) {
  state.mix = Math.max(0, Math.min(100, mix));
  applyMix();
}

function applyMix() {
  const slider = document.querySelector('[data-mix]');
  if (slider) slider.value = String(state.mix);
  const top = document.querySelector('.sheet .top');
  if (!top) return;
  top.style.opacity = state.view === 'onion' ? String(state.mix / 100) : '1';
  const handle = document.querySelector('.handle');
  if (!handle) return;
  handle.style.left = `${state.mix}%`;
  // The edge is a share of the sheet, and the picture may be narrower.
  const edge = state.mix / 100 * space.width / outcomes[state.current].actual.width;
  top.style.clipPath = `inset(0 0 0 ${Math.min(100, 100 * edge)}%)`;
}

function handle(sheet) {
  return make('div', {
    class: 'handle', 'aria-hidden': 'true',
    onpointerdown: (event) => {
      const node = event.currentTarget;
      node.setPointerCapture(event.pointerId);
      const move = (next) => {
        const frame = sheet.getBoundingClientRect();
        setMix(100 * (next.clientX - frame.left) / frame.width);
      };
      node.addEventListener('pointermove', move);
      node.addEventListener('pointerup', () => node.removeEventListener('pointermove', move), { once: true });
      event.stopPropagation();
    },
  });
}

let flicker = 0;

function startFlicker() {
  stopFlicker();
  const top = document.querySelector('.panes.flicker .top');
  if (!top) return;
  top.classList.add('off');
  if (state.flickers) flicker = setInterval(flip, 600);
}

function flip() {
  const top = document.querySelector('.panes.flicker .top');
  if (!top) return;
  const isNew = top.classList.contains('off');
  top.classList.toggle('off', !isNew);
  document.querySelector('[data-caption]').textContent = isNew ? 'New' : goldenLabel;
}

// Flipping by hand pauses the flicker, so that you can look longer.
function flipByHand() {
  if (state.flickers) toggleFlicker();
  flip();
}

function stopFlicker() {
  clearInterval(flicker);
  flicker = 0;
}

function toggleFlicker() {
  state.flickers = !state.flickers;
  const button = document.querySelector('[data-flicker]');
  if (button) button.setAttribute('aria-pressed', String(!state.flickers));
  stopFlicker();
  if (state.flickers) flicker = setInterval(flip, 600);
  say(state.flickers ? 'Flickers' : 'Paused');
}

function toggleOutlines() {
  state.outlines = !state.outlines;
  const hadFocus = document.activeElement && document.activeElement.dataset.outlines !== undefined;
  redraw();
  if (hadFocus) document.querySelector('[data-outlines]').focus();
  say(state.outlines ? 'Regions outlined' : 'Regions not outlined');
}

// MARK: Approvals

function approvable() { return outcomes.filter((outcome) => outcome.approvable).length; }

function approvalsText() {
  const approved = outcomes.flatMap((outcome, index) => state.approved.has(index)
    ? [{ name: outcome.name, fingerprint: outcome.fingerprint }] : []);
  return `${JSON.stringify({ version: 1, approved }, null, 2)}\n`;
}

function setApproved(index, isApproved) {
  if (index < 0 || !outcomes[index].approvable) {
    say('Nothing to approve here');
    return;
  }
  if (isApproved) state.approved.set(index, true);
  else state.approved.delete(index);
  mark(index);
  approvalChanged();
  foot();
  say(`${outcomes[index].label} ${isApproved ? 'approved' : 'no longer approved'}`);
}

function approvalChanged() {
  const button = document.getElementById('approve');
  if (!button) return;
  const isApproved = state.approved.has(state.current);
  button.setAttribute('aria-pressed', String(isApproved));
  button.textContent = isApproved ? '\u2713 Approved' : 'Approve';
}

function sameCause(index) {
  const cause = outcomes[index].cause;
  return outcomes.flatMap((outcome, other) => cause && outcome.approvable && outcome.cause === cause ? [other] : []);
}

function approveAlike(index) {
  const indices = index < 0 ? [] : sameCause(index);
  for (const other of indices) {
    state.approved.set(other, true);
    mark(other);
  }
  approvalChanged();
  foot();
  say(`${plural(indices.length, 'picture')} approved`);
}

function approveShown() {
  const indices = shown().filter((index) => outcomes[index].approvable);
  for (const index of indices) {
    state.approved.set(index, true);
    mark(index);
  }
  approvalChanged();
  foot();
  say(`${plural(indices.length, 'picture')} approved`);
}

function withdrawAll() {
  const indices = [...state.approved.keys()];
  state.approved.clear();
  indices.forEach(mark);
  approvalChanged();
  foot();
  say('No picture is approved');
}

function download() {
  const text = approvalsText();
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = make('a', { href: address, download: run.approvalsFile });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  state.saved = text;
  foot();
  say('Approvals downloaded');
}

function foot() {
  const node = document.getElementById('foot');
  const count = approvable();
  node.hidden = count === 0;
  if (count === 0) return;
  const open = shown().filter((index) => outcomes[index].approvable && !state.approved.has(index)).length;
  const isSaved = state.approved.size > 0 && state.saved === approvalsText();
  const focused = document.activeElement && document.activeElement.dataset.do;
  const button = (name, label, action, isDisabled, kind) => make('button', {
    class: `button ${kind || ''}`, type: 'button', 'data-do': name, disabled: isDisabled, onclick: action,
  }, label);
  const next = make('span', { class: 'next' });
  if (isSaved) next.append('Saved in your downloads. Run this, with the path of that file: ', make('code', { id: 'command' }, run.command));
  else if (state.approved.size) next.append('Download the approvals, then run one command to accept them.');
  else next.append('Approve the correct pictures.');
  node.replaceChildren(
    make('span', { class: 'status' }, `${state.approved.size} of ${plural(count, 'picture')} approved`), next,
    button('all', `Approve all shown (${open})`, approveShown, open === 0),
    button('none', 'Withdraw all', withdrawAll, state.approved.size === 0),
    button('download', 'Download approvals', download, state.approved.size === 0, 'primary'));
  const again = focused && node.querySelector(`[data-do="${focused}"]`);
  if (again) again.focus();
}

// MARK: Keys

function isFlicker() { return Boolean(document.querySelector('[data-flicker]')); }

const keys = [
  ['j', `next ${noun}`, () => step(1)], ['k', `previous ${noun}`, () => step(-1)],
  ['1', 'side by side', () => setView('side')], ['2', 'onion skin', () => setView('onion')],
  ['3', 'swipe', () => setView('swipe')], ['4', 'flicker', () => setView('flicker')],
  ['5', 'difference', () => setView('difference')],
  ['+', 'zoom in', () => zoomBy(1)], ['\u2212', 'zoom out', () => zoomBy(-1)], ['0', 'fit', () => setZoom(0)],
  ['r', 'show or hide outlines of the differences', toggleOutlines],
  ['p', 'pause or resume the flicker', () => { if (isFlicker()) toggleFlicker(); }],
  ['f', `flip between ${goldenLabel.toLowerCase()} and new`, () => { if (isFlicker()) flipByHand(); }],
  ['a', 'approve', () => setApproved(state.current, true)],
  ['s', 'approve all with the same change', () => approveAlike(state.current)],
  ['x', 'withdraw the approval', () => setApproved(state.current, false)],
  ['/', 'search', () => document.getElementById('search').select()],
  ['?', 'this list', () => help()],
  ['Esc', 'leave the search, deselect a change', () => leave()],
];
const otherKeys = { '=': '+', '-': '\u2212', _: '\u2212', Escape: 'Esc' };

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const key = otherKeys[event.key] || event.key;
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
  if (isTyping && key !== 'Esc') {
    if (event.key === 'Enter') {
      reveal(true);
    }
    return;
  }
  const inList = event.target.closest && event.target.closest('#list');
  const inViews = event.target.dataset && event.target.dataset.view;
  if (inList && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    step(event.key === 'ArrowDown' ? 1 : -1);
  } else if (inViews && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
    const at = views.findIndex(([view]) => view === state.view) + (event.key === 'ArrowRight' ? 1 : -1);
    setView(views[(at + views.length) % views.length][0]);
  } else {
    const found = keys.find(([name]) => name === key);
    if (!found) return;
    found[2]();
  }
  event.preventDefault();
}

function leave() {
  const search = document.getElementById('search');
  if (document.activeElement === search || state.query) {
    search.value = '';
    state.query = '';
    search.blur();
    filterChanged();
  } else if (state.pinned >= 0) {
    state.pinned = -1;
    highlight(-1);
  }
}

function help() {
  const dialog = make('dialog', { 'aria-labelledby': 'help-title' });
  const rows = make('dl', null);
  for (const [key, text] of keys) rows.append(make('dt', null, make('kbd', null, key)), make('dd', null, text));
  dialog.append(
    make('h2', { id: 'help-title' }, 'Keys'), rows,
    make('button', { class: 'button primary', type: 'button', autofocus: true, onclick: () => dialog.close() }, 'Close'));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// MARK: Start

document.getElementById('app').hidden = false;
document.body.append(live);
head();
beginList();
list();
detail();
foot();
recall();
document.addEventListener('keydown', pressed);
addEventListener('hashchange', recall);
new ResizeObserver(() => { if (!state.zoom) resize(); }).observe(document.getElementById('main'));
addEventListener('beforeunload', (event) => {
  if (state.approved.size && state.saved !== approvalsText()) event.preventDefault();
});
})();
