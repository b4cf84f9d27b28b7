import { useTranslation } from 'react-i18next';
import { wordKey } from './log-search.ts';

/** Words of the log in the user's language; what the catalogue does not know stays as it came. */
export function useLogWords() {
  const { t, i18n } = useTranslation(['log', 'errors']);
  const say = (key: string, word: string) => (i18n.exists(key) ? t(key) : word);
  return {
    module: (word: string) => say(`log:module.${wordKey(word)}`, word),
    command: (word: string) => say(`log:command.${wordKey(word)}`, word),
    status: (word: string) => say(`log:status.${word.replace(/:.*/, '')}`, word),
    /** Why something was refused, in a sentence; undefined when it was not. */
    refusal: (word: string) => {
      if (!word.startsWith('refused:')) return undefined;
      const reason = word.slice('refused:'.length);
      const key = `errors:reason.${reason}`;
      return i18n.exists(key) ? t(key) : reason;
    },
  };
}
