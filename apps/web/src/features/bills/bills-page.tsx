/** Bills of a closed period: issuing them in the root group, downloading them in every group. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { useSearch } from '@tanstack/react-router';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../components/forms/use-action.ts';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { localPages } from '../../components/table/local-pages.ts';
import { QueryTable } from '../../components/table/query-table.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { useIsInRootGroup, useMay } from '../../lib/session/use-may.ts';
import { useSettlement } from '../fees/api/use-settlement.ts';
import {
  type BillState,
  downloadBills,
  useBillStates,
  useIssuedBills,
  useIssuer,
} from './api/use-bills.ts';
import { AddresseeDialog } from './components/addressee-dialog.tsx';
import { useIssuedColumns, useStateColumns } from './components/bill-columns.tsx';
import { IssueDialog } from './components/issue-dialog.tsx';
import { IssuerDialog } from './components/issuer-dialog.tsx';

export function BillsPage() {
  const { t } = useTranslation('fees');
  const { search, set } = useListSearch(useSearch({ from: '/shell/bills' }));
  const settlement = useSettlement();
  const isInRootGroup = useIsInRootGroup();
  const closed = settlement.data?.closed ?? [];
  const start = closed.find((period) => period.start === search.start)?.start ?? closed[0]?.start;
  return (
    <div className="stack">
      <section className="panel stack gap-12">
        <PageHeading isVisible className="text-title" />
        <p className="muted">{t(isInRootGroup ? 'fees:bills.help' : 'fees:bills.help-group')}</p>
        <Select
          aria-label={t('fees:period.span')}
          value={start ?? null}
          placeholder={t('fees:period.span')}
          options={closed.map((period) => ({
            value: period.start,
            label: ltrText(`${period.start} – ${period.end}`),
          }))}
          loading={settlement.isPending}
          style={{ inlineSize: 240 }}
          onChange={(next: string | null) => set({ start: next ?? undefined })}
        />
        {settlement.data !== undefined && start === undefined && (
          <Alert type="info" showIcon role="note" title={t('fees:bills.none-closed')} />
        )}
      </section>
      {settlement.error !== null && settlement.data === undefined ? (
        <ErrorState error={settlement.error} onRetry={() => void settlement.refetch()} />
      ) : settlement.data !== undefined && start === undefined ? null : isInRootGroup ? (
        <BillsOfCustomer start={start} />
      ) : (
        <BillsOfGroup start={start} />
      )}
    </div>
  );
}

interface OfPeriod {
  /** First day of the period; undefined until it is known. */
  readonly start: string | undefined;
}

type Dialog =
  | { readonly kind: 'issuer' }
  | { readonly kind: 'addressee'; readonly state: BillState }
  | { readonly kind: 'issue'; readonly states: readonly BillState[]; readonly isAll: boolean };

function BillsOfCustomer({ start }: OfPeriod) {
  const { t } = useTranslation('fees');
  const currency = useCurrency();
  const mayIssue = useMay('settlement.write');
  const [dialog, setDialog] = useState<Dialog>();
  const issuer = useIssuer(true);
  const query = useBillStates(start, true);
  const table = useTable('bills');
  const columns = useStateColumns(currency, {
    edit: mayIssue ? (state) => setDialog({ kind: 'addressee', state }) : undefined,
    issue: mayIssue
      ? (state) => setDialog({ kind: 'issue', states: [state], isAll: false })
      : undefined,
  });
  const missing = query.data?.filter(({ bill, obstacle }) => bill === null && obstacle === '');
  const hasBills = query.data?.some(({ bill }) => bill !== null) ?? false;
  const close = () => setDialog(undefined);
  return (
    <>
      {issuer.data?.saved === false && (
        <Alert
          type="info"
          showIcon
          role="note"
          title={t('fees:bills.issuer-missing')}
          action={
            mayIssue && (
              <Button size="small" onClick={() => setDialog({ kind: 'issuer' })}>
                {t('fees:bills.issuer')}
              </Button>
            )
          }
        />
      )}
      <QueryTable
        label={t('fees:bills.title')}
        table={table}
        columns={columns}
        rowKey={(row) => String(row.group_id)}
        query={localPages(query, table)}
        empty={{ title: t('fees:bills.empty'), body: t('fees:bills.empty-body') }}
        exportName={t('fees:file.bills')}
        actions={
          <>
            {mayIssue && issuer.data?.saved === true && (
              <Button onClick={() => setDialog({ kind: 'issuer' })}>
                {t('fees:bills.issuer')}
              </Button>
            )}
            {start !== undefined && hasBills && <ArchiveButton start={start} />}
            {mayIssue && missing !== undefined && missing.length > 0 && (
              <Button
                type="primary"
                onClick={() => setDialog({ kind: 'issue', states: missing, isAll: true })}
              >
                {t('fees:bills.issue-all')}
              </Button>
            )}
          </>
        }
      />
      {dialog?.kind === 'issuer' && issuer.data !== undefined && (
        <IssuerDialog issuer={issuer.data} onClose={close} />
      )}
      {dialog?.kind === 'addressee' && <AddresseeDialog state={dialog.state} onClose={close} />}
      {dialog?.kind === 'issue' && start !== undefined && (
        <IssueDialog {...dialog} start={start} currency={currency} onClose={close} />
      )}
    </>
  );
}

function BillsOfGroup({ start }: OfPeriod) {
  const { t } = useTranslation('fees');
  const query = useIssuedBills(start, true);
  const table = useTable('bills');
  const columns = useIssuedColumns(useCurrency());
  return (
    <QueryTable
      label={t('fees:bills.title')}
      table={table}
      columns={columns}
      rowKey={(row) => String(row.id)}
      query={localPages(query, table)}
      empty={{ title: t('fees:bills.none'), body: t('fees:bills.none-body') }}
      exportName={t('fees:file.bills')}
      actions={
        start !== undefined && (query.data?.length ?? 0) > 0 && <ArchiveButton start={start} />
      }
    />
  );
}

function ArchiveButton({ start }: { readonly start: string }) {
  const { t } = useTranslation('fees');
  const { run, loading } = useAction();
  return (
    <Button loading={loading} onClick={() => void run(() => downloadBills(start))}>
      {t('fees:bills.archive')}
    </Button>
  );
}
