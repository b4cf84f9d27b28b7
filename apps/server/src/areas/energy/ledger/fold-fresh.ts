/** Folds new registers of many devices, each from its head, or of a few with a long history. */
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import type { DeviceReading, FoldState } from '@busbar/domain/energy/fold-device';
import type { Executor } from '../../../storage/database.ts';
import { keyOf } from './device-key.ts';
import { type FoldedDevice, type FoldStart, foldOn } from './fold-one.ts';
import type { ImpossibleSteps } from './impossible-steps.ts';
import { inSlices } from './in-slices.ts';
import {
  lastRegisters,
  type RegistersAfter,
  readRegisters,
  readSlices,
} from './register-queries.ts';
import { readOpenDays } from './stored-day-queries.ts';

/**
 * Each slice takes 10 to 30 ms to fold. With smaller slices the overhead per slice would exceed the
 * time saved by reading in parallel.
 */
const SLICE_REGISTERS = 10_000;

export type Start = Omit<FoldStart, 'state' | 'open' | 'base'>;

export async function foldFresh(
  trx: Executor,
  starts: readonly Start[],
  rows: number,
  impossible: ImpossibleSteps,
): Promise<FoldedDevice[]> {
  if (starts.length === 0) return [];
  const limit = Math.max(20, Math.floor(rows / starts.length));
  const opens = await readOpenDays(
    trx,
    starts.flatMap(({ facts, head }) => {
      if (head === undefined || head.state.n === 0) return [];
      const { customerId, deviceId } = facts;
      const { day } = bookingDayOf(head.state.at, facts.settings.zone);
      return [{ customerId, deviceId, day, readings: head.state.n }];
    }),
  );
  const slicesOf =
    limit > SLICE_REGISTERS
      ? (start: Start) => readSlices(trx, afterHead(start), limit, SLICE_REGISTERS)
      : await atOnce(trx, starts, limit);
  const folded: FoldedDevice[] = [];
  const nextSlice = inSlices();
  for (const start of starts) {
    await nextSlice();
    const open = opens.get(keyOf(start.facts));
    const base = await baseOf(trx, start, start.head?.state);
    const from = { ...start, state: start.head?.state ?? null, open, base };
    folded.push(await foldOn(from, slicesOf(start), limit, impossible));
  }
  return folded;
}

async function atOnce(trx: Executor, starts: readonly Start[], limit: number) {
  const registers = await readRegisters(trx, starts.map(afterHead), limit);
  return ({ facts }: Start) => [registers.get(keyOf(facts)) ?? []];
}

function afterHead({ facts: { customerId, deviceId }, head, standing }: Start): RegistersAfter {
  return {
    customerId,
    deviceId,
    after: head?.lastAt ?? standing?.until ?? Number.NEGATIVE_INFINITY,
  };
}

/** Returns the registers on which a fold without a readable state is based after a purge. */
export async function baseOf(
  trx: Executor,
  { facts, standing }: Start,
  state: FoldState | null | undefined,
): Promise<readonly DeviceReading[]> {
  return state != null || standing === undefined ? [] : lastRegisters(trx, facts, standing.until);
}
