/** Snoozes an active alarm: no further notifications are sent, the row stays in the list. */

import { BellOutlined, ClockCircleOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../components/forms/use-action.ts';
import { type AlarmRow, isSnoozed } from '../../../device-kit/alarm.ts';
import { useAlarmTexts } from '../../../device-kit/use-alarm-texts.ts';
import { useAlarmChanges } from '../api/use-alarm-changes.ts';

const MINUTE_MS = 60_000;
const SNOOZES = [
  { key: '15-minutes', minutes: 15 },
  { key: '1-hour', minutes: 60 },
  { key: '8-hours', minutes: 480 },
  { key: '1-day', minutes: 1_440 },
  { key: '7-days', minutes: 10_080 },
] as const;
/** Margin for clock differences: the server accepts at most one week from its current time. */
const SPARE_MS = 30_000;

export function SnoozeMenu({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const texts = useAlarmTexts();
  const send = useAlarmChanges();
  const { run, loading } = useAction();
  const isQuiet = isSnoozed(alarm, Date.now());
  const set = (until: number | null) =>
    void run(
      () => send('v2.alarm.snooze', { params: { id: String(alarm.id) }, body: { until } }),
      t(`alarms:snooze.${until === null ? 'woken' : 'done'}`),
    );
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...SNOOZES.map(({ key }) => ({ key, label: t(`alarms:snooze.for.${key}`) })),
          ...(isQuiet
            ? [{ key: 'wake', label: t('alarms:snooze.wake'), icon: <BellOutlined /> }]
            : []),
        ],
        onClick: ({ key }) => {
          const chosen = SNOOZES.find((one) => one.key === key);
          set(chosen === undefined ? null : Date.now() + chosen.minutes * MINUTE_MS - SPARE_MS);
        },
      }}
    >
      <Button
        size="small"
        icon={<ClockCircleOutlined />}
        loading={loading}
        aria-label={t('alarms:snooze.of', { type: texts.type(alarm), device: alarm.device_name })}
      >
        {t('alarms:snooze.button')}
      </Button>
    </Dropdown>
  );
}
