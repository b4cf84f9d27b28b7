/** Isolates days and times in a right-to-left sentence, which would reverse 2026-11-23. */
import { useLanguage } from '../../i18n/use-language.ts';

const LEFT_TO_RIGHT = '\u2066';
const END = '\u2069';

export function useIsolated(): (text: string) => string {
  const { direction } = useLanguage();
  return (text) => (direction === 'rtl' ? `${LEFT_TO_RIGHT}${text}${END}` : text);
}
