/** A bill laid out for printing: its period, lines, adjustments and total. */
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { useKeyboardScroll } from '../../../components/use-keyboard-scroll.ts';
import { TotalMoney } from '../../../components/values/money.tsx';
import { useCurrency } from '../../../lib/session/use-group-info.ts';
import { WhyDrawer } from '../../energy-explanation/components/why-drawer.tsx';
import type { WhyOf } from '../../energy-explanation/why-of.ts';
import type { Bill } from '../api/use-settlement.ts';
import { BillAdjustments } from './bill-adjustments.tsx';
import { BillLines } from './bill-lines.tsx';
import { PeriodSpan, PeriodState } from './period-state.tsx';
import '../fees.css';
import '../bill.css';
import { StepLink } from '../../../components/states/step-link.tsx';

interface BillSheetProps {
  readonly bill: Bill;
  readonly customer: string;
  /** Title, followed by the scope of the bill. */
  readonly heading: ReactNode;
  /** Facts displayed after period and state. */
  readonly facts?: readonly (readonly [string, ReactNode])[];
  /** The only device of the bill; undefined for several. */
  readonly device?: string | undefined;
  /** Shows the lines of every device. */
  readonly hasLines: boolean;
  /** Note below the sums. */
  readonly note?: ReactNode;
  /** Comparison with the bill before, below the total. */
  readonly comparison?: ReactNode;
}

export function BillSheet(props: BillSheetProps) {
  const { bill, customer, heading, facts = [], device, hasLines, note, comparison } = props;
  const { t } = useTranslation('fees');
  const currency = useCurrency();
  const sheet = useRef<HTMLElement>(null);
  const [explained, setExplained] = useState<WhyOf>();
  useKeyboardScroll(sheet);
  const isCut = bill.lines.length < bill.line_count;
  const explain = (code: string) =>
    setExplained({ device: code, start: bill.start, end: bill.end });
  const sum = { ept: bill.ept, amount: bill.fee };
  const rows = [
    [t('fees:period.span'), <PeriodSpan key="span" period={bill} />],
    [t('fees:period.state'), <PeriodState key="state" state={bill.state} />],
    ...facts,
  ] as const;
  return (
    <section
      ref={sheet}
      className="bill__sheet full surface scroll-x"
      aria-label={t('fees:bill.title')}
    >
      <header className="row align-start spread">
        <div>
          <p className="muted">
            <bdi>{customer}</bdi>
          </p>
          {heading}
        </div>
        <dl className="bill__facts stack gap-2">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      {bill.state !== 'closed' && <p className="bill__note warn">{t('fees:bill.not-final')}</p>}
      {bill.total === null && <p className="bill__note warn">{t('fees:bill.no-total')}</p>}
      {bill.sums.length === 0 && bill.adjustments.length === 0 ? (
        <EmptyState
          title={t('fees:bill.empty')}
          body={t('fees:bill.empty-body')}
          action={<StepLink step="device-info" />}
        />
      ) : (
        <>
          <BillLines
            caption={t('fees:bill.by-tariff')}
            lines={bill.sums}
            currency={currency}
            sum={sum}
            {...(device !== undefined && { onWhy: () => explain(device) })}
          />
          {note}
          {bill.adjustments.length > 0 && (
            <BillAdjustments bill={bill} currency={currency} onWhy={setExplained} />
          )}
          <p className="bill__total line spread">
            <span>{t('fees:bill.to-pay')}</span>
            <TotalMoney amount={bill.total} currency={currency} />
          </p>
          {comparison}
          {hasLines && device === undefined && (
            <BillLines
              caption={t('fees:bill.by-device')}
              lines={bill.lines}
              currency={currency}
              hasDevices
              onWhy={explain}
              {...(!isCut && { sum })}
            />
          )}
          {hasLines && isCut && (
            <p className="bill__note warn">
              {t('fees:bill.cut', { shown: bill.lines.length, all: bill.line_count })}
            </p>
          )}
          <p className="faint text-tiny">{t('fees:bill.rounding')}</p>
        </>
      )}
      <WhyDrawer of={explained} onClose={() => setExplained(undefined)} />
    </section>
  );
}
