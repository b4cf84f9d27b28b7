/**
 * The platform's own words about alarms: kept among those of the devices (`device_alarm_event`),
 * and made alarms at once.
 */
import type { BusMessage } from '../../bus.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import type { AlarmEvent } from './alarm-event.ts';
import { applyAlarmEvents } from './apply-alarms.ts';

/** A word as it is kept. */
export interface KeptWord {
  readonly event: AlarmEvent;
  /** With device, time and type it tells a repeat from a new word; null: figures only, not kept. */
  readonly hash: number | null;
  /** When it happened, where that is not the event's own time. */
  readonly occurredAt?: number;
}

/** Words in order of arrival; a repeat changes nothing. Answers what to publish after the commit. */
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
      // Once: the same word twice in one batch was kept once.
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
