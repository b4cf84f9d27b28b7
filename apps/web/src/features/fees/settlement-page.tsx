/**
 * Settlement configuration (docs/specification/energy-and-fees.md 5): the settlement day, the
 * periods, and closing a period.
 */

import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { RootGroupNote } from '../../components/states/root-group-note.tsx';
import { EnergyAmount } from '../../components/values/energy-amount.tsx';
import { Facts } from '../../components/values/facts.tsx';
import { TotalMoney } from '../../components/values/money.tsx';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';
import { type Period, useSettlement, useSettlementChanges } from './api/use-settlement.ts';
import { CloseUpTo } from './components/close-up-to.tsx';
import { PeriodSpan } from './components/period-state.tsx';
import { PeriodTable } from './components/period-table.tsx';
import { SettlementDay } from './components/settlement-day.tsx';
import './fees.css';

export function SettlementPage() {
  const { t } = useTranslation('fees');
  const query = useSettlement();
  const currency = useCurrency();
  const isInRootGroup = useIsInRootGroup();
  const [closing, setClosing] = useState<Period>();
  const [isClosingAll, setClosingAll] = useState(false);
  return (
    <div className="stack">
      <section className="panel stack" aria-label={t('fees:settlement.day')}>
        <PageHeading isVisible className="text-title" />
        <RootGroupNote />
        {query.data === undefined ? (
          <div className="settlement-day">
            <Skeleton active={query.error === null} title={false} paragraph={{ rows: 2 }} />
          </div>
        ) : (
          <SettlementDay settlement={query.data} />
        )}
      </section>
      <PeriodTable
        query={query}
        currency={currency}
        onClose={isInRootGroup ? setClosing : undefined}
        actions={
          isInRootGroup &&
          query.data !== undefined &&
          query.data.ended.length > 0 && (
            <Button onClick={() => setClosingAll(true)}>{t('fees:settlement.close-all')}</Button>
          )
        }
      />
      {isClosingAll && query.data !== undefined && (
        <CloseUpTo
          ended={query.data.ended}
          currency={currency}
          onClose={() => setClosingAll(false)}
        />
      )}
      {closing !== undefined && (
        <ClosePeriod period={closing} currency={currency} onClose={() => setClosing(undefined)} />
      )}
    </div>
  );
}

interface ClosePeriodProps {
  readonly period: Period;
  readonly currency: string;
  readonly onClose: () => void;
}

/** A closed period cannot be reopened, so the confirmation names the final amounts. */
function ClosePeriod({ period, currency, onClose }: ClosePeriodProps) {
  const { t } = useTranslation('fees');
  const { close, take } = useSettlementChanges();
  return (
    <FormDialog
      title={t('fees:settlement.close-title')}
      saveLabel={t('fees:settlement.close-do')}
      done={t('fees:settlement.closed')}
      onSave={async () => take(await close.mutateAsync({ body: { start: period.start } }))}
      onClose={onClose}
    >
      <Facts
        rows={[
          [t('fees:period.span'), <PeriodSpan key="span" period={period} />],
          [t('fees:energy'), <EnergyAmount key="energy" kwh={period.ept} />],
          [
            t('fees:bill.total'),
            <TotalMoney key="total" amount={period.total} currency={currency} />,
          ],
        ]}
      />
      <p>{t('fees:settlement.close-body')}</p>
      {period.provisional && (
        <Alert type="warning" showIcon role="note" title={t('fees:settlement.provisional')} />
      )}
    </FormDialog>
  );
}
