/** Events of the compared devices in each period, assigned to their lines. */
import { useMemo } from 'react';
import { type EventSource, useDeviceEvents } from '../events/use-device-events.ts';
import { silencesOfLine } from '../history/outages.ts';
import type { useComparison } from './use-comparison.ts';

/** `hidden`: keys of hidden lines. `columns`: number of columns of the chart. */
export function useComparedEvents(
  { compared, lines, histories, shiftMs }: ReturnType<typeof useComparison>,
  hidden: ReadonlySet<string>,
  columns: number,
  shown: string | undefined,
) {
  const { rows } = histories;
  // Every combination of device and period is a line, even without readings.
  const found = useMemo(
    () =>
      compared.map(({ code, span, isOther }, lane) => {
        const nowMs = Date.now();
        const { found: silences, leastMs } = silencesOfLine(rows[lane], {
          ...span,
          columns,
          nowMs,
        });
        const { field, mark, label, color } = lines[lane]!;
        const line = { mark, label, color, lane, shiftMs: isOther ? shiftMs : 0 };
        return { field, leastMs, source: { code, span, silences, line } satisfies EventSource };
      }),
    [compared, lines, rows, shiftMs, columns],
  );
  const sources = useMemo(
    () => found.filter(({ field }) => !hidden.has(field)).map(({ source }) => source),
    [found, hidden],
  );
  return {
    happened: useDeviceEvents(sources, shown),
    /** Min length of a listed gap, ms; shorter gaps are indistinguishable on at least one line. */
    leastMs: Math.max(...found.map(({ leastMs }) => leastMs)),
  };
}
