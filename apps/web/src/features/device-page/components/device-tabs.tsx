/** Links to the tabs of a device; they wrap on wide screens and scroll on a phone. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DEVICE_TABS } from '../device-tabs.ts';

export function DeviceTabs({ code }: { code: string }) {
  const { t } = useTranslation('device-page');
  return (
    <nav className="device-tabs" aria-label={t('device-page:tabs')}>
      {DEVICE_TABS.map(({ key, to }) => (
        <Link
          key={key}
          to={to}
          params={{ code }}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {t(`device-page:tab.${key}`)}
        </Link>
      ))}
    </nav>
  );
}
