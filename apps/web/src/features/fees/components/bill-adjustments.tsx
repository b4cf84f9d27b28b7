/** Subsequent changes of closed periods, included in this bill. */
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Money } from '../../../components/values/money.tsx';
import { WhyButton } from '../../energy-explanation/components/why-button.tsx';
import type { WhyOf } from '../../energy-explanation/why-of.ts';
import type { Bill } from '../api/use-settlement.ts';
import { WhyHead } from './bill-lines.tsx';
import { PeriodSpan } from './period-state.tsx';

export interface BillAdjustmentsProps {
  readonly bill: Bill;
  readonly currency: string;
  readonly onWhy: (of: WhyOf) => void;
}

export function BillAdjustments({ bill, currency, onWhy }: BillAdjustmentsProps) {
  const { t } = useTranslation('fees');
  const reasonText = (reason: string) =>
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
          <WhyHead />
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
            <td>{reasonText(line.reason)}</td>
            <td>
              <EnergyAmount kwh={line.ept} />
            </td>
            <td>
              <Money amount={line.amount} currency={currency} />
            </td>
            <td className="bill__why">
              <WhyButton
                of={line.device_name}
                onClick={() =>
                  onWhy({ device: line.device_code, start: line.of_start, end: line.of_end })
                }
              />
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
          <td className="bill__why" />
        </tr>
      </tfoot>
    </table>
  );
}
