/** Alerts the user on every page when an alarm is escalated to them because no one handled it. */
import { useNavigate } from '@tanstack/react-router';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAlarmTexts } from '../../device-kit/use-alarm-texts.ts';
import { useRealtime } from '../../realtime/use-realtime.ts';

export function useEscalationAlerts(): void {
  const { t } = useTranslation('alarms');
  const { notification } = App.useApp();
  const texts = useAlarmTexts();
  const navigate = useNavigate();

  useRealtime((event) => {
    if (event.type !== 'NOTIFICATION' || event.notification?.what !== 'escalated') return;
    const { alarm_id, device_name } = event.notification;
    const key = `escalated-${alarm_id}`;
    notification.open({
      key,
      type: 'error',
      role: 'alert',
      // The user must act, so the alert remains until it is closed.
      duration: 0,
      title: t('alarms:escalated.title', { type: texts.type(event.notification) }),
      description: (
        <>
          <bdi>{device_name}</bdi>
          <p>{t('alarms:escalated.body')}</p>
        </>
      ),
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(key);
            void navigate({ to: '/realalarm' });
          }}
        >
          {t('alarms:escalated.open')}
        </Button>
      ),
    });
  });
}
