/**
 * Alarms as the devices report them, and the platform's own about their clocks, in order of
 * arrival; the alarm engine reads them from here. A repeat changes nothing.
 */
import type { Insertable } from 'kysely';
import type { Executor } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { CLOCK_ALARM } from './clock-alarm.ts';
import { alarmContentHash } from './judge-message.ts';
import type { AlarmRow, ClockTurn } from './work.ts';

type EventRow = Insertable<Schema['device_alarm_event']>;

export async function writeAlarms(
  trx: Executor,
  alarms: readonly AlarmRow[],
  clockTurns: readonly ClockTurn[],
  receivedAt: number,
): Promise<void> {
  const rows = [
    ...alarms.map((alarm) => reportedRow(alarm, receivedAt)),
    ...clockTurns.map((turn) => clockRow(turn, receivedAt)),
  ];
  if (rows.length === 0) return;
  await trx
    .insertInto('device_alarm_event')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function reportedRow({ device, at, report }: AlarmRow, receivedAt: number): EventRow {
  return {
    customer_id: device.ref.customerId,
    device_id: device.ref.deviceId,
    occurred_at: new Date(at),
    received_at: new Date(receivedAt),
    alarm_type: report.type,
    kind: report.kind,
    active: report.active,
    value: report.value ?? null,
    limit_value: report.limit ?? null,
    phase: report.phase ?? null,
    content_hash: alarmContentHash(report),
  };
}

function clockRow({ device, wrong, at }: ClockTurn, receivedAt: number): EventRow {
  return {
    customer_id: device.ref.customerId,
    device_id: device.ref.deviceId,
    occurred_at: new Date(at),
    received_at: new Date(receivedAt),
    alarm_type: CLOCK_ALARM,
    kind: 'alarm',
    active: wrong,
    value: null,
    limit_value: null,
    phase: null,
    content_hash: wrong ? 1 : 0,
  };
}
