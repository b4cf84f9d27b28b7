/** Announces new alarms on every page as the user has configured: one banner, one sound. */

import { useNavigate } from '@tanstack/react-router';
import { App, Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../components/device-tree/device-name.tsx';
import { useAlarmTexts } from '../../device-kit/use-alarm-texts.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { useRealtime } from '../../realtime/use-realtime.ts';
import { useAlertWay } from './alarm-alerts.ts';
import { soundAlarm } from './alarm-sound.ts';

const BANNER = 'new-alarms';
const SHOWN_S = 20;

export function useAlarmAlerts(): void {
  const { t } = useTranslation('alarms');
  const { notification } = App.useApp();
  const { user_id } = useRequiredSession().user;
  const hasBanner = useAlertWay(user_id, 'banner');
  const hasSound = useAlertWay(user_id, 'sound');
  const texts = useAlarmTexts();
  const navigate = useNavigate();
  /** Number of alarms since the banner was last closed. */
  const waiting = useRef(0);

  useRealtime((event) => {
    if (event.type !== 'ALARMS' || event.alarm.change !== 'opened') return;
    const { alarm } = event.alarm;
    // Alarms reported late or under maintenance are listed but not announced.
    if (alarm.quiet || alarm.late || alarm.ended_at !== null) return;
    if (hasSound) soundAlarm(alarm.priority);
    if (!hasBanner) return;
    waiting.current += 1;
    const gone = () => {
      waiting.current = 0;
    };
    notification.open({
      key: BANNER,
      type: alarm.priority <= 2 ? 'error' : 'warning',
      role: alarm.priority <= 2 ? 'alert' : 'status',
      duration: SHOWN_S,
      title: texts.type(alarm),
      description: (
        <>
          <DeviceName name={alarm.device_name} code={alarm.device_code} />
          {waiting.current > 1 && <p>{t('alarms:banner.more', { number: waiting.current - 1 })}</p>}
        </>
      ),
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(BANNER);
            gone();
            void navigate({ to: '/realalarm' });
          }}
        >
          {t('alarms:banner.open')}
        </Button>
      ),
      onClose: gone,
    });
  });
}
