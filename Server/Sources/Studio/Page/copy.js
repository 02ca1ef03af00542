// Code that draws the picture of the view. Each kind runs where its note says.

import { button, copyText, make, shortened, visible } from './dom.js';
import { go, numberOf, view } from './state.js';
import { shellQuoted } from './errors.js';
import { isObject, isSame, member } from './fields.js';

// The values that a program passes. With a data file next to the deck, or with required inputs, a program has to pass
// more than the values that differ: only a deck that gets no data at all is drawn with its samples.
function passedValues({ deck, values, differing, fields }) {
  if (deck.dataFiles.length) return values;
  if (!deck.inputs || !Object.keys(differing).length) return differing;
  const required = fields.filter((field) => field.isRequired && member(values, field.name) !== undefined);
  return { ...Object.fromEntries(required.map(({ name }) => [name, values[name]])), ...differing };
}

const chosenOptions = () => [
  ['scale', numberOf(view.scale)], ['appearance', view.appearance], ['locale', view.locale], ['state', view.state],
  ['theme', view.theme], ['width', numberOf(view.width)], ['date', view.date],
].filter(([, value]) => value !== undefined && value !== '');

const isPlainKey = (key) => /^[A-Za-z_][\w-]*$/.test(key);

// The assignments of `--set`: one for each leaf that differs. A list of another length is replaced as a whole.
function assignments(name, value, old) {
  const isPair = (test) => test(value) && test(old);
  if (isSame(value, old)) return [];
  if (isPair((item) => isObject(item) && Object.keys(item).every(isPlainKey))) {
    return Object.entries(value).flatMap(([key, child]) => assignments(`${name}.${key}`, child, member(old, key)));
  }
  if (isPair(Array.isArray) && value.length === old.length) {
    return value.flatMap((child, index) => assignments(`${name}.${index}`, child, old[index]));
  }
  return [`${name}=${setText(value)}`];
}

// `--set` reads JSON, and anything that is not JSON as a text.
function setText(value) {
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value.includes('\0') ? JSON.stringify(value) : value;
  }
}

const argument = (path) => shellQuoted(path.startsWith('-') ? `./${path}` : path);

function commandLine(context, ...more) {
  const { deck } = context;
  const words = ['cardshot', argument(deck.deck), ...more, '-o', 'card.png'];
  for (const [name, value] of chosenOptions()) words.push(`--${name}`, shellQuoted(String(value)));
  if (view.card) words.push('--card', shellQuoted(view.card));
  return words.join(' ');
}

function setCommand(context) {
  const { deck, differing } = context;
  const files = deck.dataFiles.flatMap((file) => ['--data', argument(file)]);
  const given = files.length ? differing : passedValues(context);
  const lines = [commandLine(context, ...files)];
  for (const [name, value] of Object.entries(given)) {
    if (!isPlainKey(name)) {
      lines.unshift(`# ${JSON.stringify(name)} cannot be written as an option. Use data.json for it.`);
      continue;
    }
    const old = files.length ? member(deck.data, name) : undefined;
    for (const text of assignments(name, value, old)) lines.push(`  --set ${shellQuoted(text)}`);
  }
  return lines.join('\n').replaceAll('\n  --set', ' \\\n  --set');
}

// MARK: Literals

function indented(items, open, close, depth) {
  const margin = '  '.repeat(depth);
  return items.length ? `${open}\n${items.map((item) => `${margin}  ${item},\n`).join('')}${margin}${close}`
    : open + close;
}

function pythonLiteral(value, depth = 0) {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return indented(value.map((item) => pythonLiteral(item, depth + 1)), '[', ']', depth);
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item, depth + 1)}`);
    return indented(members, '{', '}', depth);
  }
  return JSON.stringify(value);
}

const swiftText = (text) => `"${[...text.toWellFormed()].map((character) => {
  if (character === '"' || character === '\\') return `\\${character}`;
  return /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(character) && character !== '\u200d'
    ? `\\u{${character.codePointAt(0).toString(16)}}` : character;
}).join('')}"`;

function swiftLiteral(value, depth = 0) {
  if (value === null) return 'nil';
  if (typeof value === 'string') return swiftText(value);
  if (Array.isArray(value)) return indented(value.map((item) => swiftLiteral(item, depth + 1)), '[', ']', depth);
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([key, item]) => `${swiftText(key)}: ${swiftLiteral(item, depth + 1)}`);
    return members.length ? indented(members, '[', ']', depth) : '[:]';
  }
  return String(value);
}

function python(context) {
  const values = passedValues(context);
  const hasValues = Object.keys(values).length > 0;
  const options = [...chosenOptions(), ['cards', view.card]].filter(([, value]) => value !== '')
    .map(([name, value]) => `, ${name}=${JSON.stringify(value)}`).join('');
  return `import cardshot\n\n${hasValues ? `values = ${pythonLiteral(values)}\n` : ''}`
    + `png = cardshot.render(${JSON.stringify(context.deck.deck)}${hasValues ? ', values' : ''}${options})\n`
    + 'with open("card.png", "wb") as file:\n    file.write(png)\n';
}

function swift(context) {
  const values = passedValues(context);
  const lines = ['import CardParts', '', 'var options = DeckOptions()'];
  if (Object.keys(values).length) lines.splice(2, 0, `let values: DeckValue = ${swiftLiteral(values)}`);
  if (Object.keys(values).length) lines.push('options.data = [values.json]');
  const special = { appearance: (value) => `.${value}`, date: (value) => `CalendarDate(${swiftText(value)})` };
  for (const [name, value] of chosenOptions()) {
    lines.push(`options.${name} = ${(special[name] || swiftLiteral)(value)}`);
  }
  if (view.card) lines.push(`options.cards = [${swiftText(view.card)}]`);
  lines.push(`let deck = try Deck(contentsOf: ${swiftText(context.deck.deck)})`,
    'let png: [UInt8] = try deck.render(to: .png, options: options)',
    'try FileWriting.write(png, to: "card.png")');
  return `${lines.join('\n')}\n`;
}

// MARK: Addresses

const serveNote = (root) => `Needs 'cardshot serve .' in ${root}`;
const deckName = (deck) => deck.deck.replace(/\.json$/, '');
// A number in an option is one in JSON too; the card is an option of the same name.
const requestOptions = () => Object.fromEntries([...chosenOptions(), ['card', view.card]].filter(([, value]) => value !== ''));

function curl(context) {
  const body = { data: passedValues(context), options: requestOptions(), format: 'png' };
  const path = deckName(context.deck).split('/').map(encodeURIComponent).join('/');
  return `curl http://127.0.0.1:8080/v1/decks/${path}/render -H 'Content-Type: application/json' \\\n`
    + `  -d ${shellQuoted(JSON.stringify(body))} -o card.png`;
}

function signedAddress(context) {
  const options = Object.entries(requestOptions()).map(([name, value]) => ` --option ${shellQuoted(`${name}=${value}`)}`);
  return `cardshot sign ${argument(context.deck.deck)} --decks . --key-file key${options.join('')} \\\n`
    + `  --data ${shellQuoted(JSON.stringify(passedValues(context)))}`;
}

// Another kind is another line here.
const kinds = [
  { name: 'set', label: '--set', note: (root) => `Run it in ${root}`, make: setCommand },
  {
    name: 'json', label: 'data.json', note: () => 'Pass it with --data',
    make: (context) => `${JSON.stringify(context.values, null, 2)}\n`,
  },
  { name: 'python', label: 'Python', note: (root) => `Needs the package cardshot; run it in ${root}`, make: python },
  { name: 'curl', label: 'curl', note: serveNote, make: curl },
  { name: 'sign', label: 'signed address', note: (root) => `${serveNote(root)} with the same --key-file`, make: signedAddress },
  { name: 'swift', label: 'Swift', note: (root) => `Needs the package cardshot; run it in ${root}`, make: swift },
];

const code = make('pre', { class: 'code-block', tabindex: '0', role: 'region', 'aria-label': 'Code', dir: 'ltr' });
const note = make('p', { class: 'soft' });
const tabs = make('div', { class: 'group', role: 'group', 'aria-label': 'Copy as' },
  kinds.map((kind) => button(kind.label, () => go({ copy: kind.name }), { 'data-copy': kind.name })));
let text = '';
const copyButton = button(
  'Copy', () => copyText(text, 'The code is copied.'), { class: 'button primary', id: 'copy-button', disabled: true });
export const node = make('section', { class: 'section', 'aria-labelledby': 'copy-title' },
  make('div', { class: 'row' }, make('h2', { id: 'copy-title' }, 'Copy as'),
    copyButton), tabs, code, note);

// Long code is shown in part, and copied as a whole.
const mostShown = 20_000;

export function show(context) {
  const kind = kinds.find(({ name }) => name === view.copy) || kinds[0];
  for (const tab of tabs.children) tab.setAttribute('aria-pressed', String(tab.dataset.copy === kind.name));
  text = context.deck ? kind.make(context) : '';
  copyButton.disabled = !text;
  code.textContent = visible(shortened(text, mostShown));
  note.textContent = kind.note(context.root);
}
