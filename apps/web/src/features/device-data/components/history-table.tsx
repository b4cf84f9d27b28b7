/** The readings behind the chart (part 2, section 2): every one of the shown span, newest first. */
import type { MeasurementField } from '@busbar/domain/device/measurement';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { type HistoryReading, useHistoryPage } from '../api/use-history.ts';
import type { Span } from '../history-span.ts';

/** Columns of the specification: field, unit, digits. */
const COLUMNS: readonly (readonly [field: MeasurementField, unit: string, digits: number])[] = [
  ['voltageA', 'V', 1],
  ['voltageB', 'V', 1],
  ['voltageC', 'V', 1],
  ['currentA', 'A', 2],
  ['currentB', 'A', 2],
  ['currentC', 'A', 2],
  ['activePower', 'kW', 3],
  ['reactivePower', 'kvar', 3],
  ['apparentPower', 'kVA', 3],
  ['powerFactor', '', 3],
  ['frequency', 'Hz', 2],
  ['temperature', '°C', 1],
];

function useColumns(): DataColumn<HistoryReading>[] {
  const { t } = useTranslation('data');
  return [
    {
      key: 'time',
      title: t('data:column.time'),
      value: (row) => row.at,
      isLtr: true,
      isTitle: true,
    },
    ...COLUMNS.map(([field, unit, digits]) => ({
      key: field,
      title: unit === '' ? t(`data:field.${field}`) : `${t(`data:field.${field}`)} (${unit})`,
      value: (row: HistoryReading) => row[field],
      render: (row: HistoryReading) => row[field]?.toFixed(digits) ?? '–',
      align: 'end' as const,
      isLtr: true,
    })),
  ];
}

export function HistoryTable({ code, span }: { code: string; span: Span }) {
  const { t } = useTranslation('data');
  const table = useTable('history');
  const page = useHistoryPage(code, span, table.page, table.size);
  return (
    <DataTable
      label={t('data:table.label')}
      table={table}
      columns={useColumns()}
      rowKey={(row) => row.ts}
      rows={page.data?.rows}
      total={page.data?.total ?? 0}
      isFetching={page.isFetching}
      error={page.error}
      onRetry={() => void page.refetch()}
      empty={{ title: t('data:table.empty'), body: t('data:table.empty-body') }}
      exportPage={page.readPage}
      exportName={code}
    />
  );
}
