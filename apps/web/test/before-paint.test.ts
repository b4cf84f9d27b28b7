import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_TAGS } from '@busbar/domain/formats/language-tags';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '../src/i18n/languages.ts';
import { setDarkWished } from './screen.ts';

const script = readFileSync(join(import.meta.dirname, '../public/before-paint.js'), 'utf8');
const root = document.documentElement;

function run(languages: string[], stored: Record<string, string> = {}) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(`busbar.${name}`, value);
  // The browser runs the file as a classic script.
  new Function(script)();
  return { ...root.dataset, lang: root.lang, dir: root.dir };
}

afterEach(() => {
  vi.restoreAllMocks();
  setDarkWished(false);
});

describe('the script that runs before the first paint', () => {
  it.each([
    [['zh-CN', 'en'], {}, 'zh', 'ltr'],
    [['ar-EG'], {}, 'ar', 'rtl'],
    [['pt-BR', 'fr-CA'], {}, 'fr', 'ltr'],
    [['pt-BR'], {}, 'en', 'ltr'],
    [['zh-CN'], { language: 'ru' }, 'ru', 'ltr'],
    [['zh-CN'], { language: 'klingon' }, 'zh', 'ltr'],
  ])(
    'with browser languages %j and settings %j selects the language %s',
    (languages, stored, language, dir) => {
      expect(run(languages, stored)).toMatchObject({ language, dir });
    },
  );

  it.each(LANGUAGES)('sets the same language tag as a later language change (%s)', (language) => {
    expect(run([], { language }).lang).toBe(LANGUAGE_TAGS[language].replace(/-u-.*/, ''));
  });

  it.each([
    [{}, false, 'light'],
    [{}, true, 'dark'],
    [{ theme: 'dark' }, false, 'dark'],
    [{ theme: 'light' }, true, 'light'],
  ])('with settings %j and a dark system theme %s sets the theme %s', (stored, wished, theme) => {
    setDarkWished(wished);
    expect(run(['en'], stored)).toMatchObject({ theme });
  });

  it.each([
    [{}, 'dark'],
    [{ theme: 'light' }, 'light'],
  ])('with settings %j sets the theme %s when the system switches to dark', (stored, theme) => {
    run(['en'], stored);
    setDarkWished(true);
    expect(root.dataset['theme']).toBe(theme);
  });

  it('sets the breaker colour convention', () => {
    expect(run(['en'])).toMatchObject({ breakerColors: 'consumer' });
    expect(run(['en'], { 'breaker-colors': 'utility' })).toMatchObject({
      breakerColors: 'utility',
    });
  });
});
