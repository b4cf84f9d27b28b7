/**
 * Power now of many devices: the sum of their newest loads. Only a load that describes the present
 * counts, and power that is measured twice, by an incomer and by its branches, counts once.
 */
import { type Presence, staleAfterMs } from '../device/presence.ts';
import { isOfPresentPosition } from './lost-load.ts';

export interface NewestLoad {
  readonly presence: Presence;
  readonly loadKw: number | null;
  /** Time of the reading, epoch ms. */
  readonly loadAt: number | null;
  /** Time since when the breaker is in its present position; null if unknown. */
  readonly actionAt: number | null;
  readonly expectedIntervalS: number;
}

/** The load of a late or offline device is unknown, however new its last reading is. */
export function isLoadOfNow(load: NewestLoad, now: number): boolean {
  const { presence, loadKw, loadAt, expectedIntervalS } = load;
  if (presence !== 'online' || loadKw === null || loadAt === null) return false;
  return now - loadAt <= staleAfterMs(expectedIntervalS) && isOfPresentPosition(load);
}

/** A supply whose power a meter of its own measures: a gateway with slaves, a tower with users. */
export interface MeteredSupply {
  readonly incomerKw: number;
  /** Sum of the branches with a load of now; 0 if there are none. */
  readonly branchesKw: number;
}

/**
 * Power of a supply: of the same power measured twice the larger value, since branches without a
 * reading are missing in their sum, and on battery the incomer carries nothing.
 */
export function supplyKw({ incomerKw, branchesKw }: MeteredSupply): number {
  return Math.abs(incomerKw) >= Math.abs(branchesKw) ? incomerKw : branchesKw;
}

/** Power in kW with three decimals; null if no device is counted, which is not 0 kW. */
export function powerNowKw(
  counted: number,
  otherKw: number,
  supplies: readonly MeteredSupply[],
): number | null {
  if (counted === 0) return null;
  const kw = supplies.reduce((sum, supply) => sum + supplyKw(supply), otherKw);
  return Math.round(1000 * kw) / 1000;
}
