import { WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useCallQuery } from '../../lib/calls/use-call.ts';

/** Warns on every page that the server's database may lose acknowledged data. */
export function UnsafeDatabaseBanner() {
  const { t } = useTranslation('shell');
  const ready = useCallQuery('health.ready', {}, { refetchInterval: 60_000, retry: false });
  const warning = ready.data?.warning;
  if (warning === undefined || warning === '') return null;
  return (
    <div className="banner banner-error" role="alert">
      <WarningOutlined aria-hidden="true" />
      <span>{t('shell:unsafe-database')}</span>
      <bdi className="ltr plain">{warning}</bdi>
    </div>
  );
}
