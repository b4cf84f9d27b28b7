/** Why the bill is higher or lower than the one before: the parts, and what changed most. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoney } from '@busbar/domain/formats/money-format';
import { formatEnergyQuantity } from '@busbar/domain/formats/number-format';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryState } from '../../../components/states/loaded.tsx';
import { bandOfNumber } from '../../../device-kit/bands.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useCurrency } from '../../../lib/session/use-group-info.ts';
import { type BillComparison, useBillComparison } from '../api/use-bill-comparison.ts';
import { periodName } from '../period-name.ts';
import { type ChangeRow, ChangeTable } from './change-table.tsx';

interface BillComparisonProps {
  readonly start: string | undefined;
  readonly device: string | undefined;
}

export function BillComparisonPanel({ start, device }: BillComparisonProps) {
  const query = useBillComparison(start, device);
  // The first period has nothing before it.
  if (query.data === null) return null;
  if (query.data === undefined) return <QueryState query={query} lines={3} />;
  return <Comparison compared={query.data} isOfOne={device !== undefined} />;
}

function Comparison({ compared, isOfOne }: { compared: BillComparison; isOfOne: boolean }) {
  const { t } = useTranslation('fees');
  const { tag } = useLanguage();
  const currency = useCurrency();
  const id = useId();
  const { change, ept_change: energy, parts } = compared;
  const direction = directionOf(change);
  const period = periodName(compared.before, tag);
  const deviceRows = useDeviceRows(compared);
  const bandRows = useBandRows(compared);
  const money = (amount: number) => formatMoney(amount, currency, tag);
  const partRows =
    parts === null
      ? []
      : ([
          [energy < 0 ? 'energy-less' : 'energy-more', parts.energy],
          [parts.hours < 0 ? 'hours-cheaper' : 'hours-dearer', parts.hours],
          [parts.prices < 0 ? 'prices-lower' : 'prices-higher', parts.prices],
          ['adjustments', parts.adjustments],
        ] as const);
  return (
    <section className="bill-why stack" aria-labelledby={id}>
      <h2 id={id}>{t(`fees:compare.why.${direction}`)}</h2>
      <p>
        {change === null
          ? t('fees:compare.unknown', { period })
          : t(`fees:compare.total.${direction}`, {
              period,
              amount: ltrText(money(Math.abs(change))),
            })}
      </p>
      {compared.state === 'open' && <p className="hint">{t('fees:compare.running')}</p>}
      <ul className="bill-why__parts">
        {partRows
          .filter(([name, amount]) => amount !== 0 || name.startsWith('energy'))
          .map(([name, amount]) => (
            <li key={name} className="line spread">
              <span>
                {t(`fees:compare.part.${name}`, {
                  energy: ltrText(formatEnergyQuantity(Math.abs(energy), tag)),
                })}
              </span>
              <bdi className="ltr value">{signed(amount, money)}</bdi>
            </li>
          ))}
      </ul>
      <div className="bill-why__tables">
        {!isOfOne && (
          <ChangeTable
            caption={t('fees:compare.devices')}
            head={t('fees:column.device')}
            rows={deviceRows}
            currency={currency}
          />
        )}
        <ChangeTable
          caption={t('fees:compare.bands')}
          head={t('fees:column.band')}
          rows={bandRows}
          currency={currency}
        />
      </div>
    </section>
  );
}

function useDeviceRows(compared: BillComparison): ChangeRow[] {
  const { t } = useTranslation('fees');
  const { devices, other_devices: others } = compared;
  return [
    ...devices.map(({ device_name, device_code, ...change }) => ({
      key: device_code,
      name: device_name,
      ...change,
    })),
    ...(others.count === 0
      ? []
      : [{ key: 'others', name: t('fees:compare.others', { count: others.count }), ...others }]),
  ];
}

function useBandRows({ bands }: BillComparison): ChangeRow[] {
  const { t } = useTranslation('fees');
  return bands.map(({ band: number, ...change }) => {
    const band = bandOfNumber(number);
    return {
      key: String(number),
      name: band === undefined ? '–' : t(`fees:band.${band}`),
      ...change,
    };
  });
}

function directionOf(change: number | null) {
  if (change === null) return 'unknown';
  return change === 0 ? 'same' : change > 0 ? 'more' : 'less';
}

function signed(amount: number, money: (amount: number) => string): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}
