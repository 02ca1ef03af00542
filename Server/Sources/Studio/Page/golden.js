// The golden tests of the deck: expected, difference and actual, the explanation, and the approval.

import { button, byId, choice, failureNote, make, reducesMotion, say, shortened, toast, visible } from './dom.js';
import { go, view } from './state.js';
import { Latest, post } from './server.js';
import { decoded } from './picture.js';

const modes = [['side', 'Side by side'], ['slider', 'Slider'], ['flicker', 'Flicker']];
const words = { missing: 'no golden yet', orphaned: 'no deck' };

export const panel = make('div', { class: 'golden-panel' });
const queue = new Latest();
let outcomes = [];
let failure = '';
let isLoading = true;
let timer = 0;
let drawn = '';

export function forget() {
  outcomes = [];
  failure = '';
  isLoading = true;
  drawn = '';
}

export function refresh() {
  if (view.tab !== 'golden') return;
  if (isLoading) show();
  queue.run(async () => {
    const deck = view.deck;
    try {
      const answer = await post('api/golden', { deck });
      if (deck !== view.deck) return;
      outcomes = answer.outcomes;
      failure = !outcomes.length && !answer.ok ? answer.issues[0]?.message || '' : '';
    } catch (error) {
      failure = error.message;
    }
    isLoading = false;
    await show();
  });
}

const chosen = () => outcomes.find((outcome) => outcome.name === view.golden)
  || outcomes.find((outcome) => outcome.verdict !== 'passed') || outcomes[0];

export async function show() {
  if (view.tab !== 'golden') return;
  const key = JSON.stringify([outcomes, failure, isLoading, view.golden, view.compare]);
  if (key === drawn) return;
  drawn = key;
  if (isLoading || failure || !outcomes.length) {
    stop();
    const text = isLoading ? 'Running the golden tests of this deck\u2026'
      : 'This deck has no golden tests. Record the first golden with cardshot test --record missing.';
    panel.replaceChildren(failure ? failureNote(failure) : make('p', { class: 'nothing' }, text));
    return;
  }
  const outcome = chosen();
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  const pictures = await comparison(outcome);
  if (key !== drawn) return;
  stop();
  const isStacked = pictures.classList.contains('stacked');
  panel.replaceChildren(...[
    outcomes.length > 1 && make('ul', { class: 'outcomes', 'aria-label': 'Goldens' },
      outcomes.slice(0, 200).map((one) => make('li', null, outcomeButton(one, one === outcome)))),
    make('div', { class: 'golden-main' },
      make('div', { class: 'row wrap' },
        make('span', { class: `badge ${outcome.verdict}` }, words[outcome.verdict] || visible(outcome.verdict)),
        make('h3', null, make('bdi', null, shortened(visible(outcome.name), 120))),
        make('bdi', { class: 'soft' }, shortened(visible(outcome.message))),
        make('span', { class: 'spring' }),
        outcome.expected && outcome.actual
          && choice('Comparison', modes, view.compare, (mode) => go({ compare: mode })),
        outcome.fingerprint && outcome.verdict !== 'passed'
          && button('Approve\u2026', () => ask(outcome), { class: 'button primary', 'data-focus': 'approve' })),
      outcome.changes.length > 0 && make('ul', { class: 'changes', 'aria-label': 'What changed' },
        outcome.changes.slice(0, 50).map((change) => make('li', null, make('bdi', null, shortened(visible(change)))))),
      outcome.issues?.length > 0 && make('ul', { class: 'changes', 'aria-label': 'Problems' },
        outcome.issues.slice(0, 50)
          .map((issue) => make('li', null, make('bdi', null, shortened(visible(issue.message)))))),
      pictures, isStacked && modeTools()),
  ].filter(Boolean));
  if (focused) panel.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  if (isStacked && view.compare === 'flicker' && !reducesMotion.matches) start();
}

const outcomeButton = (outcome, isCurrent) => make('button', {
  type: 'button', class: 'outcome', 'aria-current': isCurrent ? 'true' : null, 'data-focus': `outcome ${outcome.name}`,
  onclick: () => go({ golden: outcome.name }),
},
make('span', { class: `dot ${outcome.verdict}`, 'aria-hidden': 'true' }),
make('bdi', null, shortened(visible(outcome.name), 120)),
make('span', { class: 'unseen' }, `, ${words[outcome.verdict] || visible(outcome.verdict)}`));

async function comparison(outcome) {
  const files = [['Expected', outcome.expected], ['Difference', outcome.difference], ['Actual', outcome.actual]]
    .filter(([, url]) => url);
  const images = await Promise.all(
    files.map(([title, url]) => decoded(url, `${title}: ${visible(outcome.name)}`).catch(() => null)));
  const image = (title) => images[files.findIndex(([name]) => name === title)];
  if (view.compare === 'side' || !outcome.expected || !outcome.actual || !image('Expected') || !image('Actual')) {
    return make('div', { class: 'compared' }, files.map(([title], index) => make('figure', null,
      make('figcaption', null, make('b', null, title), ' ',
        images[index] && make('span', { class: 'soft' },
          `${images[index].naturalWidth} \u00d7 ${images[index].naturalHeight}`)),
      images[index] || failureNote('This picture cannot be shown.'))));
  }
  image('Actual').className = 'over';
  return make('div', { class: `stacked ${view.compare}` }, image('Expected'), image('Actual'));
}

function modeTools() {
  if (view.compare === 'flicker') {
    return make('div', { class: 'row' },
      button('Flip', () => { stop(); flip(); }, { 'data-focus': 'flip' }),
      button(reducesMotion.matches ? 'Start flicker' : 'Pause', (event) => {
        if (timer) stop();
        else start();
        event.target.textContent = timer ? 'Pause' : 'Start flicker';
      }, { 'data-focus': 'pause' }),
      make('span', { class: 'soft', id: 'flicker-caption' }, 'Actual'));
  }
  const slider = make('input', {
    type: 'range', min: '0', max: '100', value: '50', class: 'wide',
    'aria-label': 'Expected on the left, actual on the right', 'data-focus': 'slider', oninput: () => place(),
  });
  const place = () => panel.querySelector('.stacked').style.setProperty('--edge', `${slider.value}%`);
  return make('label', { class: 'row' }, make('span', { class: 'soft' }, 'Expected'), slider,
    make('span', { class: 'soft' }, 'Actual'));
}

function flip() {
  const over = panel.querySelector('.stacked .over');
  if (!over) return;
  const isActual = over.classList.toggle('off') === false;
  byId('flicker-caption').textContent = isActual ? 'Actual' : 'Expected';
}

function start() {
  stop();
  timer = setInterval(flip, 700);
}

export function stop() {
  clearInterval(timer);
  timer = 0;
}

// Asks once, because an approval writes a file.
function ask(outcome) {
  const dialog = make('dialog', { 'aria-labelledby': 'approve-title' });
  const close = () => dialog.close();
  dialog.append(
    make('h2', { id: 'approve-title' }, 'Approve this picture?'),
    make('p', null, 'The actual picture becomes the golden of ',
      make('bdi', { class: 'path' }, shortened(visible(outcome.name))),
      '. This replaces the golden file on disk.'),
    make('div', { class: 'row end' }, button('Cancel', close), button('Approve', async () => {
      close();
      try {
        const { name, fingerprint } = outcome;
        const answer = await post('api/approve', { deck: view.deck, name, fingerprint });
        toast(answer.message);
      } catch (error) {
        toast(error.message);
      }
      refresh();
    }, { class: 'button primary', autofocus: true })));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  say('Approve this picture?');
}
