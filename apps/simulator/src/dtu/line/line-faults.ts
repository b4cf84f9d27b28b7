/**
 * Scripted faults of the line behind a DTU, by name. Those of a meter apply to one station of the
 * line, by default the first.
 */
import { healthyStation, type Station, type StationQuirks } from '../station/station.ts';
import { healthyLine, type LineQuirks } from './line-quirks.ts';
import type { SerialLine } from './serial-line.ts';

const HOUR_MS = 3_600_000;

type LineFault = (line: SerialLine, stations: readonly Station[]) => void;

const ofLine =
  (change: Partial<LineQuirks>): LineFault =>
  ({ quirks }) => {
    Object.assign(quirks, change);
  };

const ofMeters =
  (change: Partial<StationQuirks>): LineFault =>
  (_line, stations) => {
    for (const { quirks } of stations) Object.assign(quirks, change);
  };

export const LINE_FAULTS = {
  'line-noise': ofLine({ isNoisy: true }),
  'cut-frames': ofLine({ cutsFrames: true }),
  'line-echo': ofLine({ echoes: true }),
  'merged-frames': ofLine({ mergesFrames: true }),
  'split-bytes': ofLine({ splitsBytes: true }),
  'heartbeat-in-reply': ofLine({ heartbeatInside: true }),
  'dtu-hangs': ofLine({ hangs: true }),
  'silent-meter': ofMeters({ isSilent: true }),
  'slow-answers': ofMeters({ isSlow: true }),
  'wrong-crc': ofMeters({ hasWrongCheck: true }),
  'registers-absent': ofMeters({ lacksOptional: true }),
  'stuck-relay': ofMeters({ hasStuckRelay: true }),
  'other-password': ofMeters({ hasOtherPassword: true }),
  'meter-clock-slow': ofMeters({ clockOffsetMs: -HOUR_MS }),
  'meter-clock-fast': ofMeters({ clockOffsetMs: HOUR_MS }),
  'switch-answer-lost': ofMeters({ losesSwitchAnswers: true }),
  'over-current-trip': ofMeters({ trippedBy: 'overCurrent' }),
  'leakage-trip': ofMeters({ trippedBy: 'electricLeakage' }),
  'chained-answers': ofMeters({ chainsAnswers: true }),
  // Another meter of the line answers too; a line with one meter has no clash.
  'address-clash': (line, stations) => {
    for (const { spec } of stations) {
      const other = line.stations.find((station) => station.spec.station !== spec.station);
      if (other !== undefined) other.quirks.clashesWith = spec.station;
    }
  },
} as const satisfies Readonly<Record<string, LineFault>>;

export type LineFaultName = keyof typeof LINE_FAULTS;

export const LINE_FAULT_NAMES = Object.keys(LINE_FAULTS) as LineFaultName[];

export function isLineFaultName(name: string): name is LineFaultName {
  return Object.hasOwn(LINE_FAULTS, name);
}

/** `station` names one meter, or all with `*`; undefined for the first meter of the line. */
export function applyLineFault(name: LineFaultName, line: SerialLine, station?: string): void {
  const chosen =
    station === undefined
      ? line.stations.slice(0, 1)
      : line.stations.filter(({ spec }) => station === '*' || spec.station === station);
  LINE_FAULTS[name](line, chosen);
}

/** Ends all faults except those of the counters, as `healthy` does for a device. */
export function heal(line: SerialLine): void {
  Object.assign(line.quirks, healthyLine());
  for (const { quirks } of line.stations) Object.assign(quirks, healthyStation());
}
