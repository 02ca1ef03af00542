// The state of the view. All of it is in the fragment of the address, so that a view can be bookmarked and two tabs
// are independent.

const standard = Object.freeze({
  deck: '', card: '', view: 'picture', tab: 'problems', zoom: 'fit', scale: '', appearance: '', locale: '', state: '',
  theme: '', width: '', date: '', overlays: '', by: 'appearance', locales: 'en_US,de_DE,ar,ja_JP',
  widths: '320,375,600', table: '', at: '', seconds: '2', editor: '', golden: '', compare: 'side', copy: 'set',
  panels: '', data: '',
});

// Moving between these is a step of the back button. Typing and zooming are not.
const steps = ['deck', 'card', 'view'];

export const view = { ...standard };
const listeners = [];

// Calls `listener` with a set of the names that changed.
export const onChange = (listener) => listeners.push(listener);

// Browsers limit addresses. Values of the form beyond this are not part of a bookmark.
const longestValue = 60_000;

function fragment() {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    if (value !== standard[name] && value.length <= longestValue) parameters.set(name, value);
  }
  return `#${parameters}`.replaceAll('%2F', '/').replaceAll('%2C', ',');
}

// Changes the view. A new deck starts without the choices that belong to the old one.
export function go(changes) {
  const changed = new Set();
  const next = { ...changes };
  if (next.deck !== undefined && next.deck !== view.deck) {
    for (const name of ['card', 'state', 'data', 'table', 'golden', 'at']) next[name] ??= standard[name];
  }
  for (const [name, value] of Object.entries(next)) {
    if (view[name] === String(value)) continue;
    view[name] = String(value);
    changed.add(name);
  }
  if (!changed.size) return;
  if (steps.some((name) => changed.has(name))) history.pushState(null, '', fragment());
  else replaceSoon();
  for (const listener of listeners) listener(changed);
}

// Changes the view without a step of the back button, and without telling the listeners.
export function settle(changes) {
  Object.assign(view, changes);
  history.replaceState(null, '', fragment());
}

// Browsers refuse more than about 200 changes of the address in 30 seconds, and a slider makes them.
let replaceTimer = 0;
function replaceSoon() {
  clearTimeout(replaceTimer);
  replaceTimer = setTimeout(() => history.replaceState(null, '', fragment()), 120);
}

function read() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(Object.keys(standard).map((name) => [name, parameters.get(name) ?? standard[name]]));
}

function follow() {
  clearTimeout(replaceTimer);
  const next = read();
  const changed = new Set(Object.keys(next).filter((name) => next[name] !== view[name]));
  Object.assign(view, next);
  if (changed.size) for (const listener of listeners) listener(changed);
}

Object.assign(view, read());
addEventListener('popstate', follow);
addEventListener('hashchange', follow);

// Lists in one value, such as the overlays.
export const list = (name) => view[name].split(',').map((item) => item.trim()).filter(Boolean);

export function toggle(name, item) {
  const items = list(name);
  go({ [name]: (items.includes(item) ? items.filter((other) => other !== item) : [...items, item]).join(',') });
}

// The values of the form that differ from those of the deck, by name.
export function formValues() {
  try {
    const values = JSON.parse(view.data || '{}');
    return values && typeof values === 'object' && !Array.isArray(values) ? values : {};
  } catch {
    return {};
  }
}

export const numberOf = (text) => text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;

// The body of a request for a picture of the current view. `options` and `data` of a variant take precedence.
export function order({ options = {}, data = {}, ...rest } = {}) {
  const values = { ...formValues(), ...data };
  const chosen = {
    scale: numberOf(view.scale), appearance: view.appearance, locale: view.locale, state: view.state, theme: view.theme,
    width: numberOf(view.width), card: view.card, date: view.date,
    at: view.view === 'timeline' ? numberOf(view.at) ?? 0 : undefined, ...options,
  };
  const body = { deck: view.deck, ...rest };
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined && value !== '');
  if (given.length) body.options = Object.fromEntries(given);
  if (Object.keys(values).length) body.data = values;
  return body;
}
