/**
 * The recorded load, read here once more by other means than the simulator's: whatever both
 * mistook in the same way would not be noticed otherwise.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const RECORDED_FILE = fileURLToPath(
  new URL('../../../../../shared/data/household-load-1min.csv', import.meta.url),
);

export interface RecordedMinute {
  /** Instant of the recording, ms since 1970. */
  readonly at: number;
  readonly activeKw: number;
  readonly reactiveKvar: number;
  readonly voltageV: number;
  readonly currentA: number;
}

/** Undefined, and a line on the console, where the file is not there. */
export function recordedLoad(): readonly RecordedMinute[] | undefined {
  if (!existsSync(RECORDED_FILE)) {
    console.warn(`${RECORDED_FILE} is not there: the replay of the recorded load is SKIPPED.`);
    return undefined;
  }
  const [head, ...lines] = readFileSync(RECORDED_FILE, 'utf8').trimEnd().split('\n');
  if (head !== 'local_time,active_kw,reactive_kvar,voltage_v,current_a') {
    throw new Error(`other columns than expected: ${head}`);
  }
  return lines.map((line) => {
    const [time, ...values] = line.split(',');
    const [activeKw = 0, reactiveKvar = 0, voltageV = 0, currentA = 0] = values.map(Number);
    // The household's winter: Paris is one hour ahead from the first row to the last.
    return { at: Date.parse(`${time}:00+01:00`), activeKw, reactiveKvar, voltageV, currentA };
  });
}
