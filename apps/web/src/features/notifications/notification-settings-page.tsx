/** Notification settings for alarms: address, hours, channels per alarm type, channel tests. */

import { PageHeading } from '../../components/menu/page-heading.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { useNotificationSettings } from './api/use-notification-settings.ts';
import { Ways } from './components/channels.tsx';
import { SettingsForm } from './components/settings-form.tsx';
import './notifications.css';

export function NotificationSettingsPage() {
  const settings = useNotificationSettings();
  return (
    <>
      <PageHeading />
      <Loaded query={settings} lines={10}>
        {(data) => (
          <div className="notify sides touch">
            <SettingsForm settings={data} />
            <Ways settings={data} />
          </div>
        )}
      </Loaded>
    </>
  );
}
