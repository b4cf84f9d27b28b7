/** Reasons for a failed mail, push or batch delivery in the user's language. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Returns the sentence for a delivery reason; a reason unknown to this version is returned
 * unchanged.
 */
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
