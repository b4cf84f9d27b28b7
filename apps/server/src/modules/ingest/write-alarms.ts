/**
 * Alarms as the devices report them, and the platform's own about their clocks, in order of
 * arrival; the alarm engine reads them from here. A repeat changes nothing.
 */
import type { Insertable } from 'kysely';
import type { BusMessage } from '../../bus.ts';
import type { Executor } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { alarmMessages } from '../devices/standing-alarms.ts';
import { CLOCK_ALARM } from './clock-alarm.ts';
import { alarmContentHash } from './judge-message.ts';
import type { AlarmRow, ClockTurn } from './work.ts';

type EventRow = Insertable<Schema['device_alarm_event']>;

/** Answers what to publish after the commit. */
export async function writeAlarms(
  trx: Executor,
  alarms: readonly AlarmRow[],
  clockTurns: readonly ClockTurn[],
  receivedAt: number,
): Promise<BusMessage[]> {
  const rows = [
    ...alarms.map((alarm) => reportedRow(alarm, receivedAt)),
    ...clockTurns.map((turn) => clockRow(turn, receivedAt)),
  ];
  if (rows.length === 0) return [];
  const written = await trx
    .insertInto('device_alarm_event')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('device_id')
    .execute();
  const changed = new Set(written.map((row) => row.device_id));
  const refs = [...alarms, ...clockTurns].map(({ device }) => device.ref);
  return alarmMessages(
    trx,
    refs.filter(({ deviceId }) => changed.has(deviceId)),
    receivedAt,
  );
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
