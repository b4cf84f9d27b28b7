/**
 * Catalogues per language and namespace, loaded when a screen first needs them. `before-paint.js`
 * selects the initial language and sets it on the document.
 */

import { LANGUAGE_TAGS } from '@busbar/domain/formats/language-tags';
import i18next, { type i18n } from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import { trackLoad } from '../lib/calls/pending-loads.ts';
import { writeSetting } from '../lib/stored-setting.ts';
import { directionOf, isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from './languages.ts';

type Texts = Record<string, unknown>;

const languages = import.meta.glob<{
  first: Record<string, Texts>;
  catalogues: Record<string, () => Promise<Texts>>;
}>('./catalogues/*.ts');
/** Namespaces of the pages after the sign-in; those that most pages need are in the file itself. */
const laterLanguages = import.meta.glob<{
  later: Record<string, Texts>;
  catalogues: Record<string, () => Promise<Texts>>;
}>('./catalogues/later/*.ts');

async function textsOf(language: string, namespace: string): Promise<Texts> {
  const file = `./${namespace}.json`;
  const lists = await languages[`./catalogues/${language}.ts`]?.();
  const early = lists?.first[file] ?? (await lists?.catalogues[file]?.());
  if (early !== undefined) return early;
  const later = await laterLanguages[`./catalogues/later/${language}.ts`]?.();
  const texts = later?.later[file] ?? (await later?.catalogues[file]?.());
  if (texts === undefined) throw new Error(`no catalogue ${language}/${namespace}`);
  return texts;
}

/** Namespaces that every page needs. */
const BASE_NAMESPACES = ['common', 'errors'];
/** Extends `errors` with messages that occur only on pages that require a session. */
const LATER_ERRORS = 'refusals';

export async function startI18n(): Promise<i18n> {
  await i18next
    // A component that needs a namespace late shows nothing until it arrives.
    .use(
      resourcesToBackend((language: string, namespace: string) =>
        trackLoad(textsOf(language, namespace)),
      ),
    )
    .use(initReactI18next)
    .init({
      lng: currentLanguage(),
      // A fallback would be loaded together with each language. The tests of the catalogues prove that
      // every language has every key.
      fallbackLng: false,
      supportedLngs: LANGUAGES,
      ns: BASE_NAMESPACES,
      defaultNS: 'common',
      fallbackNS: LATER_ERRORS,
      // React already escapes; escaping twice would show entities.
      interpolation: { escapeValue: false },
      returnNull: false,
      // A missing key is displayed with its namespace, so that the browser test that opens all
      // pages detects it.
      appendNamespaceToMissingKey: true,
    });
  return i18next;
}

/**
 * Loads translations; called by route loaders, before the screen renders. Throws if one did not
 * arrive, because a screen of keys could be misread.
 */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(i18next.language, name));
  if (missing.length > 0) throw new Error(`no texts of ${missing.join(', ')}`);
}

/** Returns the language of the document. */
export function currentLanguage(): Language {
  const chosen = document.documentElement.dataset.language;
  return isLanguage(chosen) ? chosen : 'en';
}

/**
 * Switches the language immediately and stores the choice with its label
 * (docs/specification/platform.md 2.4).
 */
export async function changeLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  writeSetting('language', language);
  writeSetting('language-label', LANGUAGE_NAMES[language]);
  const root = document.documentElement;
  root.dataset.language = language;
  root.lang = LANGUAGE_TAGS[language].replace(/-u-.*/, '');
  root.dir = directionOf(language);
}
