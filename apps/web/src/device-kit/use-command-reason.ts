/** Reason why a command ended: translated if known, otherwise the device's own text. */
import { useTranslation } from 'react-i18next';

export function useCommandReason(reason: string | null): string | undefined {
  const { t, i18n } = useTranslation('control');
  if (reason === null || reason === '') return undefined;
  const key = [`control:because.${reason}`, `errors:reason.${reason}`].find((one) =>
    i18n.exists(one),
  );
  return key === undefined ? reason : t(key);
}
