/** Alarms of the day, month or year (part 1, section 2): how many, of which types, from which devices. */
import { App } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tile } from '../../../components/tile.tsx';
import { type AlarmPeriod, useAlarmCount } from '../../alarms/api/use-alarms.ts';
import { DeviceShares } from '../../alarms/components/device-shares.tsx';
import { NoAlarms } from '../../alarms/components/no-alarms.tsx';
import { PeriodSwitch } from '../../alarms/components/period-switch.tsx';
import { PeriodTotals } from '../../alarms/components/period-totals.tsx';
import { TypeShares } from '../../alarms/components/type-shares.tsx';
import '../../alarms/alarms.css';

const DEVICES = 5;

export function AlarmTile() {
  const { t } = useTranslation('alarms');
  const { message } = App.useApp();
  const [period, setPeriod] = useState<AlarmPeriod>('day');
  const count = useAlarmCount(period, DEVICES);
  const { data, isPlaceholderData } = count;
  const isQuietDay =
    data !== undefined &&
    !isPlaceholderData &&
    data.date_type === 'day' &&
    data.count.alarm_count === 0;
  // "alarm count is 0: success message" (part 1, section 8); once per day that is quiet.
  useEffect(() => {
    if (isQuietDay) void message.success({ key: 'no-alarm', content: t('alarms:none.day') });
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
            {shown.count.alarm_count + shown.count.warning_count === 0 ? (
              <NoAlarms period={of} />
            ) : (
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

/** What is on screen while the next period is on its way is named by its own period. */
const ALARM_PERIOD_OF: Readonly<Record<string, AlarmPeriod>> = {
  day: 'day',
  month: 'month',
  year: 'year',
};
