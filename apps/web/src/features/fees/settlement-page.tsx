/**
 * Settlement configuration (docs/specification/energy-and-fees.md 5): the settlement day, the
 * periods, and closing a period.
 */
import { Alert, App, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { RootGroupNote } from '../../components/states/root-group-note.tsx';
import { EnergyAmount } from '../../components/values/energy-amount.tsx';
import { Facts } from '../../components/values/facts.tsx';
import { TotalMoney } from '../../components/values/money.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';
import { type Period, useSettlement, useSettlementChanges } from './api/use-settlement.ts';
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
  return (
    <div className="stack">
      <section className="panel stack" aria-label={t('fees:settlement.day')}>
        <h1 className="text-title">{t('fees:settlement.title')}</h1>
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
      />
      {closing !== undefined && (
        <ClosePeriod period={closing} currency={currency} onDone={() => setClosing(undefined)} />
      )}
    </div>
  );
}

interface ClosePeriodProps {
  readonly period: Period;
  readonly currency: string;
  readonly onDone: () => void;
}

/** A closed period cannot be reopened, so the confirmation names the final amounts. */
function ClosePeriod({ period, currency, onDone }: ClosePeriodProps) {
  const { t } = useTranslation('fees');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { close, take } = useSettlementChanges();
  const confirm = () =>
    close.mutate(
      { body: { start: period.start } },
      {
        onSuccess: (answer) => {
          take(answer);
          message.success(t('fees:settlement.closed'));
          onDone();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title={t('fees:settlement.close-title')}
      confirmLabel={t('fees:settlement.close-do')}
      isBusy={close.isPending}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="stack">
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
        {close.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(close.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
