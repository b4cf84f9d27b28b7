/** All readings of the chart's span, newest first (docs/specification/readings.md 1.3). */
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../../components/table/data-column.ts';
import { DataTable } from '../../../../components/table/data-table.tsx';
import { useTable } from '../../../../components/table/use-table.ts';
import { MAIN_FIELDS } from '../../../../device-kit/api/reading-fields.ts';
import { useNumbers } from '../../../../i18n/use-numbers.ts';
import { type HistoryReading, useHistoryPage } from '../../api/use-history.ts';
import { lookOfField } from '../../pictures/field-looks.ts';
import type { Span } from '../history-span.ts';

function useColumns(): DataColumn<HistoryReading>[] {
  const { t } = useTranslation('data');
  const numbers = useNumbers();
  return [
    {
      key: 'time',
      title: t('data:column.time'),
      value: (row) => row.at,
      isLtr: true,
      isTitle: true,
    },
    ...MAIN_FIELDS.map((field) => {
      const { unit, digits } = lookOfField(field);
      return {
        key: field,
        title:
          unit === ''
            ? t(`data:field.${field}`)
            : t('common:in-brackets', {
                text: t(`data:field.${field}`),
                inside: numbers.unit(unit),
              }),
        value: (row: HistoryReading) => row[field],
        render: (row: HistoryReading) => {
          const value = row[field];
          return value === undefined ? '–' : numbers.number(value, digits);
        },
        align: 'end' as const,
        isLtr: true,
      };
    }),
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
