/**
 * One round of the ledger in one transaction: folds some devices of the work list, prices their
 * days and writes them. Late registers are folded from a checkpoint, new ones from the head, and
 * those of a device without either from the first register.
 */
import { periodOf } from '@busbar/domain/billing/settlement-period';
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import {
  billedDays,
  type DayFee,
  type LineSums,
  priceDays,
  priceSlot,
  priceSlots,
} from '@busbar/domain/tariff/day-fees';
import type { BusMessage } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';
import { adjustChangedDays } from '../settlement/adjust-closed.ts';
import { readSettlement, type Settlement } from '../settlement/settlement-queries.ts';
import { type CurrentDays, readCurrentDays } from './current-days.ts';
import {
  type AmendedLedgerDay,
  type LedgerDay,
  writeAmendments,
  writeDays,
} from './day-write-queries.ts';
import { type DeviceKey, keyOf } from './device-key.ts';
import {
  completeWork,
  type FoldedSpan,
  lockLedger,
  passMarks,
  readWork,
  type WorkItem,
} from './energy-work-queries.ts';
import {
  type FeeChange,
  type LaterDay,
  readLaterDays,
  readLineSums,
  writeFees,
} from './fee-queries.ts';
import { baseOf, foldFresh, type Start } from './fold-fresh.ts';
import { beginAgain, endAgain, type FoldedDevice, type FoldStart } from './fold-one.ts';
import { type ImpossibleSteps, impossibleSteps } from './impossible-steps.ts';
import { inSlices } from './in-slices.ts';
import { readFactsOfWork } from './other-meter-queries.ts';
import { firstRegisters, type RegistersAfter, readRegisters } from './register-queries.ts';
import {
  checkpointsBefore,
  checkpointsOf,
  readHeads,
  type StoredHead,
  writeCheckpoints,
  writeHeads,
} from './stored-fold-queries.ts';
import { markGroupDays, sumMonths } from './sum-queries.ts';

const MAX_AGAIN = 5;
/** Initial number of registers to read for a refolded device, and the total for all of them. */
const MIN_AGAIN = 500;
const REGISTERS_AGAIN = 20_000;

/** Maximum amount of work in one round. */
export interface RoundSize {
  readonly devices: number;
  readonly registers: number;
  /** Limit if there are so few devices that reading takes longer than writing their days. */
  readonly registersOfFew: number;
}

const FEW_DEVICES = 3;

export interface FoldedRound {
  /** Messages to publish after the commit. */
  readonly messages: readonly BusMessage[];
  /** True if all claimed work is folded. */
  readonly isAll: boolean;
  /** Spans with dirty flags that another transaction may have been writing; see `passMarks`. */
  readonly unpassed: readonly FoldedSpan[];
}

/** Returns undefined if there is no work or another process holds the ledger lock. */
export async function foldRound(
  trx: Executor,
  size: RoundSize,
  now: number,
): Promise<FoldedRound | undefined> {
  if (!(await lockLedger(trx))) return undefined;
  const { items: work, isShort } = await readWork(trx, size.devices, now);
  if (work.length === 0) return undefined;
  const impossible = impossibleSteps(now);
  const facts = await readFactsOfWork(trx, work);
  const heads = await readHeads(trx, work);
  const standingDays = await readCurrentDays(trx);
  const currentStateOf = (item: DeviceKey): CurrentDays | undefined =>
    standingDays(facts.get(keyOf(item))!.settings.zone);
  const isNew = (item: WorkItem): boolean => {
    const head = heads.get(keyOf(item));
    // A decision cannot change days whose registers were purged.
    const from = Math.max(item.from, (currentStateOf(item)?.until ?? Number.NEGATIVE_INFINITY) + 1);
    return head === undefined || from > head.lastAt;
  };
  const known = work.filter((item) => facts.has(keyOf(item)));
  const fresh = known.filter(isNew);
  const again = known.filter((item) => !isNew(item)).slice(0, MAX_AGAIN);
  const startOf = (item: WorkItem): Start => ({
    facts: facts.get(keyOf(item))!,
    head: heads.get(keyOf(item)),
    standing: currentStateOf(item),
  });
  const registers = known.length > FEW_DEVICES ? size.registers : size.registersOfFew;
  const folded = [
    ...(await foldFresh(trx, fresh.map(startOf), registers, impossible)),
    ...(await foldLate(trx, again, startOf, registers, impossible)),
  ];
  await writeFolded(trx, folded, now);
  const left = new Map(folded.map(({ facts: key, next }) => [keyOf(key), next]));
  const gone = work.filter((item) => !facts.has(keyOf(item)));
  await completeWork(
    trx,
    [...gone, ...fresh, ...again].map((item) => ({ ...item, next: left.get(keyOf(item)) })),
  );
  // Runs last, because the ingest waits for these flags and many transactions write the alarm sums.
  const unpassed = await passMarks(trx, folded.flatMap(energyEventsOf(heads)));
  const messages = await recordAlarms(trx, impossible.events(), now);
  const isEach = fresh.length + again.length === known.length;
  const isAll = isShort && isEach && folded.every(({ next }) => next === undefined);
  return { messages, isAll, unpassed };
}

function energyEventsOf(heads: ReadonlyMap<string, StoredHead>) {
  return ({ facts, news }: FoldedDevice): FoldedSpan[] => {
    const { customerId, deviceId } = facts;
    const after = heads.get(keyOf(facts))?.lastAt ?? Number.NEGATIVE_INFINITY;
    return news === undefined ? [] : [{ customerId, deviceId, after, ...news }];
  };
}

async function foldLate(
  trx: Executor,
  items: readonly WorkItem[],
  startOf: (item: WorkItem) => Start,
  rows: number,
  impossible: ImpossibleSteps,
): Promise<FoldedDevice[]> {
  const firsts = await firstRegisters(
    trx,
    items.map((item) => {
      const { standing } = startOf(item);
      return standing === undefined
        ? item
        : { ...item, from: Math.max(item.from, standing.until + 1) };
    }),
  );
  const present = items.filter((item) => firsts.has(keyOf(item)));
  const states = await checkpointsBefore(
    trx,
    present.map(({ customerId, deviceId }) => {
      const key = keyOf({ customerId, deviceId });
      const { zone } = startOf({ customerId, deviceId, from: 0 }).facts.settings;
      return { customerId, deviceId, day: bookingDayOf(firsts.get(key)!, zone).day };
    }),
  );
  const starts: FoldStart[] = [];
  for (const item of present) {
    const start = startOf(item);
    const state = states.get(keyOf(item)) ?? null;
    starts.push({ ...start, state, open: undefined, base: await baseOf(trx, start, state) });
  }
  const all = Math.min(REGISTERS_AGAIN, rows);
  const limit = Math.max(MIN_AGAIN, Math.floor(all / present.length));
  return endEach(trx, starts, limit, impossible);
}

/** Reads for each device at least as many registers as fill a day. */
async function endEach(
  trx: Executor,
  starts: readonly FoldStart[],
  limit: number,
  impossible: ImpossibleSteps,
): Promise<FoldedDevice[]> {
  if (starts.length === 0) return [];
  const registers = await readRegisters(trx, starts.map(afterOf), limit);
  const begun = starts.map((start) => {
    const readings = registers.get(keyOf(start.facts)) ?? [];
    return beginAgain(start, readings, readings.length < limit, impossible);
  });
  const stored = await checkpointsOf(
    trx,
    begun.flatMap(({ start, closed }) => closed.map(({ day }) => ({ ...keyPart(start), day }))),
  );
  const folded: FoldedDevice[] = [];
  const short: FoldStart[] = [];
  for (const again of begun) {
    const device = await endAgain(trx, again, stored);
    if (device === undefined) short.push(again.start);
    else folded.push(device);
  }
  return [...folded, ...(await endEach(trx, short, limit * 4, impossible))];
}

function keyPart({ facts: { customerId, deviceId } }: Start): DeviceKey {
  return { customerId, deviceId };
}

function afterOf(start: FoldStart): RegistersAfter {
  const after = start.state?.at ?? start.standing?.until ?? Number.NEGATIVE_INFINITY;
  return { ...keyPart(start), after };
}

async function writeFolded(
  trx: Executor,
  folded: readonly FoldedDevice[],
  now: number,
): Promise<void> {
  const touched = folded.filter(({ days, amended }) => days.length > 0 || amended.length > 0);
  const plans = await readPlans(trx, touched);
  const sums = await readLineSums(
    trx,
    touched.map((device) => {
      const { customerId, deviceId } = device.facts;
      const { firstDay } = spanOf(device);
      const { start } = periodOf(firstDay, plans.get(customerId)!);
      return { customerId, deviceId, periodStart: start, firstDay };
    }),
  );
  const later = await readLaterDays(
    trx,
    touched.flatMap((device) => {
      const { customerId, deviceId } = device.facts;
      const { firstDay, lastDay } = spanOf(device);
      const hasAmended = device.amended.length > 0;
      if (!device.isAmongOthers && !hasAmended) return [];
      const { end } = periodOf(lastDay, plans.get(customerId)!);
      return [{ customerId, deviceId, after: hasAmended ? firstDay : lastDay, periodEnd: end }];
    }),
  );
  const rows: LedgerDay[] = [];
  const amendments: AmendedLedgerDay[] = [];
  const changes: FeeChange[] = [];
  const nextSlice = inSlices();
  for (const device of touched) {
    await nextSlice();
    const key = keyOf(device.facts);
    const plan = plans.get(device.facts.customerId)!;
    const priced = priceDevice(device, plan, sums.get(key) ?? new Map(), later.get(key) ?? []);
    rows.push(...ledgerDays(device, priced.feeOf));
    amendments.push(...amendedDays(device, priced.feeOf));
    changes.push(...priced.changes);
  }
  await writeDays(trx, rows);
  await writeAmendments(trx, amendments);
  await writeFees(trx, changes);
  await writeCheckpoints(
    trx,
    folded.flatMap(({ checkpoints }) => checkpoints),
  );
  await writeHeads(
    trx,
    folded.flatMap(({ head }) => head ?? []),
  );
  const changed = [
    ...rows.map(({ customerId, deviceId, folded: { day } }) => ({ customerId, deviceId, day })),
    ...amendments.map(({ customerId, deviceId, amended: { day } }) => ({
      customerId,
      deviceId,
      day,
    })),
    ...changes,
  ];
  await sumMonths(trx, changed);
  await adjustChangedDays(trx, changed, now);
  const groups = new Map(touched.map(({ facts }) => [keyOf(facts), facts.groupId]));
  await markGroupDays(
    trx,
    changed.map((day) => ({ ...day, groupId: groups.get(keyOf(day))! })),
  );
}

async function readPlans(
  trx: Executor,
  folded: readonly FoldedDevice[],
): Promise<Map<number, Settlement>> {
  const plans = new Map<number, Settlement>();
  for (const { facts } of folded) {
    if (plans.has(facts.customerId)) continue;
    plans.set(facts.customerId, await readSettlement(trx, facts.customerId));
  }
  return plans;
}

/** Returns the first and last day of a device that were folded or amended. */
function spanOf({ days, amended }: FoldedDevice): { firstDay: string; lastDay: string } {
  const names = [...days, ...amended].map(({ day }) => day).sort();
  return { firstDay: names[0]!, lastDay: names.at(-1)! };
}

interface PricedDevice {
  readonly feeOf: ReadonlyMap<string, DayFee>;
  readonly changes: FeeChange[];
}

/** Prices the folded and amended days, and the stored days whose fees depend on them. */
function priceDevice(
  { facts, days, amended }: FoldedDevice,
  plan: Settlement,
  before: LineSums,
  later: readonly LaterDay[],
): PricedDevice {
  const billed = billedDays([...amended, ...days], later);
  const fees = priceDays(facts, plan, billed, before);
  const feeOf = new Map(billed.map(({ day }, i) => [day, fees[i]!]));
  const { customerId, deviceId } = facts;
  const written = new Set([...amended, ...days].map(({ day }) => day));
  const changes = later.flatMap(({ day, fee: old }): FeeChange[] => {
    if (written.has(day)) return [];
    const fee = feeOf.get(day)!;
    const same = JSON.stringify(fee) === JSON.stringify(old);
    return same ? [] : [{ customerId, deviceId, day, fee }];
  });
  return { feeOf, changes };
}

function ledgerDays(
  { facts, days, storedSlotFee }: FoldedDevice,
  feeOf: PricedDevice['feeOf'],
): LedgerDay[] {
  return days.map((folded, i) => ({
    customerId: facts.customerId,
    deviceId: facts.deviceId,
    folded,
    fee: feeOf.get(folded.day)!,
    slotFee: priceSlots(folded, facts.rateOn(folded.day).version, i === 0 ? storedSlotFee : []),
  }));
}

function amendedDays(
  { facts, amended }: FoldedDevice,
  feeOf: PricedDevice['feeOf'],
): AmendedLedgerDay[] {
  const { customerId, deviceId } = facts;
  return amended.map((day) => {
    const { version } = facts.rateOn(day.day);
    const slotFee = day.slots.map(({ bandsWh }) => priceSlot(bandsWh, version));
    return { customerId, deviceId, amended: day, fee: feeOf.get(day.day)!, slotFee };
  });
}
