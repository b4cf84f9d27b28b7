/** Why a mail, a push or a batch did not arrive, in the user's words. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Answers the sentence for a word of a delivery; a word of another version stays as it is. */
export function useDeliveryText(): (word: string) => string {
  const { t, i18n } = useTranslation('errors');
  return useCallback(
    (word: string) => {
      const own = `errors:delivery.${word}`;
      if (i18n.exists(own)) return t(own);
      const refusal = `errors:reason.${word}`;
      return i18n.exists(refusal) ? t(refusal) : word;
    },
    [t, i18n],
  );
}
