/** User, reason and end of a lock, which another person must know before unlocking. */
import { LockFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../components/values/moment.tsx';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { useNow } from '../../../lib/use-now.ts';

export function LockNote({ lock }: { lock: NonNullable<DeviceDetail['lock']> }) {
  const { t } = useTranslation('control');
  const now = useNow(30_000);
  return (
    <aside className="lock-note" aria-label={t('control:lock.label')}>
      <LockFilled aria-hidden />
      <p>
        <strong>
          <bdi>{lock.reason === '' ? t('control:lock.no-reason') : lock.reason}</bdi>
        </strong>
      </p>
      <p>
        {t('control:lock.by')} <bdi>{lock.userName}</bdi> · <Moment at={lock.at} />
      </p>
      {lock.until !== null && (
        <p>
          {t('control:lock.until')} <Moment at={lock.until} />
          {lock.until < now && <span className="bad strong"> {t('control:lock.over')}</span>}
        </p>
      )}
    </aside>
  );
}
