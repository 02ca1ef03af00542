// What the page needs to know of a deck.

import { isObject, member, withValue } from './fields.js';
import { get } from './server.js';

// Data files and assignments override single members of objects, and replace lists.
function merged(under, over) {
  if (!isObject(under) || !isObject(over)) return over;
  const members = Object.entries(over)
    .map(([key, value]) => [key, Object.hasOwn(under, key) ? merged(under[key], value) : value]);
  return { ...under, ...Object.fromEntries(members) };
}

function assigned(data, assignment) {
  const at = assignment.indexOf('=');
  const path = assignment.slice(0, at).split(/[.[\]]+/).filter(Boolean);
  let value = assignment.slice(at + 1);
  try {
    value = JSON.parse(value);
  } catch { /* Anything that is not JSON is a text. */ }
  return withValue(data, path, value);
}

const objectOf = (value) => isObject(value) ? value : {};
const textOf = (value) => typeof value === 'string' ? value : '';

// The first title or text of a card. A binding says nothing without its value.
function titleOf(part) {
  if (Array.isArray(part)) {
    for (const item of part) {
      const found = titleOf(item);
      if (found) return found;
    }
    return '';
  }
  if (!isObject(part)) return '';
  const own = textOf(member(part, 'title')) || textOf(member(part, 'text'));
  return own && !own.includes('{{') ? own
    : titleOf(Object.values(part).filter((value) => value !== null && typeof value === 'object'));
}

function cardsOf(source) {
  const cards = Array.isArray(source.cards) ? source.cards.filter(isObject) : [];
  const states = new Set();
  for (const card of cards) for (const state of Object.keys(objectOf(member(card, 'states')))) states.add(state);
  return {
    cards: cards.map((card) => ({ id: textOf(member(card, 'id')), title: titleOf(member(card, 'parts')) })),
    states: [...states],
  };
}

export async function loadDeck(path) {
  const answer = await get('api/deck', { deck: path });
  const source = objectOf(answer.source);
  const files = answer.dataFiles || [];
  let data = objectOf(member(source, 'data'));
  for (const file of files) data = merged(data, objectOf(file.content));
  for (const assignment of answer.assignments || []) data = assigned(data, assignment);
  const canvas = objectOf(member(source, 'canvas'));
  return {
    ok: answer.ok, deck: path, file: answer.file, inputs: isObject(source.inputs) ? source.inputs : null, data,
    dataFiles: files.map((file) => file.path), ...cardsOf(source), locale: textOf(source.locale) || 'en_US',
    theme: textOf(source.theme) || textOf(member(objectOf(source.theme), 'base')) || 'soft',
    isReport: isObject(source.page), scale: Number(answer.scale ?? member(canvas, 'scale')) || 1,
    width: Number(member(canvas, 'width')) || null,
  };
}
