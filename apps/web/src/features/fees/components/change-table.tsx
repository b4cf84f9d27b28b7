/** Changes of energy and money, largest first. */

import { formatMoney } from '@busbar/domain/formats/money-format';
import { formatEnergyQuantity } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';

export interface ChangeRow {
  readonly key: string;
  readonly name: string;
  readonly ept_change: number;
  readonly change: number | null;
}

interface ChangeTableProps {
  readonly caption: string;
  /** Heading of the column of names. */
  readonly head: string;
  readonly rows: readonly ChangeRow[];
  readonly currency: string;
}

export function ChangeTable({ caption, head, rows, currency }: ChangeTableProps) {
  const { t } = useTranslation(['fees', 'common']);
  const { tag } = useLanguage();
  return (
    <table className="plain-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className="is-amount">
            {t('fees:energy')}
          </th>
          <th scope="col" className="is-amount">
            {t('fees:bill.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, ept_change: energy, change }) => (
          <tr key={key}>
            <td>
              <bdi>{name}</bdi>
            </td>
            <td className="is-amount">
              <bdi className="ltr">
                {withSign(energy, formatEnergyQuantity(Math.abs(energy), tag))}
              </bdi>
            </td>
            <td className="is-amount">
              {change === null ? (
                <span className="no-tariff">{t('common:no-tariff')}</span>
              ) : (
                <bdi className="ltr">
                  {withSign(change, formatMoney(Math.abs(change), currency, tag))}
                </bdi>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function withSign(value: number, text: string): string {
  return value === 0 ? text : `${value > 0 ? '+' : '\u2212'}${text}`;
}
