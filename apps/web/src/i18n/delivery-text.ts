/** Texts for the reasons why a mail, push notification or batch was not delivered. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns the sentence for a delivery reason, or a reason unknown to this version unchanged. */
export function useDeliveryText(): (error: string) => string {
  const { t, i18n } = useTranslation('errors');
  return useCallback(
    (error: string) => {
      const own = `errors:delivery.${error}`;
      if (i18n.exists(own)) return t(own);
      const refusal = `errors:reason.${error}`;
      return i18n.exists(refusal) ? t(refusal) : error;
    },
    [t, i18n],
  );
}
