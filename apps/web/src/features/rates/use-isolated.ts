/** Days and times inside a sentence: kept left to right where the sentence is not, else 2026-11-23 reads backwards. */
import { useLanguage } from '../../i18n/use-language.ts';

const LEFT_TO_RIGHT = '\u2066';
const END = '\u2069';

export function useIsolated(): (text: string) => string {
  const { direction } = useLanguage();
  return (text) => (direction === 'rtl' ? `${LEFT_TO_RIGHT}${text}${END}` : text);
}
