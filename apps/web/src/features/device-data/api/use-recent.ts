/** The last fifteen minutes of a device, extended by the real-time channel. */
import type { MeasurementField } from '@busbar/domain/device/measurement';
import { useState } from 'react';
import type { SparkPoint } from '../../../charts/spark/sparkline-path.ts';
import { MAIN_FIELDS, toMeasurement } from '../../../device-kit/api/reading-fields.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { useThinnedHistory } from './use-history.ts';

export const RECENT_MS = 15 * 60_000;
const STEP_MS = 5_000;
/** Maximum rows: minimum and maximum of every two seconds, finer than a sparkline can show. */
const SAMPLE = 900;

export interface Recent {
  readonly startMs: number;
  readonly endMs: number;
  /** A gap of at least this length breaks the line. */
  readonly gapMs: number;
  points: (field: MeasurementField) => readonly SparkPoint[];
}

/**
 * The component must be remounted for another device, because the events belong to one device.
 * `gapMs` is three reporting intervals.
 */
export function useRecent(code: string, gapMs: number): Recent {
  const now = useNow(STEP_MS);
  // The fifteen minutes before mounting are queried once; events extend them.
  const [openedAt] = useState(() => Date.now());
  const [heard, setHeard] = useState<readonly Record<string, number>[]>([]);
  const span = { startMs: openedAt - RECENT_MS, endMs: openedAt + 1 };
  const history = useThinnedHistory(code, span, MAIN_FIELDS, SAMPLE);
  useRealtime((event) => {
    if (event.type !== 'VARIABLE' || event.deviceCode !== code) return;
    const { ts } = event.reading;
    setHeard((old) => [
      ...old.filter((row) => row.ts! > ts - 2 * RECENT_MS && row.ts !== ts),
      { ...toMeasurement(event.reading), ts },
    ]);
  });
  const rows = [...(history.data?.rows ?? []), ...heard];
  return {
    startMs: now - RECENT_MS,
    endMs: now,
    gapMs,
    points: (field) =>
      rows.flatMap((row) => {
        const value = row[field];
        return typeof value === 'number' ? [{ ts: row.ts as number, value }] : [];
      }),
  };
}
