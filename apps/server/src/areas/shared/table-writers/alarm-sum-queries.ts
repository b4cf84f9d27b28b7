/**
 * Counts of alarms per local day, month and year, for each group and each device. Every change that
 * makes an alarm count, or no longer count, must call `addToSums` in the same transaction.
 */
import { firstOfMonth, type LocalDate } from '@busbar/domain/local-date';
import { CompiledQuery } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

export interface Counted {
  readonly customerId: number;
  readonly groupId: number;
  readonly deviceId: number;
  /** Alarms of simulated devices are not added. */
  readonly deviceSimulated: boolean;
  /** Local day on which the alarm was opened. */
  readonly day: LocalDate;
  readonly type: string;
  readonly kind: 'alarm' | 'warning';
  /** 1 to add, -1 to subtract. */
  readonly alarms: number;
  readonly handled: number;
}

/** Start day of the all-time sum. */
export const ALL_TIME: LocalDate = '1970-01-01';

interface Sum {
  readonly customerId: number;
  readonly period: string;
  readonly start: LocalDate;
  readonly of: number;
  readonly type: string;
  readonly kind: string;
  alarms: number;
  handled: number;
}

function sumUp(
  counted: readonly Counted[],
  periods: readonly string[],
  of: (one: Counted) => number,
): Sum[] {
  const sums = new Map<string, Sum>();
  for (const one of counted) {
    for (const period of periods) {
      const start = startOf(period, one.day);
      const key = [one.customerId, period, start, of(one), one.type, one.kind].join();
      const sum = sums.get(key);
      if (sum === undefined) {
        const { customerId, type, kind, alarms, handled } = one;
        sums.set(key, { customerId, period, start, of: of(one), type, kind, alarms, handled });
      } else {
        sum.alarms += one.alarms;
        sum.handled += one.handled;
      }
    }
  }
  // Sorted in the same order everywhere, so that two processes cannot deadlock.
  return [...sums.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function startOf(period: string, day: LocalDate): LocalDate {
  if (period === 'all') return ALL_TIME;
  if (period === 'year') return `${day.slice(0, 4)}-01-01`;
  return period === 'month' ? firstOfMonth(day) : day;
}

const keyColumns = (sums: readonly Sum[]) => [
  sums.map(({ customerId }) => customerId),
  sums.map(({ period }) => period),
  sums.map(({ start }) => start),
  sums.map(({ of }) => of),
];

/** The sums per device count alarms, not warnings. */
const isShared = ({ kind }: Counted) => kind === 'alarm';

export async function addToSums(trx: Executor, changed: readonly Counted[]): Promise<void> {
  const counted = changed.filter(({ deviceSimulated }) => !deviceSimulated);
  if (counted.length === 0) return;
  const groups = sumUp(counted, ['day', 'month', 'year', 'all'], ({ groupId }) => groupId);
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into alarm_group_sum as existing
        (customer_id, period, start_day, group_id, alarm_type, kind, alarms, handled)
      select * from unnest($1::int4[], $2::text[], $3::date[], $4::int4[], $5::text[], $6::text[],
        $7::int4[], $8::int4[])
      on conflict (customer_id, period, start_day, group_id, alarm_type, kind) do update
        set alarms = existing.alarms + excluded.alarms, handled = existing.handled + excluded.handled`,
      [
        ...keyColumns(groups),
        groups.map(({ type }) => type),
        groups.map(({ kind }) => kind),
        groups.map(({ alarms }) => alarms),
        groups.map(({ handled }) => handled),
      ],
    ),
  );
  const devices = sumUp(
    counted.filter(isShared).map((one) => ({ ...one, type: '', kind: 'alarm' as const })),
    ['day', 'month', 'year'],
    ({ deviceId }) => deviceId,
  ).filter(({ alarms }) => alarms !== 0);
  if (devices.length === 0) return;
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into alarm_device_sum as existing (customer_id, period, start_day, device_id, alarms)
      select * from unnest($1::int4[], $2::text[], $3::date[], $4::int4[], $5::int4[])
      on conflict (customer_id, period, start_day, device_id) do update
        set alarms = existing.alarms + excluded.alarms`,
      [...keyColumns(devices), devices.map(({ alarms }) => alarms)],
    ),
  );
}
