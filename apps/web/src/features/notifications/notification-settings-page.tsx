/**
 * Notification settings for alarms: address and hours, channels per alarm type, and channel tests.
 */
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/states/error-state.tsx';
import { useNotificationSettings } from './api/use-notification-settings.ts';
import { Ways } from './components/channels.tsx';
import { SettingsForm } from './components/settings-form.tsx';
import './notifications.css';

export function NotificationSettingsPage() {
  const { t } = useTranslation('notifications');
  const settings = useNotificationSettings();
  const { data, error } = settings;
  return (
    <>
      <h1 className="visually-hidden">{t('notifications:title')}</h1>
      {data === undefined && error === null && (
        <Skeleton active title={false} paragraph={{ rows: 10 }} />
      )}
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => void settings.refetch()}
          isCompact={data !== undefined}
        />
      )}
      {data !== undefined && (
        <div className="notify sides touch">
          <SettingsForm settings={data} />
          <Ways settings={data} />
        </div>
      )}
    </>
  );
}
