/**
 * Catalogues per language and namespace, loaded when a screen first needs them. `before-paint.js`
 * selects the initial language and sets it on the document.
 */
import i18next, { type i18n } from 'i18next';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import { writeSetting } from '../lib/stored-setting.ts';
import {
  directionOf,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGE_TAGS,
  LANGUAGES,
  type Language,
} from './languages.ts';

type Catalogues = Record<string, () => Promise<Record<string, unknown>>>;

const languages = import.meta.glob<Catalogues>('./catalogues/*.ts', {
  import: 'catalogues',
});

/** Namespaces that every page needs. */
const BASE_NAMESPACES = ['common', 'errors'];
/** Extends `errors` with messages that occur only on pages that require a session. */
const LATER_ERRORS = 'refusals';

export async function startI18n(): Promise<i18n> {
  await i18next
    .use(
      resourcesToBackend(async (language: string, namespace: string) => {
        const catalogues = await languages[`./catalogues/${language}.ts`]?.();
        const load = catalogues?.[`./${namespace}.json`];
        if (load === undefined) throw new Error(`no catalogue ${language}/${namespace}`);
        return load();
      }),
    )
    .use(initReactI18next)
    .init({
      lng: currentLanguage(),
      fallbackLng: 'en',
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

/** Loads translations; called by route loaders, before the screen renders. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
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
