// The search, the switch between light and dark, the list of pages on a small screen, colours in code
(() => {
  'use strict';
  const top = document.body.dataset.top;
  const form = document.querySelector('.search');
  const field = document.getElementById('sought');
  const found = document.getElementById('found');
  const told = found.querySelector('p');
  const list = found.querySelector('ul');
  const MOST = 12;

  // Light and dark
  const dark = document.getElementById('dark');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const showTheme = () => dark.setAttribute('aria-pressed', String(isDark()));
  dark.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = chosen;
    try {
      localStorage.setItem('semel-theme', chosen);
    } catch {
      // it holds for this page
    }
    showTheme();
  });
  system.addEventListener('change', showTheme);
  showTheme();
  dark.hidden = false;

  // The list of pages, where there is no room beside the text
  const menu = document.getElementById('menu');
  menu.addEventListener('click', () => {
    const shown = document.body.classList.toggle('menu');
    menu.setAttribute('aria-expanded', String(shown));
  });
  menu.hidden = false;

  // Search
  let index;
  let loading;
  lunr.tokenizer.separator = /[\s\-.,:;()/`"'<>=|_{}]+/;

  const load = () => {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${top}site/sections.js`;
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => {
        loading = undefined;
        reject(new Error(`${script.src} cannot be loaded`));
      });
      document.head.append(script);
    }).then(() => {
      index = lunr(function () {
        this.ref('at');
        this.field('page', { boost: 8 });
        this.field('heading', { boost: 5 });
        this.field('text');
        self.semelSections.forEach((section) => this.add(section));
      });
    });
    return loading;
  };

  const words = (text) => lunr.tokenizer(text).map(String).filter((word) => word.length > 0);

  const matches = (sought) => index.query((query) => {
    for (const word of sought) {
      query.term(word, { boost: 10, presence: lunr.Query.presence.OPTIONAL });
      query.term(word, { usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING });
    }
  });

  const marked = (text, sought) => {
    const low = text.toLowerCase();
    const first = Math.min(...sought.map((word) => low.indexOf(word)).filter((at) => at >= 0), text.length);
    const from = first === text.length ? 0 : Math.max(0, text.lastIndexOf(' ', Math.max(0, first - 40)) + 1);
    const part = text.slice(from, from + 160);
    const line = document.createElement('span');
    line.className = 'part';
    let rest = (from > 0 ? '… ' : '') + part;
    while (rest) {
      const at = sought.map((word) => [rest.toLowerCase().indexOf(word), word.length])
        .filter(([where]) => where >= 0).sort((one, other) => one[0] - other[0])[0];
      if (!at) {
        line.append(rest);
        break;
      }
      const mark = document.createElement('mark');
      mark.textContent = rest.slice(at[0], at[0] + at[1]);
      line.append(rest.slice(0, at[0]), mark);
      rest = rest.slice(at[0] + at[1]);
    }
    return line;
  };

  const item = (section, sought) => {
    const link = document.createElement('a');
    link.href = top + section.at;
    const heading = document.createElement('b');
    heading.textContent = section.heading ? `${section.page} › ${section.heading}` : section.page;
    link.append(heading, marked(section.text, sought));
    const entry = document.createElement('li');
    entry.append(link);
    return entry;
  };

  const close = () => {
    found.hidden = true;
  };

  const show = () => {
    const sought = words(field.value);
    if (!index || sought.length === 0) {
      close();
      return;
    }
    const byPlace = new Map(self.semelSections.map((section) => [section.at, section]));
    const hits = matches(sought);
    list.replaceChildren(...hits.slice(0, MOST).map((hit) => item(byPlace.get(hit.ref), sought)));
    told.textContent = hits.length === 0 ? 'Nothing is found' :
      hits.length > MOST ? `The best ${MOST} of ${hits.length} sections` : `${hits.length} section${hits.length === 1 ? '' : 's'}`;
    found.hidden = false;
  };

  const search = () => load().then(show, (failure) => {
    told.textContent = failure.message;
    list.replaceChildren();
    found.hidden = false;
  });

  const links = () => [...list.querySelectorAll('a')];
  field.addEventListener('focus', () => load().catch(() => {}));
  field.addEventListener('input', search);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    search().then(() => links()[0]?.click());
  });
  form.addEventListener('keydown', (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement);
    if (event.key === 'Escape') {
      close();
      field.focus();
    } else if (event.key === 'ArrowDown' && !found.hidden && at + 1 < all.length) {
      all[at + 1].focus();
      event.preventDefault();
    } else if (event.key === 'ArrowUp' && at >= 0) {
      (at === 0 ? field : all[at - 1]).focus();
      event.preventDefault();
    }
  });
  document.addEventListener('keydown', (event) => {
    const types = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !types && !event.ctrlKey && !event.metaKey && !event.altKey) {
      field.focus();
      field.select();
      event.preventDefault();
    }
  });
  document.addEventListener('click', (event) => {
    if (!form.contains(event.target)) {
      close();
    }
  });
  list.addEventListener('click', close);
  form.hidden = false;

  // Code
  document.querySelectorAll('pre code[class*="language-"]').forEach((code) => hljs.highlightElement(code));
})();
