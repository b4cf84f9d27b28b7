// The search dialog. The sections are loaded when it is opened for the first time.
import { createSearch, excerptOf, MAX_RESULTS, markedParts } from './search.mjs';

const root = document.body.dataset.root;
let dialog;
let loading;
let chosen = -1;

export function openSearch() {
  dialog ??= createDialog();
  if (!dialog.open) dialog.showModal();
  loading ??= load();
  void showResults();
}

async function load() {
  const answer = await fetch(`${root}search.json`);
  if (!answer.ok) throw new Error(`search.json: ${answer.status}`);
  return createSearch(await answer.json());
}

function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

const input = element('input', {
  type: 'search',
  role: 'combobox',
  placeholder: 'Search the documentation',
  'aria-label': 'Search the documentation',
  'aria-expanded': 'true',
  'aria-controls': 'search-results',
  autocomplete: 'off',
  spellcheck: 'false',
});
const status = element('p', { class: 'search-status', role: 'status' });
const list = element('div', {
  id: 'search-results',
  class: 'search-results',
  role: 'listbox',
  'aria-label': 'Results',
});

function createDialog() {
  const close = element('button', { type: 'button', class: 'search-close' }, 'Close');
  const created = element(
    'dialog',
    { class: 'search', 'aria-label': 'Search' },
    element('div', { class: 'search-head' }, input, close),
    status,
    list,
  );
  close.addEventListener('click', () => created.close());
  created.addEventListener('click', ({ target }) => {
    if (target === created) created.close();
  });
  input.addEventListener('input', () => void showResults());
  input.addEventListener('keydown', chooseByKey);
  // The link of the page that is open leads to a place on it.
  list.addEventListener('click', () => created.close());
  document.body.append(created);
  return created;
}

async function showResults() {
  const query = input.value.trim();
  status.textContent = query === '' ? '' : 'Searching…';
  let find;
  try {
    find = await loading;
  } catch {
    loading = undefined;
    status.textContent = 'The search could not be loaded. Check the connection and open it again.';
    return;
  }
  if (query !== input.value.trim()) return;
  const results = query === '' ? [] : find(query);
  list.replaceChildren(...results.map(resultOf));
  if (query !== '') status.textContent = countOf(results.length);
  choose(results.length > 0 ? 0 : -1);
}

function countOf(count) {
  if (count === 0) return 'No section contains all of these words. Try fewer or other words.';
  if (count === MAX_RESULTS) return `The first ${count} sections`;
  return count === 1 ? '1 section' : `${count} sections`;
}

function resultOf(result, at) {
  const { page, title, heading, above, anchor, terms } = result;
  const address = `${root}${page}${anchor === '' ? '' : `#${anchor}`}`;
  const [name, ...path] = heading === '' ? [title] : [heading, above, title];
  return element(
    'a',
    { id: `result-${at}`, href: address, role: 'option', tabindex: '-1' },
    element('span', { class: 'result-name' }, ...marked(name, terms)),
    element('span', { class: 'result-page' }, path.filter((text) => text !== '').join(' · ')),
    element('span', { class: 'result-text' }, ...marked(excerptOf(result), terms)),
  );
}

const marked = (text, terms) =>
  markedParts(text, terms).map((part) =>
    part.isMarked ? element('mark', {}, part.text) : part.text,
  );

function choose(at) {
  chosen = at;
  [...list.children].forEach((option, index) => {
    option.setAttribute('aria-selected', String(index === at));
  });
  if (at < 0) input.removeAttribute('aria-activedescendant');
  else input.setAttribute('aria-activedescendant', `result-${at}`);
  list.children[at]?.scrollIntoView({ block: 'nearest' });
}

function chooseByKey(event) {
  const count = list.children.length;
  if (count === 0) return;
  if (event.key === 'ArrowDown') choose((chosen + 1) % count);
  else if (event.key === 'ArrowUp') choose((chosen + count - 1) % count);
  else if (event.key === 'Enter') list.children[chosen]?.click();
  else return;
  event.preventDefault();
}
