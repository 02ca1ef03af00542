extension HTMLReport {
  /// The script for approvals and keys; it begins everything.
  static let approvalScript =
    #"""
    // MARK: Approvals

    function approvable() { return outcomes.filter((outcome) => outcome.approvable).length; }

    function approvalsText() {
      const approved = outcomes.flatMap((outcome, index) => state.approved.has(index)
        ? [{ name: outcome.name, fingerprint: outcome.fingerprint }] : []);
      return `${JSON.stringify({ version: 1, approved }, null, 2)}\n`;
    }

    function setApproved(index, isApproved) {
      if (index < 0 || !outcomes[index].approvable) {
        say('There is nothing to approve here');
        return;
      }
      if (isApproved) state.approved.set(index, true);
      else state.approved.delete(index);
      mark(index);
      approvalChanged();
      foot();
      say(`${outcomes[index].label} ${isApproved ? 'approved' : 'no longer approved'}`);
    }

    function approvalChanged() {
      const button = document.getElementById('approve');
      if (!button) return;
      const isApproved = state.approved.has(state.current);
      button.setAttribute('aria-pressed', String(isApproved));
      button.textContent = isApproved ? '\u2713 Approved' : 'Approve';
    }

    function sameCause(index) {
      const cause = outcomes[index].cause;
      return outcomes.flatMap((outcome, other) => cause && outcome.approvable && outcome.cause === cause ? [other] : []);
    }

    function approveAlike(index) {
      const indices = index < 0 ? [] : sameCause(index);
      for (const other of indices) {
        state.approved.set(other, true);
        mark(other);
      }
      approvalChanged();
      foot();
      say(`${plural(indices.length, 'picture')} approved`);
    }

    function approveShown() {
      const indices = shown().filter((index) => outcomes[index].approvable);
      for (const index of indices) {
        state.approved.set(index, true);
        mark(index);
      }
      approvalChanged();
      foot();
      say(`${plural(indices.length, 'picture')} approved`);
    }

    function withdrawAll() {
      const indices = [...state.approved.keys()];
      state.approved.clear();
      indices.forEach(mark);
      approvalChanged();
      foot();
      say('No picture is approved');
    }

    function download() {
      const text = approvalsText();
      const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      const link = make('a', { href: address, download: run.approvalsFile });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
      state.saved = text;
      foot();
      say('Approvals downloaded');
    }

    function foot() {
      const node = document.getElementById('foot');
      const count = approvable();
      node.hidden = count === 0;
      if (count === 0) return;
      const open = shown().filter((index) => outcomes[index].approvable && !state.approved.has(index)).length;
      const isSaved = state.approved.size > 0 && state.saved === approvalsText();
      const focused = document.activeElement && document.activeElement.dataset.do;
      const button = (name, label, action, isDisabled, kind) => make('button', {
        class: `button ${kind || ''}`, type: 'button', 'data-do': name, disabled: isDisabled, onclick: action,
      }, label);
      const next = make('span', { class: 'next' });
      if (isSaved) next.append('Saved in your downloads. Run this, with the path of that file: ', make('code', { id: 'command' }, run.command));
      else if (state.approved.size) next.append('Download the approvals, then one command makes them goldens.');
      else next.append('Approve the pictures that are right.');
      node.replaceChildren(
        make('span', { class: 'status' }, `${state.approved.size} of ${plural(count, 'picture')} approved`), next,
        button('all', `Approve all shown (${open})`, approveShown, open === 0),
        button('none', 'Withdraw all', withdrawAll, state.approved.size === 0),
        button('download', 'Download approvals', download, state.approved.size === 0, 'primary'));
      const again = focused && node.querySelector(`[data-do="${focused}"]`);
      if (again) again.focus();
    }

    // MARK: Keys

    function isFlicker() { return Boolean(document.querySelector('[data-flicker]')); }

    const keys = [
      ['j', 'next golden', () => step(1)], ['k', 'previous golden', () => step(-1)],
      ['1', 'side by side', () => setView('side')], ['2', 'onion skin', () => setView('onion')],
      ['3', 'swipe', () => setView('swipe')], ['4', 'flicker', () => setView('flicker')],
      ['5', 'difference', () => setView('difference')],
      ['+', 'zoom in', () => zoomBy(1)], ['\u2212', 'zoom out', () => zoomBy(-1)], ['0', 'fit', () => setZoom(0)],
      ['r', 'outline what differs, or not', toggleOutlines],
      ['p', 'pause the flicker, or go on', () => { if (isFlicker()) toggleFlicker(); }],
      ['f', 'flip between golden and new', () => { if (isFlicker()) flipByHand(); }],
      ['a', 'approve', () => setApproved(state.current, true)],
      ['s', 'approve all in which the same changed', () => approveAlike(state.current)],
      ['x', 'withdraw the approval', () => setApproved(state.current, false)],
      ['/', 'search', () => document.getElementById('search').select()],
      ['?', 'this list', () => help()],
      ['Esc', 'leave search, unmark a change', () => leave()],
    ];
    const otherKeys = { '=': '+', '-': '\u2212', _: '\u2212', Escape: 'Esc' };

    function pressed(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      const key = otherKeys[event.key] || event.key;
      const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
      if (isTyping && key !== 'Esc') {
        if (event.key === 'Enter') {
          reveal(true);
        }
        return;
      }
      const inList = event.target.closest && event.target.closest('#list');
      const inViews = event.target.dataset && event.target.dataset.view;
      if (inList && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        step(event.key === 'ArrowDown' ? 1 : -1);
      } else if (inViews && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
        const at = views.findIndex(([view]) => view === state.view) + (event.key === 'ArrowRight' ? 1 : -1);
        setView(views[(at + views.length) % views.length][0]);
      } else {
        const found = keys.find(([name]) => name === key);
        if (!found) return;
        found[2]();
      }
      event.preventDefault();
    }

    function leave() {
      const search = document.getElementById('search');
      if (document.activeElement === search || state.query) {
        search.value = '';
        state.query = '';
        search.blur();
        filterChanged();
      } else if (state.pinned >= 0) {
        state.pinned = -1;
        highlight(-1);
      }
    }

    function help() {
      const dialog = make('dialog', { 'aria-labelledby': 'help-title' });
      const rows = make('dl', null);
      for (const [key, text] of keys) rows.append(make('dt', null, make('kbd', null, key)), make('dd', null, text));
      dialog.append(
        make('h2', { id: 'help-title' }, 'Keys'), rows,
        make('button', { class: 'button primary', type: 'button', autofocus: true, onclick: () => dialog.close() }, 'Close'));
      dialog.addEventListener('close', () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
    }

    // MARK: Beginning

    document.getElementById('app').hidden = false;
    document.body.append(live);
    head();
    beginList();
    list();
    detail();
    foot();
    recall();
    document.addEventListener('keydown', pressed);
    addEventListener('hashchange', recall);
    new ResizeObserver(() => { if (!state.zoom) resize(); }).observe(document.getElementById('main'));
    addEventListener('beforeunload', (event) => {
      if (state.approved.size && state.saved !== approvalsText()) event.preventDefault();
    });
    """# + "\n"
}
