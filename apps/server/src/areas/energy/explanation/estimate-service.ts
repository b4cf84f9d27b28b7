/**
 * Lists the days of devices whose energy is estimated. The days come from the ledger; the reasons
 * and the estimated energy of the listed page come from folding these days again.
 */

import { periodOf } from '@busbar/domain/billing/settlement-period';
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import { type EstimatedPart, estimatedPart } from '@busbar/domain/consumption/estimated-part';
import { localDayNamed } from '@busbar/domain/energy/day-slots';
import { graceMsOf } from '@busbar/domain/energy/fold-device';
import { addDays, daysBetween, type LocalDate, localDateOf } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { scopeOfGroup } from '../../fleet/devices/device-list-service.ts';
import { readCurrentDays } from '../ledger/current-days.ts';
import { type DeviceFacts, readDeviceFacts } from '../ledger/device-facts.ts';
import { keyOf } from '../ledger/device-key.ts';
import { spanOfDays } from '../queries/device-row-service.ts';
import { readSettlement } from '../settlement/settlement-queries.ts';
import {
  countEstimates,
  type EstimateFilter,
  type ListedDay,
  readEstimates,
} from './estimate-queries.ts';
import { collectSteps } from './explained-step.ts';
import { foldAgain, stateBefore } from './fold-again.ts';

/** Longest request, which bounds the days that the query reads. */
const MAX_DAYS = 31;
/** Each listed day is folded again. */
const MAX_ROWS = 200;

export interface EstimateQuery {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly group?: string | number | undefined;
  readonly kind?: EstimateFilter['kind'];
  readonly isCorrectedToo: boolean;
  readonly page: number;
  readonly pageSize: number;
}

export interface EstimatedDay extends ListedDay {
  readonly part: EstimatedPart;
  readonly isClosed: boolean;
}

export interface EstimatedDays {
  readonly span: DaySpan;
  readonly days: readonly EstimatedDay[];
  readonly total: number;
}

export async function findEstimates(
  ctx: Context,
  caller: Caller,
  query: EstimateQuery,
): Promise<Outcome<EstimatedDays>> {
  const { db } = ctx.database;
  const { zone } = caller;
  const { start, end, kind, isCorrectedToo } = query;
  const requested = spanOfDays({ start, end, days: MAX_DAYS }, localDateOf(ctx.clock.now(), zone));
  if (!requested.ok) return requested;
  const span = requested.value;
  if (daysBetween(span.from, span.to) > MAX_DAYS) return refused('range-invalid', 'end');
  const scope = await scopeOfGroup(ctx, caller, query.group);
  if (!scope.ok) return scope;
  // Frozen days can be neither explained nor corrected.
  const frozen = (await readCurrentDays(db))(zone);
  const from = frozen !== undefined && frozen.day >= span.from ? addDays(frozen.day, 1) : span.from;
  if (from >= span.to) return done({ span, days: [], total: 0 });
  const { customerId, groupId } = scope.value;
  const current = { from, to: span.to };
  const filter = { customerId, groupId, span: current, zone, kind, isCorrectedToo };
  const limit = Math.min(Math.max(1, query.pageSize), MAX_ROWS);
  const offset = (Math.max(1, query.page) - 1) * limit;
  const listed = await readEstimates(db, filter, { offset, limit });
  const total = await countEstimates(db, filter);
  return done({ span, days: await explained(db, customerId, listed), total });
}

async function explained(
  db: Executor,
  customerId: number,
  listed: readonly ListedDay[],
): Promise<EstimatedDay[]> {
  const plan = await readSettlement(db, customerId);
  const closed = new Set(
    plan.standing.flatMap(({ start, closedAt }) => (closedAt === null ? [] : [start])),
  );
  const ids = new Set(listed.map(({ deviceId }) => deviceId));
  const facts = await readDeviceFacts(
    db,
    [...ids].map((deviceId) => ({ customerId, deviceId })),
  );
  const days: EstimatedDay[] = [];
  for (const one of listed) {
    const { day, deviceId } = one;
    const part = await partOf(db, facts.get(keyOf({ customerId, deviceId }))!, day);
    days.push({ ...one, part, isClosed: closed.has(periodOf(day, plan).start) });
  }
  return days;
}

/** Folds the day without its corrections, which would hide why it needed one. */
async function partOf(db: Executor, facts: DeviceFacts, day: LocalDate): Promise<EstimatedPart> {
  const { settings } = facts;
  const { start, end } = localDayNamed(day, settings.zone);
  const overrides = settings.overrides.filter(({ at }) => at <= start || at > end);
  const before = await stateBefore(db, facts, day);
  const wanted = { channel: 'activeTotal', from: start, until: end, heard: before?.at } as const;
  const { steps, onSteps } = collectSteps(settings, wanted);
  await foldAgain(
    db,
    facts,
    { ...settings, overrides, onSteps },
    before,
    // A reading after the day may confirm energy that a reading of the day first showed.
    ({ day: ended, state }) => ended >= day && !(state.e ?? []).some(([awaited]) => awaited <= day),
  );
  return estimatedPart(steps, start, graceMsOf(settings));
}
