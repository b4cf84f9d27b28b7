/** The comparison defined by the URL: its lines, their readings, and common columns. */
import { useMemo } from 'react';
import { comparedColumns } from '../../../charts/bars/compared-columns.ts';
import { isMeasurementField } from '../../../device-kit/api/reading-fields.ts';
import { useCompared } from '../api/use-compared.ts';
import type { HistorySpan } from '../history/use-history-span.ts';
import { lookOfField } from '../pictures/field-looks.ts';
import { comparedCodes, comparedSeries, mostDevices } from './compared-lines.ts';
import { comparedSpan } from './compared-period.ts';
import { useComparedLines } from './use-compared-lines.ts';

export function useComparison(
  code: string,
  { search, whole, span, zone }: HistorySpan,
  count: number,
) {
  const { period, since } = search;
  const field = isMeasurementField(search.field) ? search.field : 'activePower';
  const other = useMemo(
    () => comparedSpan(span, { period, since, whole }, zone),
    [span, period, since, whole, zone],
  );
  const hasOther = other !== undefined;
  const codes = useMemo(
    () => comparedCodes(code, search.with, hasOther),
    [code, search.with, hasOther],
  );
  const compared = useMemo(() => comparedSeries(codes, span, other), [codes, span, other]);
  const histories = useCompared(compared, field, count);
  const columns = useMemo(() => {
    const lines = compared.map(({ key, span: { startMs } }, at) => ({
      key,
      rows: histories.rows[at] ?? [],
      field,
      startMs,
    }));
    return comparedColumns(lines, { ...span, columns: count });
  }, [compared, histories.rows, field, span, count]);
  return {
    field,
    ...lookOfField(field),
    other,
    /** Time by which the other period is shifted on the axis; 0 without one. */
    shiftMs: hasOther ? span.startMs - other.startMs : 0,
    codes,
    mostDevices: mostDevices(hasOther),
    /** Number of devices in the URL that are not drawn. */
    leftOut: comparedCodes(code, search.with, false).length - codes.length,
    compared,
    lines: useComparedLines(compared, search),
    histories,
    columns,
  };
}
