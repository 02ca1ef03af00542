// The fields of a deck's data: from its `inputs`, or from the shape of its data. And values that test a design.

const kinds = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'picture'];
export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// Members are looked up as data: a key such as `__proto__` is a key like others.
export const member = (value, key) => value !== null && typeof value === 'object' && Object.hasOwn(value, key)
  ? value[key] : undefined;

// `items` is one input, or inputs by name. Only an input has a type that is a text.
const isInput = (value) => isObject(value)
  && (kinds.includes(member(value, 'type')) || Array.isArray(member(value, 'enum')));

function readInput(name, input, isRequired = false) {
  const read = (key) => member(input, key);
  const values = Array.isArray(read('enum')) ? read('enum') : null;
  const kind = values ? 'enum' : kinds.includes(read('type')) ? read('type') : 'any';
  const required = read('required');
  const field = {
    name, kind, values, format: read('format'), minimum: read('minimum'), maximum: read('maximum'),
    minLength: read('minLength'), maxLength: read('maxLength'), minItems: read('minItems'), maxItems: read('maxItems'),
    pattern: read('pattern'), from: read('from'), description: read('description'), standard: read('default'),
    examples: Array.isArray(read('examples')) ? read('examples') : [], isRequired: isRequired || required === true,
  };
  if (kind === 'object') field.properties = readMembers(read('properties'), required);
  if (kind === 'array') {
    const items = read('items');
    field.item = isInput(items) ? readInput('', items)
      : isObject(items) ? { name: '', kind: 'object', properties: readMembers(items), examples: [] } : null;
  }
  return field;
}

function readMembers(members, required) {
  const names = Array.isArray(required) ? required : [];
  return Object.entries(isObject(members) ? members : {})
    .map(([name, input]) => readInput(name, isObject(input) ? input : {}, names.includes(name)));
}

const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text);
const isHex = (text) => /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text);

// The field of a value without a declaration.
export function fieldOfValue(name, value, depth = 0) {
  const field = { name, kind: 'any', examples: [] };
  if (typeof value === 'string') {
    field.kind = 'string';
    field.format = isDay(value) ? 'date' : isHex(value) ? 'color' : undefined;
  } else if (typeof value === 'number') {
    field.kind = 'number';
  } else if (typeof value === 'boolean') {
    field.kind = 'boolean';
  } else if (depth < 6 && Array.isArray(value)) {
    field.kind = 'array';
    field.item = value.length ? fieldOfValue('', value[0], depth + 1) : null;
  } else if (depth < 6 && isObject(value)) {
    field.kind = 'object';
    field.properties = Object.entries(value).map(([key, child]) => fieldOfValue(key, child, depth + 1));
  }
  return field;
}

export const fieldsOf = (deck) => isObject(deck?.inputs) ? readMembers(deck.inputs)
  : Object.entries(isObject(deck?.data) ? deck.data : {}).map(([name, value]) => fieldOfValue(name, value));

// MARK: Values

export function valueAt(value, path) {
  return path.reduce((inner, step) => member(inner, String(step)), value);
}

// A copy with another value at a path.
export function withValue(value, [step, ...rest], next) {
  if (step === undefined) return next;
  if (Array.isArray(value)) {
    return value.map((item, index) => index === Number(step) ? withValue(item, rest, next) : item);
  }
  return { ...(isObject(value) ? value : {}), [step]: withValue(member(value, step), rest, next) };
}

export const isSame = (left, right) => left === right || JSON.stringify(left) === JSON.stringify(right);

// The value of a new entry of a list.
export function freshValue(field, sample) {
  if (sample !== undefined) return sample;
  if (!field) return '';
  if (field.standard !== undefined) return field.standard;
  if (field.examples.length) return field.examples[0];
  switch (field.kind) {
    case 'string': return { date: '2026-09-23', color: '#2563EB', uri: 'https://example.com' }[field.format] ?? 'Text';
    case 'number': case 'integer': return Math.max(field.minimum ?? 0, Math.min(field.maximum ?? 0, 0));
    case 'boolean': return false;
    case 'enum': return field.values[0];
    case 'array': return [];
    case 'object': return Object.fromEntries(field.properties.map((child) => [child.name, freshValue(child)]));
    default: return null;
  }
}

// The value of a cell of a table, which is a text, in the type of its field.
export function cellValue(field, cell) {
  if (typeof cell !== 'string' || !field || ['string', 'picture'].includes(field.kind)) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

// MARK: Test values

const arabic = '\u0645\u0631\u062d\u0628\u064b\u0627 \u0628\u0643\u0645 \u0641\u064a \u0647\u0630\u0647 '
  + '\u0627\u0644\u0628\u0637\u0627\u0642\u0629 \u0627\u0644\u062c\u062f\u064a\u062f\u0629 '
  + '\u0627\u0644\u062a\u064a \u062a\u0639\u0631\u0636 \u0627\u0644\u0646\u0635 \u0645\u0646 '
  + '\u0627\u0644\u064a\u0645\u064a\u0646 \u0625\u0644\u0649 \u0627\u0644\u064a\u0633\u0627\u0631 '
  + '\u0648\u0627\u0644\u0623\u0631\u0642\u0627\u0645 2026 '
  + '\u0648\u0627\u0644\u0643\u0644\u0645\u0627\u062a \u0627\u0644\u0637\u0648\u064a\u0644\u0629';
const emoji = '\u{1F44B}\u{1F3FD} \u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466} \u{1F1FA}\u{1F1E6} '
  + '\u{1F600} \u2764\uFE0F \u{1F3F3}\uFE0F\u200D\u{1F308} 7\uFE0F\u20E3 '
  + '\u{1F468}\u{1F3FF}\u200D\u{1F680}';
const filler = 'Extraordinarily long words, such as Donaudampfschifffahrtsgesellschaft, meet ordinary ones here and '
  + 'go on until the limit is reached';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const mostEntries = 100;

// The text up to a number of Unicode scalars, which `maxLength` counts, without breaking a visible character.
function cut(text, most) {
  let result = '';
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    count += [...segment].length;
    if (count > most) break;
    result += segment;
  }
  return result;
}

function repeated(words, length, field) {
  const most = Math.min(field.maxLength ?? Infinity, length);
  let text = words;
  while ([...text].length < most) text += ` ${words}`;
  return cut(text, most).trimEnd();
}

const scalars = (text) => [...String(text ?? '')].length;

const texts = {
  longest: (field, text) => repeated(
    `${text || 'Text'} ${filler}`, field.maxLength ?? Math.max(60, Math.min(400, 3 * scalars(text))), field),
  empty: (field) => 'x'.repeat(field.minLength ?? 0),
  arabic: (field, text) => repeated(arabic, Math.max(8, scalars(text)), field),
  emoji: (field, text) => repeated(emoji, Math.max(12, scalars(text)), field),
};

const clamped = (field, value) => Math.max(field.minimum ?? -Infinity, Math.min(field.maximum ?? Infinity, value));

function filledNumber(way, field, value) {
  const old = typeof value === 'number' ? value : 0;
  switch (way) {
    case 'longest': return field.maximum
      ?? (field.kind === 'integer' || Number.isInteger(old) ? 9_999_999 : 9_999_999.99);
    case 'empty': return clamped(field, 0);
    case 'tenfold': return clamped(field, Number((old * 10).toPrecision(12)));
    default: return value;
  }
}

// Texts that the deck does not draw as they are: names of icons, addresses and files.
const isName = (field, value) => /^(icon|symbol|id|type|kind|style)$/i.test(field.name)
  || /^\w+:\/\/|\.(png|jpe?g|webp|gif|svg)$/i.test(value ?? '');

function filledText(way, field, value) {
  if (!texts[way] || isName(field, value)) return value;
  if (field.format === 'date') return way === 'longest' ? '2026-09-23' : value;
  // A colour or an address has to stay valid.
  if (field.format) return value;
  const text = texts[way](field, typeof value === 'string' ? value : '');
  if (field.pattern === undefined) return text;
  try {
    return new RegExp(field.pattern, 'u').test(text) ? text : value;
  } catch {
    return value;
  }
}

function filledList(way, field, value) {
  const old = Array.isArray(value) ? value : [];
  const pattern = old.length ? old : [freshValue(field.item)];
  const counts = {
    longest: field.maxItems ?? Math.max(6, 3 * old.length), empty: field.minItems ?? 0,
    tenfold: Math.max(old.length, Math.min(field.maxItems ?? Infinity, 10 * old.length)),
  };
  const count = Math.min(mostEntries, counts[way] ?? old.length);
  return Array.from({ length: count }, (_, index) => {
    const entry = pattern[index % pattern.length];
    return filled(way, field.item || fieldOfValue('', entry), entry);
  });
}

// The value of a field for a way to fill the form: longest, empty, arabic, emoji or tenfold.
export function filled(way, field, value) {
  switch (field.kind) {
    case 'string': return filledText(way, field, value);
    case 'number': case 'integer': return filledNumber(way, field, value);
    case 'boolean': return way === 'longest' ? true : way === 'empty' ? false : value;
    case 'enum':
      if (way !== 'longest') return value;
      return field.values.reduce((best, next) => scalars(next) > scalars(best) ? next : best);
    case 'array': return filledList(way, field, value);
    case 'object':
      return {
        ...(isObject(value) ? value : {}),
        ...Object.fromEntries(field.properties
          .map((child) => [child.name, filled(way, child, member(value, child.name))])
          .filter(([, inner]) => inner !== undefined)),
      };
    default: return value;
  }
}
