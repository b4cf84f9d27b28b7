/** Loads the results of the command palette when it is opened for the first time. */
import i18next from 'i18next';
import { lazy } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';

export const PaletteResults = lazy(async () => {
  const [{ PaletteResults: results }] = await trackLoad(
    Promise.all([import('./palette-results.tsx'), loadTexts('palette', 'device-page'), english()]),
  );
  return { default: results };
});

/** Entries are found by their English words too. */
async function english(): Promise<void> {
  if (i18next.language !== 'en') await i18next.reloadResources(['en'], ['palette']);
}
