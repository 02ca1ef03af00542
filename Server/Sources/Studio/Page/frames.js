// The picture where people will see it: in an email, in the previews of six networks, on a phone, on paper, and over
// time.

import { button, failureNote, make, number, percent, reducesMotion, say } from './dom.js';
import { go, numberOf, order, view } from './state.js';
import { Latest, Pool, post } from './server.js';
import * as picture from './picture.js';

let deck = null;
export const setDeck = (next) => { deck = next; };
const scale = () => numberOf(view.scale) ?? deck?.scale ?? 1;

// A view that shows one answer. `draw` gets it once its pictures are decoded.
function framed(name, label, ask, draw) {
  const body = make('div', { class: `frames ${name}` });
  const remark = make('p', { class: 'note-line', role: 'status' });
  const node = make('div', { class: 'frames-view' }, remark,
    make('div', { class: 'scroll-plain', tabindex: '0', role: 'region', 'aria-label': label }, body));
  const queue = new Latest();
  const refresh = () => queue.run(async () => {
    const path = view.deck;
    try {
      const answer = await ask();
      if (path !== view.deck || view.view !== name) return;
      const text = body.firstChild ? 'This is the last good run.' : 'There is no picture yet.';
      remark.textContent = answer.ok ? '' : `${text} Correct the errors below.`;
      if (answer.ok) await draw(body, answer);
    } catch (error) {
      body.replaceChildren(failureNote(error.message));
    }
  });
  return { node, refresh, clear: () => body.replaceChildren() };
}

const render = () => post('api/render', order());
const figure = (kind, title, detail, ...content) => make('figure', { class: `frame ${kind}` },
  make('figcaption', null, make('b', null, title), detail && make('span', { class: 'soft' }, detail)), content);

// MARK: Email

const mailWidth = 600;
const mailKinds = [
  ['', 'Images on', 'as most clients show it'],
  ['?images=off', 'Images off', 'alt texts only, as before the reader allows images'],
  ['?inverted=1', 'Forced dark', 'a client that inverts light messages'],
];
let mailFrames = [];

// The new page loads behind the old one, so that the frame never turns white. It runs no scripts; the origin lets it
// load its pictures, and this page read its height.
function loadMail(holder, address, title) {
  const next = make('iframe', {
    sandbox: 'allow-same-origin', src: address, title, class: 'loading', width: mailWidth,
  });
  next.addEventListener('load', () => {
    for (const old of [...holder.children]) if (old !== next) old.remove();
    next.classList.remove('loading');
    const content = next.contentDocument?.body;
    if (content) holder.style.height = `${Math.max(120, Math.min(6000, content.scrollHeight))}px`;
  }, { once: true });
  // Of several that load, only the newest is needed.
  for (const old of [...holder.querySelectorAll('.loading')]) old.remove();
  holder.append(next);
}

const email = framed('email', 'Email', () => post('api/mail', order()), (body, answer) => {
  if (!body.firstChild) {
    mailFrames = mailKinds.map(() => make('div', { class: 'mail-page' }));
    body.append(...mailKinds.map(
      ([, title, detail], index) => figure('mail', title, `${mailWidth} pt, ${detail}`, mailFrames[index])));
  }
  mailKinds.forEach(([query, title], index) => loadMail(mailFrames[index], answer.url + query, `Email: ${title}`));
});

// MARK: Networks

// How the networks show a link with a large picture, on the web in 2026. `ratio`: the picture is cropped to it, from
// the middle; without it, the whole picture is shown within `most` points. `corners` are the radii in points.
const networks = [
  { name: 'Facebook', ratio: 1.91, width: 500, corners: '0', detail: '1.91:1, square corners, 500 pt wide' },
  {
    name: 'X', ratio: 1.91, width: 516, corners: '16px', badge: true,
    detail: '1.91:1 (2:1 in older apps), corners 16 pt, 516 pt wide',
  },
  { name: 'LinkedIn', ratio: 1.91, width: 552, corners: '0', detail: '1.91:1, square corners, 552 pt wide' },
  {
    name: 'WhatsApp', ratio: 1.91, width: 330, corners: '8px 8px 0 0',
    detail: '1.91:1, upper corners 8 pt, 330 pt wide',
  },
  { name: 'Slack', most: [360, 360], corners: '8px', detail: 'whole picture, corners 8 pt, 360 pt wide' },
  {
    name: 'Discord', most: [400, 300], corners: '4px', detail: 'whole picture, corners 4 pt, at most 400 \u00d7 300 pt',
  },
];

function cropText(network, ratio) {
  if (!network.ratio) return 'nothing is cropped';
  const share = ratio > network.ratio ? 1 - network.ratio / ratio : 1 - ratio / network.ratio;
  if (share < 0.005) return 'nothing is cropped';
  return `${percent(share)} is cropped, ${ratio > network.ratio ? 'left and right' : 'above and below'}`;
}

const network = framed('networks', 'Previews of networks', render, async (body, answer) => {
  const [drawn] = answer.pictures;
  const ratio = drawn.width / drawn.height;
  const images = await Promise.all(networks.map(({ name }) => picture.decoded(drawn.url, `Preview on ${name}`)));
  body.replaceChildren(...networks.map((one, index) => {
    const width = one.ratio ? one.width : Math.min(one.most[0], one.most[1] * ratio, drawn.width);
    const badge = one.badge && make('span', { class: 'domain' }, 'example.com');
    const crop = make('div', { class: 'crop' }, images[index], badge);
    crop.style.aspectRatio = String(one.ratio || ratio);
    crop.style.borderRadius = one.corners;
    const card = make('div', { class: 'network-card' }, crop,
      !one.badge && make('div', { class: 'network-text', 'aria-hidden': 'true' }, make('i'), make('i')));
    card.style.width = `${width}px`;
    return figure('network', one.name, `${one.detail}; ${cropText(one, ratio)}`, card);
  }));
});

// MARK: Phone and paper

const phone = framed('phone', 'Phone', render, async (body, answer) => {
  const images = await Promise.all(
    answer.pictures.slice(0, 20).map((one) => picture.decoded(one.url, 'The picture on a phone')));
  const old = body.querySelector('.phone-screen');
  const place = old?.scrollTop || 0;
  const screen = make('div', { class: 'phone-screen', tabindex: '0', role: 'region', 'aria-label': 'Screen' }, images);
  const width = answer.pictures[0].width / scale();
  body.replaceChildren(figure('phone-figure', 'Phone',
    `393 \u00d7 852 pt; the picture is shown at ${percent(393 / width)} of its width of ${number(width)} pt`,
    make('div', { class: 'phone-body' }, screen)));
  screen.scrollTop = place;
});

const paper = framed('paper', 'A4 page', render, async (body, answer) => {
  const pictures = answer.pictures.slice(0, 20);
  const images = await Promise.all(pictures.map((one) => picture.decoded(one.url, 'The picture on paper')));
  body.replaceChildren(...images.map((image, index) => {
    const one = pictures[index];
    const size = { width: one.width / scale(), height: one.height / scale() };
    // The page of a report is the paper. Other pictures are placed inside margins of 20 mm, and only made smaller.
    const [width, height] = [482, 729];
    const share = Math.min(1, width / size.width, height / size.height);
    if (!deck?.isReport) image.style.width = `${100 * share * size.width / width}%`;
    const detail = deck?.isReport ? `${number(size.width)} \u00d7 ${number(size.height)} pt`
      : `210 \u00d7 297 mm with margins of 20 mm; the picture is printed at ${percent(share)}`;
    return figure('paper-figure', pictures.length > 1 ? `Page ${index + 1}` : 'A4', detail,
      make('div', { class: deck?.isReport ? 'paper-page full' : 'paper-page' }, image));
  }));
});

export const views = { email, networks: network, phone, paper };

// MARK: Timeline

// Moments are drawn at this rate, so that they can be kept and played again without the server.
const rate = 15;
let isPlaying = false;
const moments = new Map();
const pool = new Pool(3);
const seconds = () => Math.max(0.1, Math.min(60, numberOf(view.seconds) ?? 2));
const slider = make('input', {
  type: 'range', min: '0', step: '0.01', 'aria-label': 'Moment', oninput: () => { pause(); go({ at: slider.value }); },
});
const clock = make('output', { class: 'clock' });
const play = button('Play', () => playOrPause(), { title: 'Play or pause (space)', class: 'button primary' });
const duration = make('input', {
  type: 'number', min: '0.1', max: '60', step: '0.1', onchange: () => go({ seconds: duration.value || '2' }),
});
const motion = make('span', { class: 'soft', role: 'status' });
export const timeline = make('div', { class: 'sub-bar timeline' }, play, slider, clock,
  make('label', { class: 'inline' }, 'Seconds', duration), motion);

export function showTimeline() {
  slider.max = String(seconds());
  slider.value = view.at || '0';
  const text = `${(numberOf(view.at) ?? 0).toFixed(2)} s`;
  slider.setAttribute('aria-valuetext', text);
  clock.textContent = text;
  if (document.activeElement !== duration) duration.value = view.seconds;
}

export const playing = () => isPlaying;

export function pause() {
  if (!isPlaying) return;
  isPlaying = false;
  play.textContent = 'Play';
}

export function playOrPause() {
  if (isPlaying) {
    pause();
    return;
  }
  isPlaying = true;
  play.textContent = 'Pause';
  moments.clear();
  loop();
}

// The kept moments belong to a run of the deck.
export const forgetMoments = () => moments.clear();

const keyOf = (body) => JSON.stringify(body);
const bodyAt = (at) => order({ options: { at: Number(at.toFixed(3)) } });

function momentAt(at) {
  const body = bodyAt(at);
  const key = keyOf(body);
  if (!moments.has(key)) {
    const answer = pool.run(() => post('api/render', body));
    answer.catch(() => moments.delete(key));
    moments.set(key, answer);
  }
  return moments.get(key);
}

// Requests the next moments that are missing, so that a slow deck plays smoothly after some repetitions.
function requestAhead(at) {
  let open = 2;
  for (let next = at; next < seconds() && open > 0; next += 1 / rate) {
    if (moments.has(keyOf(bodyAt(next)))) continue;
    momentAt(next).catch(() => {});
    open -= 1;
  }
}

// A moment is shown when the one before it is visible, so playing is never behind. The last moment stays for a while
// before the animation repeats. With reduced motion it plays once.
async function loop() {
  const rest = 0.4;
  const start = performance.now() - 1000 * ((numberOf(view.at) ?? 0) % seconds());
  const seen = new Set();
  motion.textContent = '';
  try {
    while (isPlaying && view.view === 'timeline') {
      const passed = (performance.now() - start) / 1000;
      const isStill = passed > seconds() && seen.size === 1;
      const isOver = isStill || (passed > seconds() && reducesMotion.matches);
      const at = isOver ? seconds() : Math.min(seconds(), Math.round(passed % (seconds() + rest) * rate) / rate);
      const moment = momentAt(at);
      requestAhead(at);
      const answer = await moment;
      for (const { url } of answer.pictures) seen.add(url);
      go({ at: Number(at.toFixed(3)) });
      await picture.refresh(answer);
      if (isStill) motion.textContent = 'Nothing moves in this time.';
      if (isOver) break;
      await new Promise(requestAnimationFrame);
    }
  } catch (error) {
    motion.textContent = error.message;
  }
  pause();
  say('Stopped');
}
