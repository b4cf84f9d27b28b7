/**
 * The web manifest, with which a browser installs the pages as an application
 * (https://www.w3.org/TR/appmanifest/). It has no language, because it contains only names.
 */
import { findConfiguration } from '../areas/platform/configuration/configuration-service.ts';
import type { Context } from '../context.ts';

/** Colour of the page in the light theme; `index.html` states those of both themes. */
const PAGE_COLOUR = '#f3f5f8';
/** Longer names are cut below an icon of the home screen. */
const MAX_SHORT_NAME = 12;

export function webManifest(ctx: Context): string {
  const { name } = findConfiguration(ctx).brand.value;
  return JSON.stringify({
    id: '/',
    name,
    short_name: shortName(name),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    dir: 'auto',
    theme_color: PAGE_COLOUR,
    background_color: PAGE_COLOUR,
    icons: [
      { src: '/busbar.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/busbar-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/busbar-512.png', sizes: '512x512', type: 'image/png' },
      {
        src: '/icons/busbar-maskable-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
  });
}

/** The first words that fit, or the beginning of a long first word. */
function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/);
  let short = first;
  for (const word of others) {
    if (`${short} ${word}`.length > MAX_SHORT_NAME) break;
    short = `${short} ${word}`;
  }
  return [...short].slice(0, MAX_SHORT_NAME).join('');
}
