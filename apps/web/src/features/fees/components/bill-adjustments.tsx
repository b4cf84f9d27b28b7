/** What closed periods changed by afterwards; carried by this bill. */
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/energy-amount.tsx';
import { Money } from '../../../components/money.tsx';
import type { Bill } from '../api/use-settlement.ts';
import { PeriodSpan } from './period-state.tsx';

export interface BillAdjustmentsProps {
  readonly bill: Bill;
  readonly currency: string;
}

export function BillAdjustments({ bill, currency }: BillAdjustmentsProps) {
  const { t } = useTranslation('fees');
  const word = (reason: string) =>
    reason === 'correction'
      ? t('fees:bill.reason.correction')
      : t('fees:bill.reason.late-readings');
  return (
    <table className="plain-table">
      <caption>{t('fees:bill.adjustments')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('fees:column.device')}</th>
          <th scope="col">{t('fees:bill.of-period')}</th>
          <th scope="col">{t('fees:bill.reason-label')}</th>
          <th scope="col" className="is-amount">
            {t('fees:energy')}
          </th>
          <th scope="col" className="is-amount">
            {t('fees:bill.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bill.adjustments.map((line) => (
          <tr key={`${line.device_code} ${line.of_start} ${line.at}`}>
            <td>
              <bdi>{line.device_name}</bdi>
            </td>
            <td>
              <PeriodSpan period={{ start: line.of_start, end: line.of_end }} />
            </td>
            <td>{word(line.reason)}</td>
            <td>
              <EnergyAmount kwh={line.ept} />
            </td>
            <td>
              <Money amount={line.amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            {t('fees:bill.sum')}
          </th>
          <td>
            <Money amount={bill.adjustment} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
