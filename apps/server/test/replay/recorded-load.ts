/**
 * The recorded load, parsed independently of the simulator, so that an error in the simulator's
 * parser does not go unnoticed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const RECORDED_FILE = fileURLToPath(
  new URL('../../../../../shared/data/household-load-1min.csv', import.meta.url),
);

export interface RecordedMinute {
  /** Time of the recording, in ms since 1970. */
  readonly at: number;
  readonly activeKw: number;
  readonly reactiveKvar: number;
  readonly voltageV: number;
  readonly currentA: number;
}

/** Returns undefined, and prints a line to the console, if the file does not exist. */
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
    // The recording is from winter: Paris is one hour ahead of UTC from the first row to the last.
    return { at: Date.parse(`${time}:00+01:00`), activeKw, reactiveKvar, voltageV, currentA };
  });
}
