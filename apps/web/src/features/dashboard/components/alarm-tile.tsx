/** Alarms of the day, month or year (docs/specification/dashboard.md 6): number, types, devices. */
import { App } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tile } from '../../../components/values/tile.tsx';
import { isQuietPeriod } from '../../../device-kit/alarm.ts';
import { type AlarmPeriod, useAlarmCount } from '../../alarms/api/use-alarms.ts';
import { DeviceShares } from '../../alarms/components/device-shares.tsx';
import { PeriodQuiet } from '../../alarms/components/period-quiet.tsx';
import { PeriodSwitch } from '../../alarms/components/period-switch.tsx';
import { PeriodTotals } from '../../alarms/components/period-totals.tsx';
import { TypeShares } from '../../alarms/components/type-shares.tsx';
import '../../alarms/alarms.css';

const DEVICES = 5;
const TOAST = 'no-alarm';

/** `hasDevices` is false until the number of devices is known. */
export function AlarmTile({ hasDevices }: { hasDevices: boolean }) {
  const { t } = useTranslation('alarms');
  const { message } = App.useApp();
  const [period, setPeriod] = useState<AlarmPeriod>('day');
  const count = useAlarmCount(period, DEVICES);
  const { data, isPlaceholderData } = count;
  const isQuietDay =
    hasDevices &&
    data !== undefined &&
    !isPlaceholderData &&
    data.date_type === 'day' &&
    isQuietPeriod(data);
  // No alarm: a success message (docs/specification/dashboard.md 6.6). It closes when the page is
  // left or an alarm starts.
  useEffect(() => {
    if (!isQuietDay) return;
    void message.success({ key: TOAST, content: t('alarms:none.day') });
    return () => message.destroy(TOAST);
  }, [isQuietDay, message, t]);
  return (
    <Tile
      title={t('alarms:totals.title')}
      query={count}
      className="alarm-tile"
      tools={<PeriodSwitch value={period} onChange={setPeriod} />}
    >
      {(shown) => {
        const of = ALARM_PERIOD_OF[shown.date_type] ?? period;
        return (
          <>
            <PeriodTotals count={shown} period={of} />
            <PeriodQuiet count={shown} period={of} />
            {shown.count.alarm_count + shown.count.warning_count > 0 && (
              <>
                <TypeShares counts={shown.count} />
                <DeviceShares devices={shown.device_alarm_list} />
              </>
            )}
          </>
        );
      }}
    </Tile>
  );
}

/** The period of the displayed response, which is the previous one while the next is loading. */
const ALARM_PERIOD_OF: Readonly<Record<string, AlarmPeriod>> = {
  day: 'day',
  month: 'month',
  year: 'year',
};
