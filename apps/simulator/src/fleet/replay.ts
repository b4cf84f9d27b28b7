/**
 * A recorded load as readings of a device. Only recorded values are reported, unchanged: power,
 * reactive power, voltage, current. The energy register is the running sum of kW/60 of the rows so
 * far, to a hundredth at each report; before the first minute the meter reports zero, so that the
 * first minute's energy has a start.
 */
import type { Reading } from '@busbar/device-protocol/up/decode-data';
import { parseLocal } from '@busbar/domain/calendar';

const COLUMNS = ['local_time', 'active_kw', 'reactive_kvar', 'voltage_v', 'current_a'] as const;
const RECORDED_ZONE = 'Europe/Paris';
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** Watt-minutes per 0.01 kWh. */
const WATT_MINUTES_PER_CENT = 600;

export interface RecordedRow {
  /** Recorded time, ms since 1970. */
  readonly at: number;
  readonly activeKw: number;
  readonly reactiveKvar: number;
  readonly voltageV: number;
  readonly currentA: number;
}

/** Throws an error that names the line if the recording is invalid. */
export function parseRecording(csv: string): RecordedRow[] {
  const [head = '', ...lines] = csv.split(/\r?\n/);
  const names = head.split(',');
  const places = COLUMNS.map((name) => {
    const place = names.indexOf(name);
    if (place < 0) throw new Error(`the recording has no column ${name}`);
    return place;
  });
  const rows: RecordedRow[] = [];
  lines.forEach((line, index) => {
    if (line === '') return;
    const cells = line.split(',');
    rows.push(
      parseRow(
        places.map((place) => cells[place] ?? ''),
        index + 2,
      ),
    );
  });
  if (rows.length === 0) throw new Error('the recording has no rows');
  return rows;
}

function parseRow(cells: readonly string[], line: number): RecordedRow {
  const [time = '', ...texts] = cells;
  const at = parseLocal(`${time.replace('T', ' ')}:00`, RECORDED_ZONE);
  const values = texts.map((text) => (text === '' ? Number.NaN : Number(text)));
  const [activeKw = Number.NaN, reactiveKvar = 0, voltageV = 0, currentA = 0] = values;
  if (at === undefined || !values.every(Number.isFinite)) {
    throw new Error(`line ${line} of the recording cannot be read`);
  }
  return { at, activeKw, reactiveKvar, voltageV, currentA };
}

/**
 * Returns the shift of the recording: the max number of whole weeks that leaves its end in the
 * past. Whole weeks preserve the day of the week; shifting instants instead of clock times prevents
 * daylight saving time from mapping two minutes to one.
 */
export function replayShiftMs(rows: readonly RecordedRow[], now: number): number {
  const end = rows.reduce((latest, { at }) => Math.max(latest, at), 0);
  return Math.floor((now - end) / WEEK_MS) * WEEK_MS;
}

export function replayReadings(rows: readonly RecordedRow[], shiftMs: number): Reading[] {
  const first = rows[0];
  if (first === undefined) return [];
  let wattMinutes = 0;
  const readings = rows.map((row): Reading => {
    wattMinutes += Math.round(row.activeKw * 1000);
    return {
      address: undefined,
      deviceTime: row.at + shiftMs,
      measurement: {
        voltageA: row.voltageV,
        currentA: row.currentA,
        activePower: row.activeKw,
        reactivePower: row.reactiveKvar,
      },
      registers: { activeTotal: Math.round(wattMinutes / WATT_MINUTES_PER_CENT) / 100 },
    };
  });
  const before: Reading = {
    address: undefined,
    deviceTime: first.at + shiftMs - MINUTE_MS,
    measurement: undefined,
    registers: { activeTotal: 0 },
  };
  return [before, ...readings];
}
