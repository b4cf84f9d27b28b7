/** Lines of a bill: energy times price for each tariff version and band. */

import { formatNumber } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Money } from '../../../components/values/money.tsx';
import { bandOfNumber } from '../../../device-kit/bands.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { WhyButton } from '../../energy-explanation/components/why-button.tsx';
import type { Bill } from '../api/use-settlement.ts';

type Line = Bill['sums'][number] & { device_name?: string; device_code?: string };

export interface BillLinesProps {
  readonly caption: string;
  readonly lines: readonly Line[];
  readonly currency: string;
  /** Shows the device of each line. */
  readonly hasDevices?: boolean;
  /** Called with the device code to explain a line; undefined hides the button. */
  readonly onWhy?: (device: string) => void;
  /** The sum row; undefined if not all of the lines are displayed. */
  readonly sum?: { readonly ept: number; readonly amount: number | null };
}

export function BillLines(props: BillLinesProps) {
  const { caption, lines, currency, hasDevices = false, onWhy, sum } = props;
  const { t } = useTranslation('fees');
  const { tag } = useLanguage();
  return (
    <table className="plain-table bill__lines">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {hasDevices && (
            <th scope="col" className="bill__device">
              {t('fees:column.device')}
            </th>
          )}
          <th scope="col">{t('fees:column.tariff')}</th>
          <th scope="col" className="nowrap">
            {t('fees:column.band')}
          </th>
          <th scope="col" className="is-amount">
            {t('fees:energy')}
          </th>
          <th scope="col" className="is-amount">
            {t('fees:bill.price')}
          </th>
          <th scope="col" className="is-amount">
            {t('fees:bill.amount')}
          </th>
          {onWhy !== undefined && <WhyHead />}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => {
          const band = bandOfNumber(line.band);
          const bandName = band === undefined ? '–' : t(`fees:band.${band}`);
          const isSameDevice = at > 0 && lines[at - 1]?.device_code === line.device_code;
          return (
            <tr
              key={`${line.device_code ?? ''} ${line.rate_name} ${line.rate_version} ${line.band} ${line.price}`}
            >
              {hasDevices && (
                <td>
                  {/* The name is visible once, but screen readers need it on every line. */}
                  <span className={isSameDevice ? 'visually-hidden' : undefined}>
                    <bdi>{line.device_name}</bdi>{' '}
                    <span className="code ltr faint">{line.device_code}</span>
                  </span>
                </td>
              )}
              <td>
                <bdi>{line.rate_name}</bdi> {t('fees:bill.version', { version: line.rate_version })}
              </td>
              <td className="nowrap">{bandName}</td>
              <td>
                <EnergyAmount kwh={line.ept} />
              </td>
              <td className="is-amount">
                <bdi className="ltr">
                  {line.price === null ? '–' : formatNumber(line.price, 4, tag)}
                </bdi>
              </td>
              <td>
                <Money amount={line.amount} currency={currency} />
              </td>
              {onWhy !== undefined && (
                <td className="bill__why">
                  <WhyButton
                    of={`${line.device_name ?? ''} ${bandName}`}
                    onClick={() => onWhy(line.device_code ?? '')}
                  />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
      {sum !== undefined && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={hasDevices ? 3 : 2}>
              {t('fees:bill.sum')}
            </th>
            <td>
              <EnergyAmount kwh={sum.ept} />
            </td>
            <td />
            <td>
              <Money amount={sum.amount} currency={currency} />
            </td>
            {onWhy !== undefined && <td className="bill__why" />}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** Hidden in print, because there is nothing to open on paper. */
export function WhyHead() {
  const { t } = useTranslation('common');
  return (
    <th scope="col" className="bill__why">
      <span className="visually-hidden">{t('common:why')}</span>
    </th>
  );
}
