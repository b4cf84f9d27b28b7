/** What happened at the compared devices, in each period, told to the line whose it is. */
import { useMemo } from 'react';
import { silencesOfLine } from './silences.ts';
import type { useComparison } from './use-comparison.ts';
import { type EventSource, useDeviceEvents } from './use-device-events.ts';

/** `hidden`: lines that are not shown, by their keys. `columns`: as many as the chart has. */
export function useComparedEvents(
  { compared, lines, histories, shiftMs }: ReturnType<typeof useComparison>,
  hidden: ReadonlySet<string>,
  columns: number,
  shown: string | undefined,
) {
  const { rows } = histories;
  // A line is of its device and period, whether or not it has readings.
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
    /** A silence shorter than this is not told apart on one of the lines, ms. */
    leastMs: Math.max(...found.map(({ leastMs }) => leastMs)),
  };
}
