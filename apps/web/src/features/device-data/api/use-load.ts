/** Averages of a device's active power in a period, from the start of its first day. */
import { startOfDay } from '@busbar/domain/calendar';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toMeasurement } from '../../../device-kit/api/reading-fields.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import type { Span } from '../history/history-span.ts';
import { type LoadMean, loadColumns } from '../load/load-shape.ts';
import { type HistoryAnswer, thinnedQuestion } from './use-history.ts';

export function useLoad(code: string, span: Span, zone: string) {
  const startMs = useMemo(() => startOfDay(span.startMs, zone), [span.startMs, zone]);
  const columns = useMemo(() => loadColumns(startMs, span.endMs), [startMs, span.endMs]);
  const requested = { startMs, endMs: columns?.endMs ?? span.endMs };
  const query = useCallQuery(
    'v1.data.findVariableByDateTime',
    thinnedQuestion(code, requested, ['activePower'], (columns?.count ?? 1) * 2),
    { placeholderData: keepPreviousData, select: toMeans, enabled: columns !== undefined },
  );
  return { ...query, startMs, columns };
}

function toMeans(answer: HistoryAnswer): readonly LoadMean[] {
  return (answer.means ?? []).flatMap((mean) => {
    const value = toMeasurement(mean).activePower;
    return value !== undefined ? [{ ts: mean.ts, value }] : [];
  });
}
