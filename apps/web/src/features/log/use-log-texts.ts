import { useTranslation } from 'react-i18next';
import { textKey } from './log-search.ts';

/** Log values in the user's language; values without a catalogue entry are shown unchanged. */
export function useLogTexts() {
  const { t, i18n } = useTranslation(['log', 'errors']);
  const say = (key: string, word: string) => (i18n.exists(key) ? t(key) : word);
  return {
    module: (word: string) => say(`log:module.${textKey(word)}`, word),
    command: (word: string) => say(`log:command.${textKey(word)}`, word),
    status: (word: string) => say(`log:status.${word.replace(/:.*/, '')}`, word),
    /** Returns the refusal reason as a sentence, or undefined if the operation was not refused. */
    refusal: (word: string) => {
      if (!word.startsWith('refused:')) return undefined;
      const reason = word.slice('refused:'.length);
      const key = `errors:reason.${reason}`;
      return i18n.exists(key) ? t(key) : reason;
    },
  };
}
