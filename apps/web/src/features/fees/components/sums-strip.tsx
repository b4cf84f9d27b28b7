/** Sums of all results of the filter, including those on other pages: total and by band. */
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useBandColors } from '../../../charts/bars/band-colors.ts';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Money, TotalMoney } from '../../../components/values/money.tsx';
import { BAND_FIELDS } from '../../../device-kit/bands.ts';
import type { EnergyDays } from '../api/use-energy-days.ts';

type BandField = (typeof BAND_FIELDS)[number];

const ANY_SPAN = '2000-01-01 – 2000-01-31';

export interface SumsStripProps {
  readonly data: EnergyDays | undefined;
  readonly value: 'energy' | 'fee';
  readonly currency: string;
}

export function SumsStrip({ data, value, currency }: SumsStripProps) {
  const { t } = useTranslation('fees');
  const colors = useBandColors();
  const show = (energy: 'ept' | BandField['energy'], fee: 'fee' | BandField['fee']) => {
    if (data === undefined) return <Skeleton.Button active size="small" />;
    if (value === 'energy') return <EnergyAmount kwh={data.sums[energy]} />;
    const ShownMoney = fee === 'fee' ? TotalMoney : Money;
    return <ShownMoney amount={data.sums[fee]} currency={currency} />;
  };
  return (
    <dl className="sums figures surface">
      <div className="sums__all">
        <dt>
          {t(value === 'energy' ? 'fees:sum.energy' : 'fees:sum.fee')}
          {/* Keeps its place while the days load, because it may take a second line. */}
          <bdi
            className="ltr faint"
            style={{ visibility: data === undefined ? 'hidden' : 'visible' }}
          >
            {data === undefined ? ANY_SPAN : `${data.start} – ${data.end}`}
          </bdi>
        </dt>
        <dd>{show('ept', 'fee')}</dd>
      </div>
      {BAND_FIELDS.map((field) => (
        <div key={field.band}>
          <dt>
            <i className="swatch" style={{ background: colors[field.band] }} aria-hidden="true" />
            {t(`fees:band.${field.band}`)}
          </dt>
          <dd>{show(field.energy, field.fee)}</dd>
        </div>
      ))}
    </dl>
  );
}
