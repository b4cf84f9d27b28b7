import { useTranslation } from 'react-i18next';
import { textKey } from './log-search.ts';

/** Log values in the user's language; values without a catalogue entry are shown unchanged. */
export function useLogTexts() {
  const { t, i18n } = useTranslation(['log', 'errors']);
  const textOf = (key: string, value: string) => (i18n.exists(key) ? t(key) : value);
  return {
    module: (value: string) => textOf(`log:module.${textKey(value)}`, value),
    command: (value: string) => textOf(`log:command.${textKey(value)}`, value),
    status: (value: string) => textOf(`log:status.${value.replace(/:.*/, '')}`, value),
    /** Returns the refusal reason as a sentence, or undefined if the operation was not refused. */
    refusal: (value: string) => {
      if (!value.startsWith('refused:')) return undefined;
      const reason = value.slice('refused:'.length);
      const key = `errors:reason.${reason}`;
      return i18n.exists(key) ? t(key) : reason;
    },
  };
}
