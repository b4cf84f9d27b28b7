/** Calculation of each fee: energy × price, rounded along the running total of the bill line. */

import { formatNumber } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { Money } from '../../../components/values/money.tsx';
import { bandOfNumber } from '../../../device-kit/bands.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Explanation, FeeLine } from '../api/use-explanation.ts';
import { type ExplainedLine, type LineDay, linesOf } from '../line-days.ts';
import { exact, isBilled } from '../step-kind.ts';

export interface FeeArithmeticProps {
  readonly story: Explanation;
  readonly currency: string;
}

export function FeeArithmetic({ story, currency }: FeeArithmeticProps) {
  const { t } = useTranslation('explanation');
  if (!isBilled(story)) return null;
  const lines = linesOf(story);
  const isOneDay = story.start === story.end;
  return (
    <section className="stack gap-8">
      <h2>{t('explanation:fee-lines.title')}</h2>
      <p>{t('explanation:fee-lines.rule')}</p>
      {lines.length === 0 && <p>{t('explanation:fee-lines.none')}</p>}
      {isOneDay
        ? lines.length > 0 && (
            <DaysOfLine
              label={t('explanation:fee-lines.title')}
              head={t('explanation:band-label')}
              days={lines.flatMap(({ days }) => days)}
              currency={currency}
              isByBand
            />
          )
        : lines.map((line) => <LineStory key={line.key} line={line} currency={currency} />)}
    </section>
  );
}

function useLineName(): (line: FeeLine) => string {
  const { t } = useTranslation('explanation');
  return (line) =>
    t('explanation:fee-lines.line', {
      band: t(`explanation:register.${bandOfNumber(line.band) ?? 'total'}`),
      name: line.rate_name,
      version: line.rate_version,
    });
}

function LineStory({ line, currency }: { line: ExplainedLine; currency: string }) {
  const { t } = useTranslation('explanation');
  const nameOf = useLineName();
  return (
    <details className="why__line">
      <summary className="row spread gap-text">
        <span>{nameOf(line.first)}</span>
        <span className="line inline gap-12">
          <EnergyAmount kwh={line.ept} /> <Money amount={line.fee} currency={currency} />
        </span>
      </summary>
      <DaysOfLine
        label={nameOf(line.first)}
        head={t('explanation:fee-lines.day')}
        days={line.days}
        currency={currency}
      />
    </details>
  );
}

interface DaysOfLineProps {
  readonly label: string;
  readonly head: string;
  readonly days: readonly LineDay[];
  readonly currency: string;
  /** True if the rows are the bands of one day. */
  readonly isByBand?: boolean;
}

function DaysOfLine({ label, head, days, currency, isByBand = false }: DaysOfLineProps) {
  const { t } = useTranslation('explanation');
  const { tag } = useLanguage();
  return (
    <div className="shrink scroll-x">
      <table className="plain-table why__sums" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" className="is-amount">
              {t('explanation:fee-lines.before')}
            </th>
            <th scope="col" className="is-amount">
              {t('explanation:fee-lines.with')}
            </th>
            <th scope="col" className="is-amount">
              {t('explanation:fee-lines.part')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, line }) => (
            <tr key={`${date} ${line.band} ${line.rate_version}`}>
              <th scope="row">
                {isByBand ? (
                  <>
                    {t(`explanation:register.${bandOfNumber(line.band) ?? 'total'}`)}
                    <bdi className="ltr faint plain why__price">
                      × {line.price === null ? '–' : formatNumber(line.price, 4, tag)}
                    </bdi>
                  </>
                ) : (
                  <bdi className="ltr">{date}</bdi>
                )}
              </th>
              <td>
                <EnergyAmount kwh={line.ept_before} />
                <Money amount={line.amount_before} currency={currency} />
              </td>
              <td>
                <EnergyAmount kwh={exact(line.ept_before + line.ept)} />
                <Money amount={line.amount_with} currency={currency} />
              </td>
              <td>
                <EnergyAmount kwh={line.ept} />
                <Money amount={line.fee} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
