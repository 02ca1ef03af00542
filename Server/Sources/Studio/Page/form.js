// The form for the data of a deck. It changes the picture, never a file.

import { button, make, plural, say, shortened, visible } from './dom.js';
import { fieldOfValue, fieldsOf, filled, freshValue, isSame, member, valueAt, withValue } from './fields.js';
import { formValues, go, view } from './state.js';
import { get } from './server.js';

// Fields and entries beyond these stay as they are in the deck.
const mostEntries = 50;
const mostFields = 300;

const ways = [
  ['longest', 'Longest'], ['empty', 'Empty'], ['arabic', 'Arabic'], ['emoji', 'Emoji'], ['tenfold', '\u00d710'],
];

const body = make('div', { class: 'fields' });
const remark = make('p', { class: 'soft' });
const reset = button('Reset', () => {
  go({ data: '' });
  say('The form has the values of the deck');
}, { title: 'Use the values of the deck again', disabled: true });
export const node = make('section', { class: 'section', 'aria-labelledby': 'data-title' },
  make('div', { class: 'row' }, make('h2', { id: 'data-title' }, 'Data'), reset),
  make('div', { class: 'chips', role: 'group', 'aria-label': 'Fill the form' },
    ways.map(([way, label]) => button(label, () => fill(way),
      { class: 'button chip', 'data-way': way, disabled: true }))),
  remark, body);

let deck = null;
let fields = [];
let pictures = [];
let known = '';
let written = null;
let fieldCount = 0;

export const currentFields = () => fields;

// The values that the picture is drawn with.
export function currentValues() {
  const all = { ...deck?.data, ...formValues() };
  if (!deck?.inputs) return all;
  const members = fields.map(({ name }) => [name, member(all, name)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

export async function setDeck(next) {
  const key = JSON.stringify([next.deck, next.inputs, next.data]);
  if (key === known) return;
  const isOther = deck?.deck !== next.deck;
  known = key;
  deck = next;
  fields = fieldsOf(next);
  if (isOther) pictures = [];
  build();
  if (!JSON.stringify(fields).includes('"picture"') || (!isOther && pictures.length)) return;
  try {
    const files = await get('api/files', { deck: next.deck });
    if (deck !== next) return;
    pictures = files.pictures;
    build();
  } catch { /* The fields then show only the current file. */ }
}

// Called when the fragment has other values, for example after the back button.
export function show() {
  reset.disabled = !view.data;
  if (view.data !== written) build();
}

function store(values) {
  const differing = Object.entries(values)
    .filter(([name, value]) => value !== undefined && !isSame(value, member(deck.data, name)));
  written = differing.length ? JSON.stringify(Object.fromEntries(differing)) : '';
  go({ data: written });
}

const change = (path, value) => store(withValue(currentValues(), path, value));

// Changes the number of controls, so the form is built again.
function restructure(path, value, focus) {
  change(path, value);
  build();
  const target = body.querySelector(`[data-path="${CSS.escape(JSON.stringify(focus))}"]`);
  // At an end of the list, the button that was pressed is disabled, and the one next to it is not.
  (target?.disabled ? target.parentNode.querySelector('button:not(:disabled)') : target)?.focus();
}

// Fills from the values of the deck, so that the result does not depend on earlier fills. Only ×10 can be repeated.
function fill(way) {
  const values = currentValues();
  const base = way === 'tenfold' ? values : { ...values, ...deck.data };
  const members = fields.map((field) => [field.name, filled(way, field, member(base, field.name))]);
  store({ ...values, ...Object.fromEntries(members) });
  build();
  say(`Filled with ${ways.find(([name]) => name === way)[1]}`);
}

// MARK: Building

function build() {
  if (!deck) return;
  written = view.data;
  const focused = body.contains(document.activeElement) ? document.activeElement : null;
  const place = focused && { path: focused.dataset.path, start: focused.selectionStart, end: focused.selectionEnd };
  fieldCount = 0;
  const values = currentValues();
  const nodes = fields.map((field) => control(field, [field.name], member(values, field.name)));
  body.replaceChildren(...nodes.filter(Boolean));
  remark.textContent = !fields.length ? 'This deck takes no data.'
    : fieldCount > mostFields ? `${mostFields} of ${plural(fieldCount, 'field')} are shown.`
      : deck.inputs ? '' : 'From the shape of the data. Declare inputs in the deck for limits and choices.';
  remark.hidden = !remark.textContent;
  reset.disabled = !view.data;
  for (const item of node.querySelectorAll('[data-way]')) item.disabled = !fields.length;
  const again = place?.path && body.querySelector(`[data-path="${CSS.escape(place.path)}"]`);
  if (!again) return;
  again.focus();
  if (typeof place.start === 'number') again.setSelectionRange?.(place.start, place.end);
}

const star = (field) => field.isRequired && make('span', { class: 'required', title: 'required' }, ' *');
const describe = (field, id) => field.description
  && make('p', { class: 'description', id }, make('bdi', null, shortened(visible(field.description))));

let lastId = 0;

function labelled(field, path, input, { extra, group } = {}) {
  const id = `field-${lastId += 1}`;
  input.id = id;
  const description = describe(field, `${id}-about`);
  if (description) input.setAttribute('aria-describedby', description.id);
  if (field.isRequired) input.setAttribute('aria-required', 'true');
  const name = typeof path.at(-1) === 'number' ? `Entry ${path.at(-1) + 1}` : visible(path.at(-1));
  return make('div', { class: 'field', 'data-name': pathText(path) },
    make('div', { class: 'field-head' },
      make('label', { for: id }, make('bdi', null, shortened(name, 80)), star(field)),
      extra),
    group || input, description);
}

// The path as issues write it, such as `facts[0].text`.
const pathText = (path) => path.map((step) => typeof step === 'number' ? `[${step}]` : `.${step}`).join('').slice(1);

// An input that writes its value at a path. `read` gives the value, or undefined for one that is not complete.
function bound(name, attributes, path, value, read) {
  const input = make(name, { ...attributes, 'data-path': JSON.stringify(path) });
  if (value !== undefined && value !== null) input.value = String(value);
  input.addEventListener('input', () => {
    // A number or a date that is still being typed has no value.
    const next = input.validity.badInput ? undefined : read(input);
    if (next !== undefined) change(path, next);
  });
  return input;
}

function control(field, path, value) {
  fieldCount += 1;
  if (fieldCount > mostFields) return null;
  switch (field.kind) {
    case 'string': return field.format === 'color' ? colorField(field, path, value) : textField(field, path, value);
    case 'number': case 'integer': return numberField(field, path, value);
    case 'boolean': return switchField(field, path, value);
    case 'enum': return selectField(field, path, value, field.values);
    case 'picture': return pictureField(field, path, value);
    case 'array': return listField(field, path, Array.isArray(value) ? value : []);
    case 'object': return groupField(field, path, value);
    default: return jsonField(field, path, value);
  }
}

function textField(field, path, value) {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value);
  if (field.format === 'date') {
    const read = (input) => input.value || (field.isRequired ? undefined : null);
    return labelled(field, path, bound('input', { type: 'date' }, path, text, read));
  }
  const example = field.examples.length ? shortened(String(field.examples[0]), 80) : null;
  const attributes = { spellcheck: 'false', autocomplete: 'off', dir: 'auto', placeholder: example };
  const isLong = (field.maxLength ?? 0) > 80 || text.length > 44 || text.includes('\n');
  const count = field.maxLength !== undefined && make('span', { class: 'count' });
  const rows = Math.min(6, Math.max(2, Math.ceil(text.length / 40)));
  const [name, own] = isLong && !field.format ? ['textarea', { rows: String(rows) }]
    : ['input', { type: field.format === 'uri' ? 'url' : 'text' }];
  const input = bound(name, { ...attributes, ...own }, path, text, (target) => target.value);
  const showCount = () => {
    // The limit counts Unicode scalars. An attribute would count UTF-16 units and stop the typing.
    const length = [...input.value].length;
    count.textContent = `${length} / ${field.maxLength}`;
    count.classList.toggle('failed', length > field.maxLength);
  };
  if (count) {
    input.addEventListener('input', showCount);
    showCount();
  }
  return labelled(field, path, input, { extra: count });
}

function numberField(field, path, value) {
  const { minimum, maximum } = field;
  const step = field.kind === 'integer' ? '1' : 'any';
  const empty = field.isRequired ? undefined : null;
  const read = (input) => input.value === '' ? empty : Number(input.value);
  const attributes = { type: 'number', step, min: minimum, max: maximum, inputmode: 'decimal' };
  const input = bound('input', attributes, path, value, read);
  if (minimum === undefined || maximum === undefined) return labelled(field, path, input);
  const fine = field.kind === 'integer' ? 1 : 10 ** Math.floor(Math.log10((maximum - minimum) / 100 || 1));
  const slider = make('input', {
    type: 'range', min: String(minimum), max: String(maximum), step: String(fine),
    'aria-label': `${visible(field.name)}, slider`,
    oninput: () => {
      input.value = slider.value;
      change(path, Number(slider.value));
    },
  });
  slider.value = String(value ?? minimum);
  input.addEventListener('input', () => { slider.value = input.value; });
  return labelled(field, path, input, { group: make('div', { class: 'slider' }, slider, input) });
}

function switchField(field, path, value) {
  const input = make('input', { type: 'checkbox', role: 'switch', class: 'switch', 'data-path': JSON.stringify(path) });
  input.checked = value === true;
  input.addEventListener('change', () => change(path, input.checked));
  return labelled(field, path, input);
}

function selectField(field, path, value, values) {
  const texts = values.map((item) => JSON.stringify(item));
  const current = value === undefined || value === null ? '' : JSON.stringify(value);
  const input = make('select', {
    'data-path': JSON.stringify(path),
    onchange: () => change(path, input.value === '' ? null : JSON.parse(input.value)),
  },
  (!field.isRequired || !current) && make('option', { value: '' }, '(none)'),
  current && !texts.includes(current)
    && make('option', { value: current }, `${shortened(visible(value), 80)} (not allowed)`),
  values.map((item, index) => make('option', { value: texts[index] }, shortened(visible(item), 80))));
  input.value = current;
  return labelled(field, path, input);
}

function pictureField(field, path, value) {
  const folder = field.from?.replace(/^\.\//, '') ?? '';
  const files = pictures.filter((file) => file.startsWith(folder));
  // A value that the deck can draw is not wrong because the list of files is not complete.
  if (typeof value === 'string' && value && !files.includes(value)) files.unshift(value);
  const select = selectField(field, path, value, files);
  const place = folder ? shortened(visible(folder), 80) : 'the folder of the deck';
  if (typeof value === 'string' && files.includes(value)) {
    const address = `api/picture?${new URLSearchParams({ deck: deck.deck, file: value })}`.replaceAll('+', '%20');
    select.append(make('img', { class: 'thumbnail', src: address, alt: '', loading: 'lazy' }));
  }
  if (!pictures.length) select.append(make('p', { class: 'description' }, `There are no pictures in ${place}.`));
  return select;
}

// The text is the value. The colour picker has no opacity, so it keeps the one that the text has.
function colorField(field, path, value) {
  const text = bound('input', { type: 'text', spellcheck: 'false', autocomplete: 'off' }, path, value, (input) => {
    showPicker();
    return input.value;
  });
  const picker = make('input', {
    type: 'color', 'aria-label': `${visible(field.name || 'Colour')}, colour picker`,
    oninput: () => {
      const alpha = hexOf(text.value)?.slice(7) ?? '';
      text.value = picker.value.toUpperCase() + (alpha.toUpperCase() === 'FF' ? '' : alpha);
      change(path, text.value);
    },
  });
  const swatch = make('span', { class: 'swatch' }, make('i'), picker);
  function showPicker() {
    swatch.firstChild.style.backgroundColor = CSS.supports('color', text.value) ? text.value : 'transparent';
    picker.value = hexOf(text.value)?.slice(0, 7) ?? '#000000';
  }
  showPicker();
  return labelled(field, path, text, { group: make('div', { class: 'color' }, swatch, text) });
}

const paint = document.createElement('canvas').getContext('2d');

// A CSS colour as #rrggbbaa, or undefined.
function hexOf(color) {
  if (!CSS.supports('color', color)) return undefined;
  paint.fillStyle = color;
  const [, red, green, blue, alpha] = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(paint.fillStyle) || [];
  if (red === undefined) return `${paint.fillStyle}ff`;
  const parts = [red, green, blue, Math.round(255 * alpha)];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

function jsonField(field, path, value) {
  const attributes = { type: 'text', spellcheck: 'false', class: 'code' };
  const text = value === undefined ? '' : JSON.stringify(value);
  const input = bound('input', attributes, path, text, (target) => {
    try {
      const next = target.value === '' ? null : JSON.parse(target.value);
      target.setAttribute('aria-invalid', 'false');
      return next;
    } catch {
      target.setAttribute('aria-invalid', 'true');
      return undefined;
    }
  });
  return labelled({ ...field, description: field.description || 'JSON' }, path, input);
}

function legend(field, path, ...more) {
  const name = typeof path.at(-1) === 'number' ? path.at(-1) + 1 : field.name;
  return make('legend', null, make('bdi', null, shortened(visible(name), 80)), star(field), more);
}

function groupField(field, path, value) {
  return make('fieldset', { class: 'field-group', 'data-name': pathText(path) },
    legend(field, path), describe(field),
    field.properties.map((child) => control(child, [...path, child.name], member(value, child.name))));
}

function listField(field, path, values) {
  const title = shortened(visible(field.name || 'list'), 60);
  const isFull = field.maxItems !== undefined && values.length >= field.maxItems;
  const isLeast = values.length <= (field.minItems ?? 0);
  const most = field.maxItems !== undefined ? ` / ${field.maxItems}` : '';
  const hidden = values.length - mostEntries;
  const moved = (from, to) => {
    const next = [...values];
    next.splice(to, 0, next.splice(from, 1)[0]);
    return next;
  };
  const move = (from, to, label) => restructure(path, moved(from, to), [...path, to, label]);
  const remove = (index) => restructure(path, values.filter((_, other) => other !== index), [...path, 'add']);
  const entries = values.slice(0, mostEntries).map((value, index) => {
    const action = (text, label, what, isDisabled) => make('button', {
      type: 'button', class: 'icon', 'aria-label': `${label} entry ${index + 1} of ${title}`, title: label,
      disabled: isDisabled, onclick: what, 'data-path': JSON.stringify([...path, index, label]),
    }, text);
    return make('li', { class: 'entry-field' },
      control(field.item || fieldOfValue('', value), [...path, index], value),
      make('div', { class: 'entry-tools' },
        action('\u2191', 'Move up', () => move(index, index - 1, 'Move up'), index === 0),
        action('\u2193', 'Move down', () => move(index, index + 1, 'Move down'), index === values.length - 1),
        action('\u00d7', 'Remove', () => remove(index), isLeast)));
  });
  const sample = () => freshValue(field.item, values.at(-1) ?? valueAt(deck.data, path)?.[0]);
  return make('fieldset', { class: 'field-group list', 'data-name': pathText(path) },
    legend(field, path, make('span', { class: 'count' }, ` ${values.length}${most}`)), describe(field),
    make('ol', null, entries),
    hidden > 0 && make('p', { class: 'soft' }, `${plural(hidden, 'more entry', 'more entries')} are not shown.`),
    button('Add', () => restructure(path, [...values, sample()], [...path, 'add']), {
      disabled: isFull, 'aria-label': `Add an entry to ${title}`, 'data-path': JSON.stringify([...path, 'add']),
      title: isFull ? `At most ${plural(field.maxItems, 'entry', 'entries')}` : null,
    }));
}

// Marks the fields that problems are about.
export function mark(issues) {
  const wrong = new Set(issues.filter((issue) => issue.severity === 'error').map((issue) => issue.path));
  for (const field of body.querySelectorAll('[data-name]')) {
    field.classList.toggle('wrong', wrong.has(field.dataset.name));
  }
}
