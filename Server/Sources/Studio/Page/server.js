// Requests to the server, and the stream of its events.

class RequestFailure extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function answer(response) {
  const body = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return body;
  throw new RequestFailure(body?.message || `The server answered with status ${response.status}.`, response.status);
}

// A request that gets no connection rejects with a RequestFailure of status 0.
async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new RequestFailure('The studio does not answer.', 0);
  }
  return answer(response);
}

// A space is written as %20, because a plus sign means a space in forms only.
const query = (parameters) => `?${String(new URLSearchParams(parameters)).replaceAll('+', '%20')}`;

export const get = (path, parameters) => request(parameters ? path + query(parameters) : path);

export const post = (path, body) => request(path, {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
});

// Runs one task at a time and keeps only the newest of those that wait, so that a slow picture never causes a queue.
export class Latest {
  #isRunning = false;
  #next = null;

  // The promise is true when the task is done, and false when a newer one has replaced it.
  run(task) {
    this.#next?.resolve(false);
    return new Promise((resolve) => {
      this.#next = { task, resolve };
      if (!this.#isRunning) this.#work();
    });
  }

  async #work() {
    this.#isRunning = true;
    while (this.#next) {
      const { task, resolve } = this.#next;
      this.#next = null;
      // The task shows its own errors. One that it does not expect must not end the queue.
      await task().catch((error) => setTimeout(() => { throw error; }));
      resolve(true);
    }
    this.#isRunning = false;
  }

  // Whether a newer task waits, so that the rest of the current one need not be done.
  get isOutdated() { return this.#next !== null; }
}

// Limits the requests of a whole grid. Browsers allow six connections to a server, and one of them has the events.
export class Pool {
  #free;
  #waiting = [];

  constructor(size) { this.#free = size; }

  async run(task) {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

// Reads server-sent events. `EventSource` hides comments and the status of a refused request; this reader sees both,
// so it notices a connection that died while the laptop slept, and a token that is no longer valid.
async function readEvents(path, signal, onAlive, onEvent) {
  let response;
  try {
    response = await fetch(path, { signal, cache: 'no-store', headers: { Accept: 'text/event-stream' } });
  } catch (error) {
    throw error.name === 'AbortError' ? error : new RequestFailure('The studio does not answer.', 0);
  }
  if (!response.ok) await answer(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onAlive();
    text += value;
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop();
    for (const block of blocks) {
      const fields = { event: 'message', data: [] };
      for (const line of block.split(/\r?\n/)) {
        const [, name, content] = /^(\w+): ?(.*)$/.exec(line) || [];
        if (name === 'event') fields.event = content;
        else if (name === 'data') fields.data.push(content);
      }
      if (fields.data.length) onEvent(fields.event, JSON.parse(fields.data.join('\n')));
    }
  }
}

const silence = 30_000;

// Keeps a connection open and reports its state: "live", "lost" or "refused".
export class Connection {
  #deck = '';
  #abort = null;
  #lastSign = 0;
  #attempt = 0;
  #retryTimer = 0;
  #hiddenTimer = 0;
  #onEvent;
  #onState;

  constructor(onEvent, onState) {
    this.#onEvent = onEvent;
    this.#onState = onState;
    setInterval(() => this.#check(), 5000);
    addEventListener('online', () => this.open());
    document.addEventListener('visibilitychange', () => this.#visibilityChanged());
    // A page in the cache of the back button must not keep one of the six connections.
    addEventListener('pagehide', () => this.#close());
    addEventListener('pageshow', (event) => { if (event.persisted) this.open(); });
  }

  // Browsers allow six connections to a server. Pages that nobody has seen for a minute give theirs back, so that a
  // seventh tab works too.
  #visibilityChanged() {
    clearTimeout(this.#hiddenTimer);
    if (document.hidden) this.#hiddenTimer = setTimeout(() => this.#close(), 60_000);
    else if (this.#abort?.signal.aborted) this.open();
    else this.#check();
  }

  #close() {
    this.#abort?.abort();
    clearTimeout(this.#retryTimer);
  }

  open(deck = this.#deck) {
    this.#deck = deck;
    this.#close();
    const abort = new AbortController();
    this.#abort = abort;
    this.#lastSign = Date.now();
    const alive = () => {
      this.#lastSign = Date.now();
      this.#attempt = 0;
      this.#onState('live');
    };
    const path = `events${deck ? query({ deck }) : ''}`;
    readEvents(path, abort.signal, alive, (name, data) => { if (!abort.signal.aborted) this.#onEvent(name, data); })
      .catch((error) => error)
      .then((error) => { if (!abort.signal.aborted) this.#lost(error); });
  }

  async #lost(error) {
    const abort = this.#abort;
    // A refused stream can also mean that the deck does not exist. Only the token matters to every address.
    const isRefused = error?.status >= 400 && error.status < 500
      && await get('api/state').then(() => false, (other) => other.status >= 400 && other.status < 500);
    if (abort !== this.#abort) return;
    this.#onState(isRefused ? 'refused' : 'lost');
    // One second as in `retry`, then a little longer each time; a server that restarts is found quickly.
    this.#retryTimer = setTimeout(() => this.open(), Math.min(5000, 1000 * 1.3 ** this.#attempt));
    this.#attempt += 1;
  }

  #check() {
    if (this.#abort?.signal.aborted || Date.now() - this.#lastSign <= silence) return;
    this.#onState('lost');
    this.open();
  }
}
