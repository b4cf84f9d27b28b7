/** Pure checks of the samples of a soak: whether memory, sockets, files and tables stay flat. */

export interface SoakSample {
  readonly minute: number;
  readonly rssMiB: number;
  readonly heapMiB: number;
  readonly sockets: number;
  readonly files: number;
  readonly databaseMiB: number;
  /** Share of dead rows in the ten largest tables. */
  readonly deadShare: number;
  readonly deadRows: number;
  readonly readingsPerS: number;
  readonly commands: number;
  readonly ackP95Ms: number;
  readonly loopP99Ms: number;
  /** Fault since the previous sample. */
  readonly fault: string;
}

interface Bound {
  readonly of: 'rssMiB' | 'heapMiB' | 'sockets' | 'files';
  /** Growth that is allowed over the second half: a share of the mean, and an amount. */
  readonly share: number;
  readonly amount: number;
}

export const GROWTH_BOUNDS: readonly Bound[] = [
  { of: 'rssMiB', share: 0.1, amount: 16 },
  { of: 'heapMiB', share: 0.15, amount: 16 },
  { of: 'sockets', share: 0.02, amount: 10 },
  { of: 'files', share: 0.02, amount: 10 },
];
const MAX_DEAD_SHARE = 0.3;
/** Dead rows below this number do not matter: autovacuum leaves small tables alone. */
const MAX_DEAD_ROWS = 20_000;

/** Growth over the second half by linear regression, and its mean. */
export function secondHalf(
  samples: readonly SoakSample[],
  of: Bound['of'],
): { growth: number; mean: number } {
  const half = samples.slice(Math.floor(samples.length / 2));
  const values = half.map((sample) => sample[of]);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  let covariance = 0;
  let variance = 0;
  for (const [i, value] of values.entries()) {
    covariance += (i - middle) * (value - mean);
    variance += (i - middle) ** 2;
  }
  const slope = variance === 0 ? 0 : covariance / variance;
  return { growth: slope * (values.length - 1), mean };
}

/** Returns the violations; memory is checked only if the run is long enough for its caches to fill. */
export function growthFindings(samples: readonly SoakSample[], isMemoryChecked: boolean): string[] {
  const findings = GROWTH_BOUNDS.flatMap(({ of, share, amount }) => {
    if (!isMemoryChecked && of.endsWith('MiB')) return [];
    const { growth, mean } = secondHalf(samples, of);
    const allowed = mean * share + amount;
    return growth > allowed
      ? [`${of} grew by ${growth.toFixed(1)} in the second half, ${allowed.toFixed(1)} is allowed`]
      : [];
  });
  const last = samples.at(-1);
  if (last !== undefined && last.deadShare > MAX_DEAD_SHARE && last.deadRows > MAX_DEAD_ROWS) {
    findings.push(`${(last.deadShare * 100).toFixed(0)} % of the rows are dead at the end`);
  }
  return findings;
}

/** The curve of one column as a line of blocks. */
export function curve(values: readonly number[]): string {
  const blocks = '▁▂▃▄▅▆▇█';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values
    .map((value) => blocks[high === low ? 0 : Math.round(((value - low) / (high - low)) * 7)])
    .join('');
}
