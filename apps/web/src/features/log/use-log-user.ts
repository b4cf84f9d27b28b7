import { useTranslation } from 'react-i18next';
import type { LogRow } from './api/use-log.ts';

/**
 * Returns who issued an operation. An operation of a device without a user was issued by the
 * platform: by the rules of a tower, or to send timers after a reconnection. Without a device and a
 * user, as after a failed sign-in, the issuer is unknown.
 */
export function useLogUser(): (row: Pick<LogRow, 'userName' | 'deviceCode'>) => string {
  const { t } = useTranslation('towers');
  return ({ userName, deviceCode }) =>
    userName === '' && deviceCode !== '' ? t('towers:events.platform') : userName;
}
