// The frame of every page: header, navigation, the document, its sections, and the links to the previous and the next page.
import { posix } from 'node:path';
import { pageOf } from '../src/documents.mjs';
import { navigation } from '../src/navigation.mjs';
import { plainText } from '../src/search-sections.mjs';

const entries = navigation.flatMap((section) => section.entries);
const ICONS = {
  menu: '<path d="M4 7h16M4 12h16M4 17h16"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
  sun: '<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4"/>',
  moon: '<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z"/>',
};

export function render({ content, document, assets }) {
  const page = pageOf(document);
  // Served for addresses of any depth.
  const root =
    page === '404.html' ? '/docs/' : `${posix.relative(posix.dirname(page), '.') || '.'}/`;
  const title = plainText(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(content)?.[1] ?? 'Busbar');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)} · Busbar documentation</title>
<link rel="icon" type="image/svg+xml" href="${root}${assets.icon}">
<link rel="stylesheet" href="${root}${assets.styles}">
<script src="${root}${assets.theme}"></script>
<script type="module" src="${root}${assets.site}"></script>
</head>
<body data-root="${root}">
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<button type="button" class="bar-button bar-menu" aria-controls="navigation" aria-expanded="false" aria-label="Navigation">${icon('menu')}</button>
<a class="brand" href="${root}index.html"><img src="${root}${assets.icon}" alt="" width="26" height="26"><span>Busbar</span> <span class="brand-part">documentation</span></a>
<button type="button" class="bar-search" aria-haspopup="dialog">${icon('search')}<span>Search</span><kbd>/</kbd></button>
<button type="button" class="bar-button bar-theme" aria-label="Light or dark">${icon('sun')}${icon('moon')}</button>
<a class="bar-link" href="/">Open Busbar</a>
</header>
<div class="frame">
<nav id="navigation" class="navigation" aria-label="Documents">
${navigation.map((section) => navigationSection(section, page, root)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<article>
${content}</article>
${neighbours(page, root)}
</main>
${contents(content)}
</div>
</body>
</html>
`;
}

const escapeText = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const icon = (name) =>
  `<svg class="icon icon-${name}" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">${ICONS[name]}</svg>`;

function navigationSection({ title, isFolded = false, entries: list }, page, root) {
  const isOpen = !isFolded || list.some((entry) => entry.page === page);
  const links = list.map((entry) => {
    const current = entry.page === page ? ' aria-current="page"' : '';
    return `<li><a href="${root}${entry.page}"${current}>${escapeText(entry.title)}</a></li>`;
  });
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${links.join('')}</ul></details>`;
}

/** The sections of the page, if there are several. */
function contents(content) {
  const headings = [...content.matchAll(/<h([23]) id="([^"]*)"[^>]*>([\s\S]*?)<\/h\1>/g)];
  if (headings.length < 2) return '<aside class="contents"></aside>';
  const links = headings.map(
    ([, level, id, heading]) =>
      `<li class="level-${level}"><a href="#${id}">${escapeText(plainText(heading))}</a></li>`,
  );
  return `<aside class="contents"><nav aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav></aside>`;
}

function neighbours(page, root) {
  const at = entries.findIndex((entry) => entry.page === page);
  if (at < 0) return '';
  const link = (entry, relation, label) =>
    entry === undefined
      ? '<span></span>'
      : `<a rel="${relation}" href="${root}${entry.page}"><span>${label}</span>${escapeText(entry.title)}</a>`;
  return `<nav class="neighbours" aria-label="Beside this page">${link(entries[at - 1], 'prev', 'Previous')}${link(entries[at + 1], 'next', 'Next')}</nav>`;
}
