/** First and last register values of the days, their difference, and the energy that is counted. */
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { BAND_FIELDS } from '../../../device-kit/bands.ts';
import type { Explanation } from '../api/use-explanation.ts';
import { exact, registerSpans } from '../step-kind.ts';
import { useAmountText } from '../use-step-texts.ts';

export function StoryReadings({ story }: { story: Explanation }) {
  const { t } = useTranslation('explanation');
  const { power } = useAmountText();
  const spans = registerSpans(story.steps);
  const isCut = story.steps.length < story.step_count;
  return (
    <section className="stack gap-8">
      <h2>{t('explanation:readings.title')}</h2>
      <p>{t('explanation:readings.count', { count: story.readings })}</p>
      {spans.length > 0 && (
        <div className="shrink scroll-x">
          <table className="plain-table" aria-label={t('explanation:readings.title')}>
            <thead>
              <tr>
                <th scope="col">{t('explanation:readings.register')}</th>
                <th scope="col">{t('explanation:readings.first')}</th>
                <th scope="col">{t('explanation:readings.last')}</th>
                <th scope="col" className="is-amount">
                  {t('explanation:readings.moved')}
                </th>
                <th scope="col" className="is-amount">
                  {t('explanation:readings.counted')}
                </th>
              </tr>
            </thead>
            <tbody>
              {spans.map((span) => (
                <tr key={span.register}>
                  <th scope="row">{t(`explanation:register.${span.register}`)}</th>
                  <td className="why__reading">
                    <EnergyAmount kwh={span.first} />
                    <Moment at={span.from} />
                  </td>
                  <td className="why__reading">
                    <EnergyAmount kwh={span.last} />
                    <Moment at={span.at} />
                  </td>
                  <td>
                    <EnergyAmount kwh={exact(span.last - span.first)} />
                  </td>
                  <td>
                    <EnergyAmount kwh={countedOf(story, span.register)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isCut && (
        <p>{t('explanation:readings.cut', { shown: story.steps.length, all: story.step_count })}</p>
      )}
      <p className="faint">{t('explanation:readings.limit', { limit: power(story.limit_w) })}</p>
    </section>
  );
}

/** The energy shown on the pages: a band also contains energy of the total that is in no band. */
function countedOf({ sums }: Explanation, register: string): number {
  const field = BAND_FIELDS.find(({ band }) => band === register)?.energy;
  return sums[field ?? 'ept'];
}
