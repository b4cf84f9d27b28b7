/**
 * One round of the ledger, in one transaction: some devices of the work list are folded, their
 * days priced and written. Late registers begin again from a checkpoint, new ones at the head.
 */
import { periodOf } from '@busbar/domain/billing/settlement-period';
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import type { DeviceReading } from '@busbar/domain/energy/fold-device';
import type { LocalDate } from '@busbar/domain/local-date';
import type { Executor } from '../../storage/database.ts';
import { readSettlement, type Settlement } from '../billing/settlement-repository.ts';
import { type LedgerDay, markGroupDays, readOpenDays, sumMonths, writeDays } from './day-ledger.ts';
import { type DeviceFacts, keyOf, readDeviceFacts } from './device-facts.ts';
import { claimMarks, holdLedger, readWork, settleWork, type WorkItem } from './energy-work.ts';
import { type FoldedDevice, type FoldStart, foldAgain, foldOn } from './fold-one.ts';
import {
  type BilledDay,
  type FeeChange,
  priceDays,
  priceSlots,
  readLaterDays,
  readLineSums,
  writeFees,
} from './price-days.ts';
import { firstRegisters, readRegisters } from './register-repository.ts';
import { checkpointsBefore, readHeads, writeCheckpoints, writeHeads } from './stored-fold.ts';

/** Registers of one round: what a moment folds, and a transaction may hold. */
const ROUND_ROWS = 20_000;
const MOST_AGAIN = 20;

/** False when there was nothing to do, or another process keeps the ledger. */
export async function foldRound(trx: Executor): Promise<boolean> {
  if (!(await holdLedger(trx))) return false;
  await claimMarks(trx);
  const work = await readWork(trx);
  if (work.length === 0) return false;
  const facts = await readDeviceFacts(trx, work);
  const heads = await readHeads(trx, work);
  const isNew = (item: WorkItem): boolean =>
    item.from > (heads.get(keyOf(item))?.lastAt ?? Infinity);
  const known = work.filter((item) => facts.has(keyOf(item)));
  const fresh = known.filter(isNew);
  const again = known.filter((item) => !isNew(item)).slice(0, MOST_AGAIN);
  const startOf = (item: WorkItem): Omit<FoldStart, 'state' | 'open'> => ({
    facts: facts.get(keyOf(item))!,
    head: heads.get(keyOf(item)),
  });
  const folded = [
    ...(await foldFresh(trx, fresh.map(startOf))),
    ...(await foldLate(trx, again, startOf)),
  ];
  await writeFolded(trx, folded);
  const left = new Map(folded.map(({ facts: key, next }) => [keyOf(key), next]));
  const gone = work.filter((item) => !facts.has(keyOf(item)));
  await settleWork(
    trx,
    [...gone, ...fresh, ...again].map((item) => ({ ...item, next: left.get(keyOf(item)) })),
  );
  return true;
}

type Start = Omit<FoldStart, 'state' | 'open'>;

async function foldFresh(trx: Executor, starts: readonly Start[]): Promise<FoldedDevice[]> {
  if (starts.length === 0) return [];
  const limit = Math.max(50, Math.floor(ROUND_ROWS / starts.length));
  const opens = await readOpenDays(
    trx,
    starts.flatMap(({ facts, head }) => {
      if (head === undefined || head.state.n === 0) return [];
      const { customerId, deviceId } = facts;
      const { day } = bookingDayOf(head.state.at, facts.settings.zone);
      return [{ customerId, deviceId, day, readings: head.state.n }];
    }),
  );
  const registers = await readRegisters(
    trx,
    starts.map(({ facts, head }) => ({
      customerId: facts.customerId,
      deviceId: facts.deviceId,
      after: head!.lastAt,
    })),
    limit,
  );
  return starts.map((start) => {
    const key = keyOf(start.facts);
    const readings = registers.get(key) ?? [];
    const from = { ...start, state: start.head!.state, open: opens.get(key) };
    return foldOn(from, readings, readings.length < limit);
  });
}

async function foldLate(
  trx: Executor,
  items: readonly WorkItem[],
  startOf: (item: WorkItem) => Start,
): Promise<FoldedDevice[]> {
  const firsts = await firstRegisters(trx, items);
  const present = items.filter((item) => firsts.has(keyOf(item)));
  const states = await checkpointsBefore(
    trx,
    present.map(({ customerId, deviceId }) => {
      const key = keyOf({ customerId, deviceId });
      const { zone } = startOf({ customerId, deviceId, from: 0 }).facts.settings;
      return { customerId, deviceId, day: bookingDayOf(firsts.get(key)!, zone).day };
    }),
  );
  const folded: FoldedDevice[] = [];
  let room = ROUND_ROWS;
  for (const item of present) {
    // What does not fit in this round stays for the next.
    if (room <= 0) {
      folded.push(untouched(startOf(item).facts, item.from));
      continue;
    }
    const state = states.get(keyOf(item)) ?? null;
    const start = { ...startOf(item), state, open: undefined };
    const { device, rows } = await foldWholeDays(trx, start, Math.max(room, ROUND_ROWS / 4));
    room -= rows;
    folded.push(device);
  }
  return folded;
}

function untouched(facts: DeviceFacts, next: number): FoldedDevice {
  const nothing = { days: [], keptSlotFee: [], checkpoints: [], head: undefined };
  return { facts, ...nothing, next, isAmongOthers: false };
}

/** As many registers as fill a day at least. */
async function foldWholeDays(
  trx: Executor,
  start: FoldStart,
  limit: number,
): Promise<{ device: FoldedDevice; rows: number }> {
  const { customerId, deviceId } = start.facts;
  const after = start.state?.at ?? Number.NEGATIVE_INFINITY;
  for (let most = Math.ceil(limit); ; most *= 4) {
    const found = await readRegisters(trx, [{ customerId, deviceId, after }], most);
    const readings: readonly DeviceReading[] = found.get(keyOf(start.facts)) ?? [];
    const device = await foldAgain(trx, start, readings, readings.length < most);
    if (device !== undefined) return { device, rows: readings.length };
  }
}

async function writeFolded(trx: Executor, folded: readonly FoldedDevice[]): Promise<void> {
  const touched = folded.filter(({ days }) => days.length > 0);
  const plans = await readPlans(trx, touched);
  const sums = await readLineSums(
    trx,
    touched.map(({ facts: { customerId, deviceId }, days }) => {
      const firstDay = days[0]!.day;
      const { start } = periodOf(firstDay, plans.get(customerId)!);
      return { customerId, deviceId, periodStart: start, firstDay };
    }),
  );
  const rows: LedgerDay[] = [];
  const changes: FeeChange[] = [];
  for (const device of touched) {
    const plan = plans.get(device.facts.customerId)!;
    const priced = await priceDevice(trx, device, plan, sums.get(keyOf(device.facts)) ?? new Map());
    rows.push(...ledgerDays(device, priced.fees));
    changes.push(...priced.changes);
  }
  await writeDays(trx, rows);
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
    ...changes,
  ];
  await sumMonths(trx, changed);
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

/** The days that were folded, and those after them in the last one's period. */
async function priceDevice(
  trx: Executor,
  { facts, days, isAmongOthers }: FoldedDevice,
  plan: Settlement,
  before: Parameters<typeof priceDays>[3],
) {
  const last: LocalDate = days.at(-1)!.day;
  const later = isAmongOthers
    ? await readLaterDays(trx, facts, last, periodOf(last, plan).end)
    : [];
  const billed: BilledDay[] = days.map(({ day, channels }) => ({
    day,
    bandsWh: channels.activeTotal?.bandsWh,
  }));
  const fees = priceDays(facts, plan, [...billed, ...later], before);
  const { customerId, deviceId } = facts;
  const changes = later.flatMap(({ day, fee: old }, i): FeeChange[] => {
    const fee = fees[days.length + i]!;
    const same = JSON.stringify(fee) === JSON.stringify(old);
    return same ? [] : [{ customerId, deviceId, day, fee }];
  });
  return { fees, changes };
}

function ledgerDays(
  { facts, days, keptSlotFee }: FoldedDevice,
  fees: Awaited<ReturnType<typeof priceDevice>>['fees'],
): LedgerDay[] {
  return days.map((folded, i) => ({
    customerId: facts.customerId,
    deviceId: facts.deviceId,
    folded,
    fee: fees[i]!,
    slotFee: priceSlots(folded, facts.rateOn(folded.day).version, i === 0 ? keptSlotFee : []),
  }));
}
