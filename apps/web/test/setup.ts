/**
 * Installs browser stubs, and resets the page after each test, because the test files of a worker
 * share one document.
 */
import './browser-stubs.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { startI18n } from '../src/i18n/i18n.ts';
import { resetAttributes, resetPage } from './reset-page.ts';
import { setDarkWished, setScreenWidth } from './screen.ts';

// A generous timeout, because a busy machine is slow.
configure({ asyncUtilTimeout: 8_000 });

// Each file starts without translations, so that a page which does not load its translations shows
// their keys.
beforeAll(async () => {
  resetAttributes();
  await startI18n();
});

beforeEach(() => {
  setScreenWidth(1280);
  setDarkWished(false);
  resetAttributes();
});

afterEach(() => {
  cleanup();
  resetPage();
});
