// The buttons of the header, and the marks of the section that is read.
import { openSearch } from './search-dialog.mjs';

const root = document.documentElement;
const find = (selector) => document.querySelector(selector);

find('.bar-theme').addEventListener('click', () => {
  const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = theme;
  try {
    localStorage.setItem('busbar.theme', theme);
  } catch {
    // Storage is disabled: the choice lasts until the next page.
  }
});

const menu = find('.bar-menu');
const navigation = find('#navigation');

function showNavigation(isShown) {
  menu.setAttribute('aria-expanded', String(isShown));
  root.toggleAttribute('data-navigation', isShown);
}

menu.addEventListener('click', () => {
  showNavigation(menu.getAttribute('aria-expanded') !== 'true');
});
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || menu.getAttribute('aria-expanded') !== 'true') return;
  showNavigation(false);
  menu.focus();
});
// Without scripts the navigation of a phone is always shown.
root.setAttribute('data-scripts', '');

const current = navigation.querySelector('[aria-current]');
// Long sections would hide the entry of this page.
if (current !== null && current.offsetTop > navigation.clientHeight / 2) {
  navigation.scrollTop = current.offsetTop - navigation.clientHeight / 3;
}

find('.bar-search').addEventListener('click', openSearch);
addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
  const isShortcut =
    (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) ||
    (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));
  if (!isShortcut) return;
  event.preventDefault();
  openSearch();
});

const links = [...document.querySelectorAll('.contents a')];
const headings = links.map((link) =>
  document.getElementById(decodeURIComponent(link.hash.slice(1))),
);
/** Distance below the header at which a heading counts as reached. */
const REACHED_PX = 96;

function markSection() {
  const reached = headings.filter(
    (heading) => heading !== null && heading.getBoundingClientRect().top < REACHED_PX,
  );
  const at = Math.max(0, reached.length - 1);
  links.forEach((link, index) => {
    link.toggleAttribute('data-current', index === at);
  });
}

if (links.length > 0) {
  markSection();
  let isPlanned = false;
  addEventListener(
    'scroll',
    () => {
      if (isPlanned) return;
      isPlanned = true;
      requestAnimationFrame(() => {
        isPlanned = false;
        markSection();
      });
    },
    { passive: true },
  );
}
