/** The settlement periods with their totals; an ended period can be closed. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StepLink } from '../../../components/states/step-link.tsx';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { localPages } from '../../../components/table/local-pages.ts';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Money } from '../../../components/values/money.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type Period, periodsOf, type useSettlement } from '../api/use-settlement.ts';
import { PeriodSpan, PeriodState, WaitsFor } from './period-state.tsx';

export interface PeriodTableProps {
  readonly query: ReturnType<typeof useSettlement>;
  readonly currency: string;
  /** Undefined for users who cannot close a period. */
  readonly onClose: ((period: Period) => void) | undefined;
  /** Buttons above the table. */
  readonly actions?: ReactNode;
}

export function PeriodTable({ query, currency, onClose, actions }: PeriodTableProps) {
  const { t } = useTranslation('fees');
  const table = useTable('settlement');
  const columns = usePeriodColumns(currency, onClose);
  const periods = query.data && periodsOf(query.data);
  return (
    <QueryTable
      label={t('fees:settlement.periods')}
      table={table}
      columns={columns}
      rowKey={(row) => row.start}
      query={localPages({ ...query, data: periods }, table)}
      empty={{
        title: t('fees:bill.empty'),
        body: t('fees:bill.empty-body'),
        action: <StepLink step="device-info" />,
      }}
      exportName={t('fees:file.periods')}
      actions={actions}
    />
  );
}

function usePeriodColumns(
  currency: string,
  onClose: PeriodTableProps['onClose'],
): DataColumn<Period>[] {
  const { t } = useTranslation(['fees', 'common']);
  const { zone } = useRequiredSession().user;
  const money = (key: 'fee' | 'adjustment' | 'total', title: string): DataColumn<Period> => ({
    key,
    title,
    value: (row) => row[key],
    render: (row) => <Money amount={row[key]} currency={currency} />,
    align: 'end',
  });
  return [
    {
      key: 'span',
      title: t('fees:period.span'),
      value: (row) => `${row.start} – ${row.end}`,
      render: (row) => <PeriodSpan period={row} />,
      isTitle: true,
    },
    {
      key: 'state',
      title: t('fees:period.state'),
      value: (row) => row.state,
      render: (row) => (
        <>
          <PeriodState state={row.state} />
          {row.state === 'ended' && <WaitsFor period={row} />}
        </>
      ),
    },
    {
      key: 'ept',
      title: t('fees:energy'),
      value: (row) => row.ept,
      render: (row) => <EnergyAmount kwh={row.ept} />,
      align: 'end',
    },
    money('fee', t('fees:fee')),
    money('adjustment', t('fees:bill.adjustments')),
    money('total', t('fees:bill.total')),
    {
      key: 'closed',
      title: t('fees:period.closed-at'),
      value: (row) => (row.closed_at === null ? null : formatMoment(row.closed_at, zone)),
      isLtr: true,
    },
    {
      key: 'closed-by',
      title: t('fees:period.closed-by'),
      value: (row) =>
        row.closed_at === null ? null : row.closed_by || t('fees:period.by-platform'),
    },
    {
      key: 'actions',
      title: t('fees:period.actions'),
      value: () => null,
      render: (row) => (
        <span className="line gap-12">
          <Link className="nowrap" to="/bill" search={{ start: row.start }}>
            {t('fees:bill.open')}
          </Link>
          <Link className="nowrap" to="/bill" search={{ start: row.start, lines: 'all' }}>
            {t('common:why')}
          </Link>
          {row.state === 'closed' && (
            <Link className="nowrap" to="/bills" search={{ start: row.start }}>
              {t('fees:bills.open')}
            </Link>
          )}
          {row.state === 'ended' && onClose !== undefined && (
            <Button size="small" onClick={() => onClose(row)}>
              {t('fees:settlement.close')}
            </Button>
          )}
        </span>
      ),
      isForScreenOnly: true,
    },
  ];
}
