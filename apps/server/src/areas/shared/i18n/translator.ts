/**
 * Translates the texts of mails, push messages and files. There is no current language: the caller
 * names the language of the reader.
 */
import {
  NOTIFICATION_LANGUAGES,
  type NotificationLanguage,
} from '@busbar/domain/notification/channel';
import { createInstance } from 'i18next';
import { type Catalogues, NAMESPACES, readCatalogue } from './catalogues.ts';

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<K extends string> = K extends `${infer Key}_${PluralForm}` ? Key : K;
type KeysBelow<T, Path extends string> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Path}${WithoutPlural<K>}`
    : KeysBelow<T[K], `${Path}${K}.`>;
}[keyof T & string];

/** `namespace:key`, without plural suffixes. A key that is not in the catalogue does not compile. */
export type TextKey = {
  [N in keyof Catalogues]: KeysBelow<Catalogues[N], `${N}:`>;
}[keyof Catalogues];

/** `count` selects the plural form. */
export type Translate = (
  key: TextKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

const i18n = createInstance();
void i18n.init({
  resources: Object.fromEntries(
    NOTIFICATION_LANGUAGES.map((language) => [
      language,
      Object.fromEntries(NAMESPACES.map((name) => [name, readCatalogue(language, name)])),
    ]),
  ),
  fallbackLng: 'en',
  // Initialises before `init` returns.
  initAsync: false,
  // Values are not escaped for HTML, because mails and the cells of files are plain text.
  interpolation: { escapeValue: false },
});

function createTranslator(language: NotificationLanguage): Translate {
  const t = i18n.getFixedT(language);
  /** Cache of texts without values, some of which repeat in each row of a report. */
  const texts = new Map<TextKey, string>();
  return (key, values) => {
    if (values !== undefined) return t(key, values);
    const text = texts.get(key) ?? t(key);
    texts.set(key, text);
    return text;
  };
}

const translators = new Map<string, Translate>(
  NOTIFICATION_LANGUAGES.map((language) => [language, createTranslator(language)]),
);

/** Returns the English translator for a language that this version does not know. */
export function translatorFor(language: string): Translate {
  return translators.get(language) ?? translators.get('en')!;
}
