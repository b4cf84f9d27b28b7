/** One week of a device's voltages as evaluated by the server, with averages as chart columns. */
import { keepPreviousData } from '@tanstack/react-query';
import type { ChartColumns } from '../../../charts/time/history-columns.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export type VoltageWeek = Answer<'v2.voltage-quality'>['data'];
export type VoltagePhase = VoltageWeek['phases'][number];

export function useVoltageQuality(
  code: string,
  start: string | undefined,
  nominal: number | undefined,
) {
  return useCallQuery(
    'v2.voltage-quality',
    {
      query: {
        device_code: code,
        ...(start === undefined ? {} : { start }),
        ...(nominal === undefined ? {} : { nominal }),
      },
    },
    { placeholderData: keepPreviousData, select: ({ data }) => data },
  );
}

const WIRE = { a: 'volPa', b: 'volPb', c: 'volPc' } as const;

/** A point in the middle of each interval; an interval without an average breaks the line. */
export function meanColumns(week: VoltageWeek): ChartColumns {
  const stepMs = week.interval_s * 1000;
  const count = Math.round((week.end - week.start) / stepMs);
  const at = new Map(week.means.map((mean) => [mean.ts, mean]));
  const begins = Array.from({ length: count }, (_, i) => week.start + i * stepMs);
  const values = Object.fromEntries(
    Object.entries(WIRE).map(([phase, name]) => [
      phase,
      begins.map((begin) => at.get(begin)?.[name] ?? null),
    ]),
  );
  const present = Object.keys(WIRE).filter((phase) => values[phase]!.some((one) => one !== null));
  return { times: begins.map((begin) => begin + stepMs / 2), min: values, max: values, present };
}
