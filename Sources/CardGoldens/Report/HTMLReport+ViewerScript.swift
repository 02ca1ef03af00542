extension HTMLReport {
  /// The script for pictures: views, zoom and panning.
  static let viewerScript =
    #"""
    // MARK: Pictures

    // The size in pixels of what is compared: the larger one of both pictures in each direction.
    let space = { width: 1, height: 1 };
    const levels = [1, 2, 3, 4, 6, 8];

    function both(outcome) { return Boolean(outcome.expected && outcome.actual); }

    function stage(outcome) {
      const node = make('div', { class: 'stage' });
      const pictures = [outcome.expected, outcome.actual].filter(Boolean);
      if (!pictures.length) {
        node.append(make('p', { class: 'nothing' }, outcome.unseen));
        return node;
      }
      space = {
        width: Math.max(...pictures.map((picture) => picture.width)),
        height: Math.max(...pictures.map((picture) => picture.height)),
      };
      node.append(tools(outcome), panes(outcome));
      return node;
    }

    function tools(outcome) {
      const node = make('div', { class: 'tools', role: 'toolbar', 'aria-label': 'How the pictures are shown' });
      if (both(outcome)) {
        const group = make('span', { class: 'group', role: 'radiogroup', 'aria-label': 'View' });
        views.forEach(([view, label], number) => group.append(make('button', {
          class: 'button', type: 'button', role: 'radio', 'data-view': view, title: `${label} (${number + 1})`,
          'aria-checked': String(view === state.view), onclick: () => setView(view),
        }, label)));
        node.append(group);
      }
      node.append(make('span', { class: 'group', role: 'group', 'aria-label': 'Zoom' },
        make('button', {
          class: 'button square', type: 'button', 'aria-label': 'Zoom out', title: 'Zoom out (\u2212)', onclick: () => zoomBy(-1),
        }, '\u2212'),
        make('button', {
          class: 'button zoom', type: 'button', 'data-zoom': true, title: 'Fit (0)', 'aria-label': 'Fit', onclick: () => setZoom(0),
        }, 'Fit'),
        make('button', {
          class: 'button square', type: 'button', 'aria-label': 'Zoom in', title: 'Zoom in (+)', onclick: () => zoomBy(1),
        }, '+')));
      if (outcome.regions.length) {
        node.append(make('button', {
          class: 'button', type: 'button', 'data-outlines': true, title: 'Outline what differs (r)',
          'aria-pressed': String(state.outlines), onclick: toggleOutlines,
        }, plural(outcome.regions.length, 'region')));
      }
      if (both(outcome) && (state.view === 'onion' || state.view === 'swipe')) {
        const label = state.view === 'onion' ? 'Opacity of the new picture' : 'Place of the edge';
        const slider = make('input', {
          type: 'range', min: '0', max: '100', step: '1', value: String(state.mix), 'data-mix': true, 'aria-label': label,
          oninput: () => setMix(Number(slider.value)),
        });
        node.append(make('label', null, 'Golden', slider, 'New'));
      }
      if (both(outcome) && state.view === 'flicker') {
        node.append(make('button', {
          class: 'button', type: 'button', 'data-flicker': true, 'aria-pressed': String(!state.flickers), title: 'Pause (p)',
          onclick: toggleFlicker,
        }, 'Pause'), make('button', {
          class: 'button', type: 'button', title: 'Flip by hand (f)', onclick: flipByHand,
        }, 'Flip'));
      }
      return node;
    }

    function panes(outcome) {
      const node = make('div', { class: `panes ${both(outcome) ? state.view : 'one'}` });
      const { expected, actual, overlay } = outcome;
      if (!both(outcome)) {
        node.append(expected ? pane(outcome, 'expected', 'Golden', expected, [[expected]])
          : pane(outcome, 'actual', 'New', actual, [[actual]]));
      } else if (state.view === 'side') {
        node.append(pane(outcome, 'expected', 'Golden', expected, [[expected]]),
          pane(outcome, 'actual', 'New', actual, [[actual]]));
      } else if (state.view === 'difference') {
        node.append(pane(outcome, 'both', 'Difference', overlay || space,
          overlay ? [[overlay]] : [[expected], [actual, 'ghost']]));
      } else {
        const caption = { onion: 'Golden under new', swipe: 'Golden left, new right', flicker: 'Golden' }[state.view];
        node.append(pane(outcome, 'both', caption, space, [[expected], [actual, 'top']]));
      }
      return node;
    }

    function pane(outcome, holds, caption, size, layers) {
      const sheet = make('div', { class: 'sheet', 'data-holds': holds });
      for (const [picture, kind] of layers) {
        const image = make('img', {
          class: kind, alt: picture === outcome.actual ? 'New picture' : picture === outcome.expected ? 'Golden' : 'Difference',
          draggable: 'false',
          src: `data:image/png;base64,${document.getElementById(picture.id).textContent}`,
        });
        image.style.width = `${100 * picture.width / space.width}%`;
        image.style.height = `${100 * picture.height / space.height}%`;
        sheet.append(image);
      }
      if (state.outlines) for (const region of outcome.regions) sheet.append(box('region', region));
      if (state.view === 'swipe' && holds === 'both') sheet.append(handle(sheet));
      const scroll = make('div', {
        class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${caption}: ${outcome.label}`,
        onscroll: (event) => follow(event.currentTarget), onpointerdown: drag,
      }, sheet);
      scroll.addEventListener('wheel', (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        zoomBy(event.deltaY < 0 ? 1 : -1);
      }, { passive: false });
      return make('figure', { class: 'pane' },
        make('figcaption', null, make('b', { 'data-caption': true }, caption), `${size.width} \u00d7 ${size.height}`), scroll);
    }

    function setView(view) {
      if (!both(outcomes[state.current]) || view === state.view) return;
      const hadFocus = document.activeElement && document.activeElement.dataset.view;
      state.view = view;
      redraw();
      if (hadFocus) document.querySelector(`[data-view="${view}"]`).focus();
      say(views.find(([name]) => name === view)[1]);
    }

    // Shows the same golden anew, without leaving the place in it.
    function redraw() {
      stopFlicker();
      const old = document.querySelector('.scroll');
      const place = old && [old.scrollLeft, old.scrollTop];
      const node = document.querySelector('.stage');
      if (node && state.current >= 0) node.replaceWith(stage(outcomes[state.current]));
      layout();
      const next = document.querySelector('.scroll');
      if (place && next) [next.scrollLeft, next.scrollTop] = place;
      highlight(state.pinned);
    }

    // MARK: Zoom and panning

    // Zoom that shows all of the picture: small ones are enlarged by whole numbers.
    function fit(scroll) {
      const zoom = Math.min((scroll.clientWidth - 24) / space.width, (scroll.clientHeight - 24) / space.height);
      return zoom >= 1 ? Math.min(4, Math.floor(zoom)) : Math.max(0.02, zoom);
    }

    function scale() {
      const scroll = document.querySelector('.scroll');
      return state.zoom || (scroll ? fit(scroll) : 1);
    }

    // Sizes alone: a new size of the window must not begin the flicker anew.
    function resize() {
      const zoom = scale();
      for (const sheet of document.querySelectorAll('.sheet')) {
        sheet.style.width = `${space.width * zoom}px`;
        sheet.style.height = `${space.height * zoom}px`;
        sheet.classList.toggle('pixels', zoom >= 1);
      }
      const button = document.querySelector('[data-zoom]');
      if (button) {
        const percent = zoom >= 1 ? `${zoom}\u00d7` : `${Math.round(100 * zoom)} %`;
        button.textContent = state.zoom ? percent : `Fit ${percent}`;
        button.setAttribute('aria-label', state.zoom ? `Zoom ${percent}; fit` : `Fit, ${percent}`);
      }
    }

    function layout() {
      resize();
      applyMix();
      startFlicker();
    }

    function setZoom(zoom) {
      const scroll = document.querySelector('.scroll');
      if (!scroll) return;
      const middle = [
        (scroll.scrollLeft + scroll.clientWidth / 2) / scroll.scrollWidth,
        (scroll.scrollTop + scroll.clientHeight / 2) / scroll.scrollHeight,
      ];
      state.zoom = zoom;
      resize();
      scroll.scrollLeft = middle[0] * scroll.scrollWidth - scroll.clientWidth / 2;
      scroll.scrollTop = middle[1] * scroll.scrollHeight - scroll.clientHeight / 2;
      say(zoom ? `Zoom ${zoom}` : 'Fit');
    }

    function zoomBy(direction) {
      const now = scale();
      const next = direction > 0 ? levels.find((level) => level > now)
        : [...levels].reverse().find((level) => level < now);
      if (next) setZoom(next);
    }

    function follow(from) {
      for (const scroll of document.querySelectorAll('.scroll')) {
        if (scroll === from) continue;
        if (scroll.scrollLeft !== from.scrollLeft) scroll.scrollLeft = from.scrollLeft;
        if (scroll.scrollTop !== from.scrollTop) scroll.scrollTop = from.scrollTop;
      }
    }

    function drag(event) {
      const scroll = event.currentTarget;
      if (event.button !== 0 || event.pointerType === 'touch' || event.target.closest('.handle')) return;
      if (event.offsetX > scroll.clientWidth || event.offsetY > scroll.clientHeight) return;
      const start = [event.clientX + scroll.scrollLeft, event.clientY + scroll.scrollTop];
      scroll.classList.add('dragged');
      scroll.setPointerCapture(event.pointerId);
      const move = (next) => {
        scroll.scrollLeft = start[0] - next.clientX;
        scroll.scrollTop = start[1] - next.clientY;
      };
      const end = () => {
        scroll.classList.remove('dragged');
        scroll.removeEventListener('pointermove', move);
      };
      scroll.addEventListener('pointermove', move);
      scroll.addEventListener('pointerup', end, { once: true });
      scroll.addEventListener('pointercancel', end, { once: true });
    }

    // MARK: Onion skin, swipe, flicker, outlines

    function setMix(mix) {
      state.mix = Math.max(0, Math.min(100, mix));
      applyMix();
    }

    function applyMix() {
      const slider = document.querySelector('[data-mix]');
      if (slider) slider.value = String(state.mix);
      const top = document.querySelector('.sheet .top');
      if (!top) return;
      top.style.opacity = state.view === 'onion' ? String(state.mix / 100) : '1';
      const handle = document.querySelector('.handle');
      if (!handle) return;
      handle.style.left = `${state.mix}%`;
      // The edge is a share of the sheet, and the picture may be narrower than that.
      const edge = state.mix / 100 * space.width / outcomes[state.current].actual.width;
      top.style.clipPath = `inset(0 0 0 ${Math.min(100, 100 * edge)}%)`;
    }

    function handle(sheet) {
      return make('div', {
        class: 'handle', 'aria-hidden': 'true',
        onpointerdown: (event) => {
          const node = event.currentTarget;
          node.setPointerCapture(event.pointerId);
          const move = (next) => {
            const frame = sheet.getBoundingClientRect();
            setMix(100 * (next.clientX - frame.left) / frame.width);
          };
          node.addEventListener('pointermove', move);
          node.addEventListener('pointerup', () => node.removeEventListener('pointermove', move), { once: true });
          event.stopPropagation();
        },
      });
    }

    let flicker = 0;

    function startFlicker() {
      stopFlicker();
      const top = document.querySelector('.panes.flicker .top');
      if (!top) return;
      top.classList.add('off');
      if (state.flickers) flicker = setInterval(flip, 600);
    }

    function flip() {
      const top = document.querySelector('.panes.flicker .top');
      if (!top) return;
      const isNew = top.classList.contains('off');
      top.classList.toggle('off', !isNew);
      document.querySelector('[data-caption]').textContent = isNew ? 'New' : 'Golden';
    }

    // Flipping by hand pauses the flicker, so that eyes may take their time.
    function flipByHand() {
      if (state.flickers) toggleFlicker();
      flip();
    }

    function stopFlicker() {
      clearInterval(flicker);
      flicker = 0;
    }

    function toggleFlicker() {
      state.flickers = !state.flickers;
      const button = document.querySelector('[data-flicker]');
      if (button) button.setAttribute('aria-pressed', String(!state.flickers));
      stopFlicker();
      if (state.flickers) flicker = setInterval(flip, 600);
      say(state.flickers ? 'Flickers' : 'Paused');
    }

    function toggleOutlines() {
      state.outlines = !state.outlines;
      const hadFocus = document.activeElement && document.activeElement.dataset.outlines !== undefined;
      redraw();
      if (hadFocus) document.querySelector('[data-outlines]').focus();
      say(state.outlines ? 'Regions outlined' : 'Regions not outlined');
    }
    """# + "\n"
}
