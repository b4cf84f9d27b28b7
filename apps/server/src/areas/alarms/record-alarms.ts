/**
 * The platform's alarm events: stored with those of the devices (`device_alarm_event`) and applied
 * to the alarms at once.
 */
import type { BusMessage } from '../../bus.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import type { AlarmEvent } from './alarm-event.ts';
import { applyAlarmEvents } from './apply-alarms.ts';

/** An alarm event to be stored. */
export interface KeptWord {
  readonly event: AlarmEvent;
  /** With device, time and type it identifies a repeated event; null: values only, not stored. */
  readonly hash: number | null;
  /** Time of occurrence if it differs from the event's own time. */
  readonly occurredAt?: number;
}

/**
 * Events in order of arrival; a repeat changes nothing. Returns the events to publish after the
 * commit.
 */
export async function recordAlarms(
  trx: Executor,
  words: readonly KeptWord[],
  now: number,
): Promise<BusMessage[]> {
  if (words.length === 0) return [];
  const kept = await keep(trx, words);
  const isNew = new Set(
    kept.map(({ deviceId, at, type, hash }) => [deviceId, at, type, hash].join()),
  );
  const events = words.filter(
    ({ event, hash, occurredAt }) =>
      hash === null ||
      // Deletes the key because an event that occurs twice in a batch was stored once.
      isNew.delete([event.deviceId, occurredAt ?? event.at, event.type, hash].join()),
  );
  return applyAlarmEvents(
    trx,
    events.map(({ event }) => event),
    { ids: kept.map(({ id }) => id), now },
  );
}

async function keep(trx: Executor, words: readonly KeptWord[]) {
  const rows = words.flatMap(({ hash, ...word }) => (hash === null ? [] : [{ ...word, hash }]));
  if (rows.length === 0) return [];
  return trx
    .insertInto('device_alarm_event')
    .values(
      rows.map(({ event, hash, occurredAt }) => ({
        customer_id: event.customerId,
        device_id: event.deviceId,
        occurred_at: instant(occurredAt ?? event.at),
        received_at: instant(event.arrivedAt),
        alarm_type: event.type,
        kind: event.kind,
        active: event.active,
        value: event.value,
        limit_value: event.limit,
        phase: event.phase === '' ? null : event.phase,
        content_hash: hash,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning([
      'device_alarm_event_id as id',
      'device_id as deviceId',
      'occurred_at as at',
      'alarm_type as type',
      'content_hash as hash',
    ])
    .execute();
}
