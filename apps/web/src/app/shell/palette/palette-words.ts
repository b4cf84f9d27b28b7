/** Words of the command palette in the language of the user and in English. */
import { useTranslation } from 'react-i18next';

/** The words of a text that lists them with commas. */
export const listOf = (text: string): string[] =>
  text
    .split(/[,،，、]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Letters and digits in lower case, so that "over-voltage" and "Overvoltage" are the same. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the words listed under a key of the catalogue `palette`, with those of English. */
export function usePaletteWords(): (key: string) => string[] {
  const { t, i18n } = useTranslation('palette');
  const english = i18n.getFixedT('en', 'palette');
  return (key) => [...new Set([...listOf(t(key)), ...listOf(english(key))])];
}
