/** Load that is interrupted if breakers open, from their newest readings. */

export interface BreakerLoad {
  readonly loadKw: number | null;
  /** Time of the reading, epoch ms. */
  readonly loadAt: number | null;
  /** Time since when the breaker is in its present position; null if unknown. */
  readonly actionAt: number | null;
}

interface LostLoad {
  /** Sum of the breakers with a reading; power in either direction is interrupted. */
  readonly kw: number;
  /** Number of breakers with a reading, and without. */
  readonly known: number;
  readonly unknown: number;
  /** Time of the oldest reading; null if there is none. */
  readonly oldestAt: number | null;
}

/** A reading from before the last switching does not describe the present load. */
export function isOfPresentPosition({ loadAt, actionAt }: BreakerLoad): boolean {
  return loadAt !== null && (actionAt === null || loadAt >= actionAt);
}

export function lostLoad(breakers: readonly BreakerLoad[]): LostLoad {
  let kw = 0;
  let known = 0;
  let oldestAt: number | null = null;
  for (const breaker of breakers) {
    const { loadKw, loadAt } = breaker;
    if (loadKw === null || loadAt === null || !isOfPresentPosition(breaker)) continue;
    kw += Math.abs(loadKw);
    known += 1;
    oldestAt = oldestAt === null ? loadAt : Math.min(oldestAt, loadAt);
  }
  return { kw, known, unknown: breakers.length - known, oldestAt };
}
