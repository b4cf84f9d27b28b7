/** Device types as lists and drawers show them. */
import type { TFunction } from 'i18next';

/**
 * Types whose name is a word and not a product name. The calls and the import file keep the English
 * word.
 */
const WORDS: Readonly<Record<string, 'devices:type.meter'>> = { meter: 'devices:type.meter' };

/** The caller loads the texts `devices`. */
export function deviceTypeText(type: string, t: TFunction): string {
  const word = Object.hasOwn(WORDS, type) ? WORDS[type] : undefined;
  return word === undefined ? type : t(word);
}
