/** The curve of power as SVG paths: one unit per quarter hour, from 0 kW at the bottom. */
import type { DashboardNow } from './api/use-dashboard.ts';

export const QUARTER_MS = 900_000;
/** Space above the highest point, for its stroke and dot. */
const TOP = 3;

export interface CurvePaths {
  readonly area: string;
  readonly line: string;
  /** A stroke without length, which round line ends draw as a dot. */
  readonly dot: string | undefined;
}

export function curvePaths(
  { from, kw }: DashboardNow['power']['curve'],
  peak: DashboardNow['power']['peak'],
  height: number,
): CurvePaths {
  const highest = Math.max(0, ...kw.map((value) => value ?? 0));
  const y = (value: number) =>
    highest === 0 ? height - 1 : rounded(height - (Math.max(0, value) / highest) * (height - TOP));
  const line: string[] = [];
  const area: string[] = [];
  for (const run of knownRuns(kw)) {
    const points = run.map(({ at, value }) => `${at + 0.5} ${y(value)}`);
    const first = run[0]!.at;
    const last = run.at(-1)!.at + 1;
    const steps = [`${first} ${y(run[0]!.value)}`, ...points, `${last} ${y(run.at(-1)!.value)}`];
    line.push(`M${steps.join('L')}`);
    area.push(`M${first} ${height}L${steps.join('L')}L${last} ${height}Z`);
  }
  const place = peak === null ? -1 : (peak.at - from) / QUARTER_MS;
  const isShown = peak !== null && place >= 0 && place < kw.length;
  const dot = isShown ? `M${place + 0.5} ${y(peak.kw)}h0.01` : undefined;
  return { area: area.join(''), line: line.join(''), dot };
}

/** Consecutive known values: the line breaks where the power is unknown. */
function knownRuns(kw: readonly (number | null)[]): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = [];
  kw.forEach((value, at) => {
    if (value === null) return;
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1)!.at === at - 1) run.push({ at, value });
    else runs.push([{ at, value }]);
  });
  return runs;
}

const rounded = (value: number) => Math.round(100 * value) / 100;
