/** Columns of the groups of a period with their bills, and of the issued bills of a sub-group. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../components/forms/use-action.ts';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Money } from '../../../components/values/money.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type BillState, downloadBill, type IssuedBill } from '../api/use-bills.ts';

export interface BillActions {
  /** Undefined for users who cannot change bills. */
  readonly edit: ((state: BillState) => void) | undefined;
  readonly issue: ((state: BillState) => void) | undefined;
}

export function useStateColumns(currency: string, actions: BillActions): DataColumn<BillState>[] {
  const { t } = useTranslation(['fees', 'errors']);
  const { zone } = useRequiredSession().user;
  return [
    {
      key: 'group',
      title: t('fees:bills.group'),
      value: (row) => row.group_name,
      render: (row) => (
        <>
          <bdi>{row.group_name}</bdi>
          {row.deleted && <p className="hint">{t('fees:bills.deleted')}</p>}
        </>
      ),
      isTitle: true,
    },
    {
      key: 'addressee',
      title: t('fees:bills.addressee'),
      value: (row) => row.addressee.name,
      render: (row) => <bdi>{row.addressee.name}</bdi>,
    },
    {
      key: 'number',
      title: t('fees:bills.number'),
      value: (row) => row.bill?.number ?? null,
      isLtr: true,
    },
    {
      key: 'state',
      title: t('fees:period.state'),
      value: (row) => stateText(row),
      render: (row) => (
        <>
          {stateText(row)}
          {row.bill !== null && (
            <p className="hint">
              <bdi className="ltr">{formatMoment(row.bill.issued_at, zone)}</bdi>
            </p>
          )}
        </>
      ),
    },
    energyColumn(t('fees:energy')),
    {
      key: 'subtotal',
      title: t('fees:bills.subtotal'),
      value: (row) => row.subtotal,
      render: (row) => amountOf(row, row.subtotal),
      align: 'end',
    },
    {
      key: 'total',
      title: t('fees:bill.to-pay'),
      value: (row) => row.total,
      render: (row) => amountOf(row, row.total),
      align: 'end',
    },
    {
      key: 'actions',
      title: t('fees:period.actions'),
      value: () => null,
      render: (row) => (
        <span className="row gap-12">
          {row.bill !== null && <PdfButton bill={row.bill} />}
          {row.bill === null && row.obstacle === '' && actions.issue !== undefined && (
            <Button size="small" onClick={() => actions.issue?.(row)}>
              {t('fees:bills.issue')}
            </Button>
          )}
          {actions.edit !== undefined && (
            <Button size="small" onClick={() => actions.edit?.(row)}>
              {t('fees:bills.edit-addressee')}
            </Button>
          )}
        </span>
      ),
      isForScreenOnly: true,
    },
  ];

  function stateText({ bill, obstacle }: BillState): string {
    if (bill !== null) return t('fees:bills.is-issued');
    if (obstacle === '') return t('fees:bills.is-missing');
    return t(`errors:reason.${obstacle as 'bill-empty'}`);
  }

  /** A group without anything to bill has no amount, which is not a missing price. */
  function amountOf({ obstacle }: BillState, amount: number | null) {
    return obstacle === 'bill-empty' ? '–' : <Money amount={amount} currency={currency} />;
  }
}

export function useIssuedColumns(currency: string): DataColumn<IssuedBill>[] {
  const { t } = useTranslation('fees');
  const { zone } = useRequiredSession().user;
  return [
    {
      key: 'number',
      title: t('fees:bills.number'),
      value: (row) => row.number,
      isLtr: true,
      isTitle: true,
    },
    {
      key: 'group',
      title: t('fees:bills.group'),
      value: (row) => row.group_name,
      render: (row) => <bdi>{row.group_name}</bdi>,
    },
    energyColumn(t('fees:energy')),
    {
      key: 'total',
      title: t('fees:bill.to-pay'),
      value: (row) => row.total,
      render: (row) => <Money amount={row.total} currency={currency} />,
      align: 'end',
    },
    {
      key: 'issued',
      title: t('fees:bills.is-issued'),
      value: (row) => formatMoment(row.issued_at, zone),
      isLtr: true,
    },
    {
      key: 'actions',
      title: t('fees:period.actions'),
      value: () => null,
      render: (row) => <PdfButton bill={row} />,
      isForScreenOnly: true,
    },
  ];
}

function energyColumn<Row extends { readonly ept: number }>(title: string): DataColumn<Row> {
  return {
    key: 'ept',
    title,
    value: (row) => row.ept,
    render: (row) => <EnergyAmount kwh={row.ept} />,
    align: 'end',
  };
}

function PdfButton({ bill }: { readonly bill: Pick<IssuedBill, 'id' | 'number'> }) {
  const { t } = useTranslation('fees');
  const { run, loading } = useAction();
  return (
    <Button
      size="small"
      loading={loading}
      aria-label={t('fees:bills.pdf-of', { number: bill.number })}
      onClick={() => void run(() => downloadBill(bill))}
    >
      {t('fees:bills.pdf')}
    </Button>
  );
}
