/** The fold once more over the stored registers of a device: to explain it, or to try a decision. */
import {
  createDeviceFold,
  type FoldedDay,
  type FoldSettings,
  type FoldState,
} from '@busbar/domain/energy/fold-device';
import type { LocalDate } from '@busbar/domain/local-date';
import type { Executor } from '../../storage/database.ts';
import { type DeviceKey, keyOf } from '../energy/device-facts.ts';
import { readRegisters } from '../energy/register-repository.ts';
import { checkpointsBefore } from '../energy/stored-fold.ts';

const REGISTERS_AT_ONCE = 3000;

export interface DayAgain extends FoldedDay {
  /** At the end of the day; null: the day may go on. */
  readonly state: FoldState | null;
}

/** Where the fold stood before the day; null: before the first register. */
export async function stateBefore(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  day: LocalDate,
): Promise<FoldState | null> {
  const states = await checkpointsBefore(db, [{ customerId, deviceId, day }]);
  return states.get(keyOf({ customerId, deviceId })) ?? null;
}

/** From there, as far as the caller reads on. */
export async function* foldAgain(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  settings: FoldSettings,
  start: FoldState | null,
): AsyncGenerator<DayAgain> {
  const key = { customerId, deviceId };
  const fold = createDeviceFold(settings, start);
  let after = start?.at ?? Number.NEGATIVE_INFINITY;
  for (let isMore = true; isMore; ) {
    const found = await readRegisters(db, [{ ...key, after }], REGISTERS_AT_ONCE);
    const readings = found.get(keyOf(key)) ?? [];
    yield* fold.fold(readings);
    after = readings.at(-1)?.at ?? after;
    isMore = readings.length === REGISTERS_AT_ONCE;
  }
  const open = fold.openDay();
  if (open !== null) yield { ...open, state: null };
}
