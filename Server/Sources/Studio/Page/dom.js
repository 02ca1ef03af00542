// Makes elements, and formats what they show. Texts of decks only become text nodes and attribute values.

export const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)');

export function make(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'value') node.value = value;
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

export function button(label, onclick, attributes = {}) {
  return make('button', { type: 'button', class: 'button', onclick, ...attributes }, label);
}

let lastAnnouncement = 0;

// Announces a text to screen readers. The text is removed first, so that the same text is announced again.
export function say(text) {
  const live = byId('live');
  live.textContent = '';
  cancelAnimationFrame(lastAnnouncement);
  lastAnnouncement = requestAnimationFrame(() => { live.textContent = text; });
}

// Shows a short message for some seconds, and announces it.
let toastTimer = 0;
export function toast(text) {
  const node = byId('toast');
  node.textContent = text;
  node.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { node.hidden = true; }, 4000);
  say(text);
}

export const plural = (count, noun, many = `${noun}s`) => `${count.toLocaleString('en')} ${count === 1 ? noun : many}`;

export function bytesText(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(bytes < 1e5 ? 1 : 0)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;
}

export const number = (value, digits = 1) => String(Number(Number(value).toFixed(digits)));
export const percent = (share) => `${Math.round(100 * share)} %`;

// Invisible characters that change the order of a text. In source lines and names they are shown as their code,
// so that a line cannot look like another one.
export function visible(text) {
  return String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\u27e8U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}\u27e9`);
}

// At most `count` characters of a text that has no limit.
export const shortened = (text, count = 300) => text.length > count ? `${text.slice(0, count - 1)}\u2026` : text;

// Choices of which exactly one is active: arrow keys move between them, and Tab leaves the group.
export function choice(label, options, current, onchange) {
  const node = make('div', { class: 'group', role: 'radiogroup', 'aria-label': label });
  const buttons = options.map(([value, text, title]) => make('button', {
    type: 'button', class: 'button', role: 'radio', 'data-value': value, title,
    onclick: () => onchange(value),
  }, text));
  node.show = (value) => {
    const active = Math.max(0, options.findIndex((option) => option[0] === value));
    buttons.forEach((item, index) => {
      item.setAttribute('aria-checked', String(options[index][0] === value));
      item.tabIndex = index === active ? 0 : -1;
    });
  };
  node.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(document.activeElement);
    if (!by || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (at + by + buttons.length) % buttons.length;
    buttons[next].focus();
    onchange(options[next][0]);
  });
  node.append(...buttons);
  node.show(current);
  return node;
}

export async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast('The browser does not allow copying here. Select the text and copy it yourself.');
  }
}

// An error that belongs to a panel instead of to the deck.
export const failureNote = (message) => make('p', { class: 'failure' }, make('bdi', null, shortened(String(message))));
