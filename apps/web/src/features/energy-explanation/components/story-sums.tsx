/** The explained amounts: energy and fee by band. */
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Money } from '../../../components/values/money.tsx';
import { BAND_FIELDS } from '../../../device-kit/bands.ts';
import type { Explanation } from '../api/use-explanation.ts';
import { isBilled, sumOfFees } from '../step-kind.ts';

export function StorySums({ story, currency }: { story: Explanation; currency: string }) {
  const { t } = useTranslation('explanation');
  const { sums } = story;
  const lines = story.days.flatMap((day) => day.lines);
  const hasFees = isBilled(story);
  const feeOf = (band: number) => sumOfFees(lines.filter((line) => line.band === band));
  return (
    <table className="plain-table" aria-label={t('explanation:sums')}>
      <thead>
        <tr>
          <th scope="col">{t('explanation:band-label')}</th>
          <th scope="col" className="is-amount">
            {t('explanation:energy')}
          </th>
          {hasFees && (
            <th scope="col" className="is-amount">
              {t('explanation:fee')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {BAND_FIELDS.map(({ band, energy }, at) => (
          <tr key={band}>
            <th scope="row">{t(`explanation:register.${band}`)}</th>
            <td>
              <EnergyAmount kwh={sums[energy]} />
            </td>
            {hasFees && (
              <td>
                <Money amount={feeOf(at + 1)} currency={currency} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('explanation:all')}</th>
          <td>
            <EnergyAmount kwh={sums.ept} />
          </td>
          {hasFees && (
            <td>
              <Money amount={sums.fee} currency={currency} />
            </td>
          )}
        </tr>
      </tfoot>
    </table>
  );
}
