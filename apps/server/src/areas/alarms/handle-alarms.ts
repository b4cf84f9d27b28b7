/** Acknowledges many alarms at once, or withdraws their acknowledgement: all of them or none. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { publishAll } from '../../bus.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { parseId } from '../shared/identifier.ts';
import { plainText } from '../shared/plain-text.ts';
import { addToSums } from '../shared/table-writers/alarm-sum-queries.ts';
import { alarmMessage } from './alarm-changes.ts';
import { type AlarmRow, insertAlarmEvent, lockAlarms, updateAlarm } from './alarm-queries.ts';
import { counted, logAlarm } from './alarm-service.ts';

export interface Handling {
  readonly ids: readonly string[];
  /** False withdraws the acknowledgement. */
  readonly handled: boolean;
  readonly note?: string | undefined;
}

/** Returns the ids of the changed alarms; an alarm that is in the wanted state is not changed. */
export async function handleAlarms(
  ctx: Context,
  caller: Caller,
  { ids: idTexts, handled, note: noteText }: Handling,
): Promise<Outcome<number[]>> {
  const ids = [...new Set(idTexts.map(parseId))].filter((id) => id !== undefined);
  if (idTexts.some((text) => parseId(text) === undefined)) return refused('not-found');
  const note = handled ? plainText(noteText) : '';
  const now = ctx.clock.now();
  const outcome = await ctx.database.transaction(async (trx) => {
    const alarms = await lockAlarms(trx, caller, ids);
    if (alarms.length < ids.length) return refused('not-found');
    const changed: AlarmRow[] = [];
    for (const alarm of alarms) {
      if ((alarm.handledAt !== null) === handled) continue;
      changed.push(await change(trx, caller, alarm, { handled, note, now }));
    }
    // One call locks the rows of the sums in the order in which incoming alarms lock them.
    await addToSums(
      trx,
      changed.map((alarm) => ({ ...counted(alarm), alarms: 0, handled: handled ? 1 : -1 })),
    );
    return done(changed);
  });
  if (!outcome.ok) return outcome;
  publishAll(
    ctx.bus,
    outcome.value.map((alarm) => alarmMessage(alarm, 'changed', now)),
  );
  return done(outcome.value.map(({ id }) => id));
}

interface Change {
  readonly handled: boolean;
  readonly note: string;
  readonly now: number;
}

async function change(
  trx: Executor,
  caller: Caller,
  alarm: AlarmRow,
  { handled, note, now }: Change,
): Promise<AlarmRow> {
  const [by, name] = handled ? [caller.userId, caller.userName] : [null, ''];
  await updateAlarm(trx, alarm, {
    handled_at: handled ? instant(now) : null,
    handled_by: by,
    handled_by_name: name,
    handled_note: note,
  });
  await insertAlarmEvent(trx, alarm, handled ? 'handled' : 'changed', now);
  const command = handled ? 'deal with alarm' : 'withdraw acknowledgement';
  await logAlarm(trx, caller, alarm, now, command, note === '' ? {} : { note });
  return {
    ...alarm,
    handledAt: handled ? now : null,
    handledBy: by,
    handledByName: name,
    handledNote: note,
  };
}
