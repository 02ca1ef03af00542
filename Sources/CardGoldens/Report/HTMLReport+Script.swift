extension HTMLReport {
  /// The script for the run: what is shown, its filters and its list.
  static let listScript =
    #"""
    const run = JSON.parse(document.getElementById('run').textContent);
    const outcomes = run.outcomes;
    const kinds = [
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
    // What needs a look comes first; within a verdict the order of the run stays.
    const rank = ['failed', 'broken', 'missing', 'recorded', 'orphaned', 'pruned', 'passed'];
    const order = outcomes.map((_, index) => index)
      .sort((a, b) => rank.indexOf(outcomes[a].verdict) - rank.indexOf(outcomes[b].verdict) || a - b);
    const state = {
      kind: 'all', query: '', current: order.length ? order[0] : -1, view: 'side', zoom: 0, mix: 50, outlines: true,
      pinned: -1, approved: new Map(), saved: '', flickers: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    };

    // Makes an element; texts of the run only ever become text nodes and values of attributes named here.
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

    // MARK: The head and the list

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
      say(`${plural(visible.length, 'golden')} shown`);
    }

    // One element a golden, made once: a run may have thousands, and each letter of a search changes what is shown. (Items
    // of an HTML list are numbered anew with each one that is hidden, which takes seconds.)
    const items = new Map();

    function item(index) {
      const outcome = outcomes[index];
      const button = make(
        'button', { type: 'button', 'data-index': String(index), onclick: () => select(index) },
        make('span', { class: `dot ${kindOf[outcome.verdict]}`, title: outcome.verdict }),
        make('bdi', { class: 'name' }, outcome.label));
      items.set(index, button);
      mark(index);
      return make('div', { role: 'listitem' }, button);
    }

    // What the list says of a golden: whether it is the one that is shown, and whether it is approved.
    function mark(index) {
      const button = items.get(index);
      if (!button) return;
      const isApproved = state.approved.has(index);
      if (index === state.current) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      button.setAttribute(
        'aria-label', `${outcomes[index].label}, ${outcomes[index].verdict}${isApproved ? ', approved' : ''}`);
      const tick = button.querySelector('.tick');
      if (isApproved && !tick) button.append(make('span', { class: 'tick', 'aria-hidden': 'true' }, '\u2713'));
      if (!isApproved && tick) tick.remove();
    }

    function beginList() {
      document.getElementById('list').append(
        make('div', { role: 'list' }, ...order.map(item)), make('p', { class: 'none' }, outcomes.length
          ? 'No golden matches.' : 'No golden was tested.'));
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
      say(`${outcomes[index].label}, ${outcomes[index].verdict}`);
    }

    function step(by) {
      const visible = shown();
      const next = visible[visible.indexOf(state.current) + by];
      if (next !== undefined) select(next);
    }

    // The address names the golden, so that it can be sent to somebody; there is no other page to come from.
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
    """# + "\n"

  /// The script for one golden: what was found, and what changed where.
  static let detailScript =
    #"""
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
          ? 'Nothing is left of the goldens with this filter and search.'
          : 'No golden was tested. A run that tests nothing is red.'));
        return;
      }
      const outcome = outcomes[state.current];
      const approve = outcome.approvable && make('button', {
        id: 'approve', type: 'button', class: 'button', title: 'Approve (a), withdraw (x)',
        onclick: () => setApproved(state.current, !state.approved.has(state.current)),
      });
      const alike = approve ? sameCause(state.current) : [];
      const approveSame = alike.length > 1 && make('button', {
        id: 'alike', type: 'button', class: 'button', title: 'Approve all in which the same changed (s)',
        onclick: () => approveAlike(state.current),
      }, `Approve all ${alike.length} with this change`);
      main.replaceChildren(
        make('div', { class: 'title' },
          make('h2', null, make('bdi', null, outcome.label)),
          make('span', { class: `badge ${kindOf[outcome.verdict]}` }, outcome.verdict),
          make('span', { class: 'actions' },
            make('span', { class: 'place' }),
            make('span', { class: 'group' },
              make('button', {
                class: 'button square', type: 'button', 'aria-label': 'Previous golden', title: 'Previous (k)',
                'data-step': '-1', onclick: () => step(-1),
              }, '\u2191'),
              make('button', {
                class: 'button square', type: 'button', 'aria-label': 'Next golden', title: 'Next (j)',
                'data-step': '1', onclick: () => step(1),
              }, '\u2193')),
            approveSame, approve)),
        make('p', { class: 'message' }, outcome.message),
        make('div', { class: 'work' }, stage(outcome), aside(outcome)));
      placeChanged();
      approvalChanged();
      layout();
    }

    // Where the golden is among those that are shown.
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
      // Where the pictures stand below, paths would push them out of sight.
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

    // A rectangle in pixels of the picture, which stays in place at every zoom.
    function box(kind, [x, y, width, height]) {
      const node = make('div', { class: `box ${kind}` });
      node.style.left = `${100 * x / space.width}%`;
      node.style.top = `${100 * y / space.height}%`;
      node.style.width = `${100 * width / space.width}%`;
      node.style.height = `${100 * height / space.height}%`;
      return node;
    }
    """# + "\n"
}
