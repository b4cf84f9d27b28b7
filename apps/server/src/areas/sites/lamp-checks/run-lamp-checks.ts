/**
 * Checks lamp groups every five minutes and at the check times of their project. Rows are locked
 * during the check, so two processes never check the same group at the same time; the findings, the
 * reported alarms and the time of the next check are written in one transaction.
 */
import { type BusMessage, publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { takeDueChecks } from './due-check-queries.ts';
import { evaluateCheck } from './evaluate-check.ts';
import { type CheckedGroup, writeChecks } from './lamp-check-queries.ts';
import { notifyFindings } from './notify-findings.ts';

const GROUPS_PER_ROUND = 250;
const ROUNDS = 40;

/** Returns the number of groups checked. */
export async function runLampChecks(ctx: Context): Promise<number> {
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const some = await checkSome(ctx);
    count += some;
    if (some < GROUPS_PER_ROUND) break;
  }
  return count;
}

async function checkSome(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const { checked, messages } = await ctx.database.transaction(async (trx) => {
    const dueChecks = await takeDueChecks(trx, now, GROUPS_PER_ROUND);
    const checked: CheckedGroup[] = dueChecks.map((due) => ({ due, ...evaluateCheck(due, now) }));
    if (checked.length === 0) return { checked, messages: [] };
    const messages = await notifyFindings(trx, checked, now);
    await writeChecks(trx, checked, now);
    return { checked, messages };
  });
  publishAll(ctx.bus, [
    ...messages,
    ...checked.filter(({ due }) => due.isActive).map(lampsChecked),
  ]);
  return checked.length;

  function lampsChecked({ due, check, standing }: CheckedGroup): BusMessage {
    const { customerId, deviceId, deviceCode, groupPath, lampGroupId, projectId } = due;
    const ref = { customerId, deviceId, deviceCode, groupPath };
    return {
      name: 'lamps.checked',
      event: { ...ref, lampGroupId, projectId, check, standing, at: now },
    };
  }
}
