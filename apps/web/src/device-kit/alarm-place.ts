/** Link from an alarm to its device's history around that time, with the start highlighted. */

import { alarmQuantity } from '@busbar/domain/alarm/alarm-type';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { type AlarmRow, alarmTypeOf } from './alarm.ts';
import type { Quantity } from './quantities.ts';

const MINUTE_MS = 60_000;
/** Time shown before and after the alarm, so that the chart contains its start and its end. */
const AROUND_MS = 30 * MINUTE_MS;
/** An alarm that is active for weeks is shown at its start. */
const LONGEST_MS = 24 * 60 * MINUTE_MS;

type AlarmTimes = Pick<AlarmRow, 'opened_at' | 'ended_at' | 'last_at'>;

/** The time around an alarm, epoch ms; it does not extend beyond `now`. */
export function alarmSpan({ opened_at, last_at, ended_at }: AlarmTimes, now: number) {
  const until = Math.min((ended_at ?? last_at) + AROUND_MS, opened_at + LONGEST_MS, now);
  return { startMs: opened_at - AROUND_MS, endMs: Math.max(until, opened_at + MINUTE_MS) };
}

/** Returns the address of the device data page. */
export function alarmPlace(
  alarm: Pick<AlarmRow, 'device_code' | 'type'> & AlarmTimes,
  zone: string,
  now: number,
) {
  const { startMs, endMs } = alarmSpan(alarm, now);
  const show: Quantity | undefined = alarmQuantity(alarmTypeOf(alarm.type) ?? '');
  return {
    device: alarm.device_code,
    tab: 'history' as const,
    range: 'custom' as const,
    from: formatMoment(startMs, zone),
    to: formatMoment(endMs, zone),
    at: Math.floor(alarm.opened_at / 1000),
    ...(show === undefined ? {} : { show }),
  };
}
