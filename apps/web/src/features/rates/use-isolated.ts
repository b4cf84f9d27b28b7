/**
 * Isolates days and times inside a right-to-left sentence; without it, 2026-11-23 would be
 * reversed.
 */
import { useLanguage } from '../../i18n/use-language.ts';

const LEFT_TO_RIGHT = '\u2066';
const END = '\u2069';

export function useIsolated(): (text: string) => string {
  const { direction } = useLanguage();
  return (text) => (direction === 'rtl' ? `${LEFT_TO_RIGHT}${text}${END}` : text);
}
