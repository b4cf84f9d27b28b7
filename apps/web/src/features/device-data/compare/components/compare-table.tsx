/** Values of the comparison, one row per column of the chart; also the content of the export. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../../components/table/data-column.ts';
import { DataTable } from '../../../../components/table/data-table.tsx';
import { useTable } from '../../../../components/table/use-table.ts';
import type { ApiError } from '../../../../lib/calls/api-error.ts';
import type { ShownLine, ShownRow } from '../../pictures/shown-file.ts';

interface CompareTableProps {
  readonly rows: readonly ShownRow[] | undefined;
  readonly lines: readonly ShownLine[];
  readonly zone: string;
  /** Time by which the other period is shifted on the axis; 0 without one. */
  readonly shiftMs: number;
  readonly isFetching: boolean;
  readonly error: ApiError | null;
  readonly onRetry: () => void;
}

export function CompareTable({ rows, lines, zone, shiftMs, ...state }: CompareTableProps) {
  const { t } = useTranslation(['analysis', 'data']);
  const table = useTable('compare');
  const moment = (key: string, title: string, shift: number): DataColumn<ShownRow> => ({
    key,
    title,
    value: ({ atMs }) => formatMoment(atMs - shift, zone),
    isLtr: true,
    isTitle: shift === 0,
  });
  const columns: DataColumn<ShownRow>[] = [
    moment('time', t('data:column.time'), 0),
    ...(shiftMs === 0 ? [] : [moment('other-time', t('analysis:compare.other-time'), shiftMs)]),
    ...lines.map(({ field, label }, at) => ({
      key: field,
      title: label,
      value: ({ values }: ShownRow) => textOf(values[at]),
      align: 'end' as const,
      isLtr: true,
    })),
  ];
  const first = (table.page - 1) * table.size;
  return (
    <DataTable
      label={t('analysis:compare.table')}
      table={table}
      columns={columns}
      rowKey={({ atMs }) => atMs}
      rows={rows?.slice(first, first + table.size)}
      total={rows?.length ?? 0}
      empty={{ title: t('data:table.empty'), body: t('data:table.empty-body') }}
      {...state}
    />
  );
}

function textOf(value: ShownRow['values'][number]): string {
  if (value === undefined) return '–';
  const [low, high] = value;
  return low === high ? low : `${low} … ${high}`;
}
