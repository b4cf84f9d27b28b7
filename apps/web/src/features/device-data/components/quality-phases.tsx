/** Voltage quality of the week by phase: the result in words, and its basis. */
import { CheckCircleFilled, CloseCircleFilled, QuestionCircleFilled } from '@ant-design/icons';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import type { Numbers } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { VoltagePhase, VoltageWeek } from '../api/use-voltage-quality.ts';

const LOOKS: Readonly<Record<VoltagePhase['verdict'], readonly [StateTone, ReactNode]>> = {
  met: ['good', <CheckCircleFilled key="met" />],
  'share-missed': ['alarm', <CloseCircleFilled key="share" />],
  'bound-missed': ['alarm', <CloseCircleFilled key="bound" />],
  'too-few': ['unknown', <QuestionCircleFilled key="few" />],
};

export function QualityPhases({ week }: { week: VoltageWeek }) {
  const { t } = useTranslation('analysis');
  const { zone } = useRequiredSession().user;
  const [from, to] = [week.start, week.end].map((ms) => formatMoment(ms, zone).slice(0, 16));
  const numbers = useNumbers();
  const { count } = numbers;
  const percent = (part: number) => numbers.percent(Math.floor(part * 1000) / 10, 1);
  const volts = (value: number | null) => (value === null ? '–' : numbers.quantity(value, 1, 'V'));
  const rows: readonly (readonly [string, (of: VoltagePhase) => string])[] = [
    [
      'known',
      (of) => `${count(of.known)} / ${count(of.intervals)} (${percent(of.known / of.intervals)})`,
    ],
    ['within', (of) => `${count(of.within)}${of.share === null ? '' : ` (${percent(of.share)})`}`],
    ['below', (of) => count(of.below)],
    ['far-below', (of) => count(of.far_below)],
    ['above', (of) => count(of.above)],
    ['interrupted', (of) => count(of.interrupted)],
    ['lowest', (of) => volts(of.lowest)],
    ['highest', (of) => volts(of.highest)],
  ];
  return (
    <section className="stack gap-8 panel bleed">
      <h3 id="quality-title">{t('analysis:quality.title')}</h3>
      <p className="hint">
        {t('analysis:quality.week', {
          span: ltrText(`${from} – ${to}`),
          readings: numbers.count(week.readings),
        })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard. */}
      <section className="quality-scroll scroll-x" tabIndex={0} aria-labelledby="quality-title">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('analysis:quality.intervals')}</th>
              {week.phases.map((of) => (
                <th key={of.phase} scope="col">
                  {t('analysis:quality.phase', { phase: of.phase })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('analysis:quality.standard')}</th>
              {week.phases.map(({ phase, verdict }) => (
                <td key={phase}>
                  <StateTag tone={LOOKS[verdict][0]} icon={LOOKS[verdict][1]}>
                    {t(`analysis:quality.verdict.${verdict}`)}
                  </StateTag>
                </td>
              ))}
            </tr>
            {rows.map(([key, text]) => (
              <tr key={key}>
                <th scope="row">
                  {t(`analysis:quality.row.${key}`, bounds(week.nominal, numbers))}
                </th>
                {week.phases.map((of) => (
                  <td key={of.phase}>
                    <bdi className="ltr">{text(of)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="hint">{t('analysis:quality.rule')}</p>
      <p className="hint">{t('analysis:quality.moments')}</p>
    </section>
  );
}

/** The bounds in volts, for the row labels. */
function bounds(nominal: number, numbers: Numbers) {
  const volts = (part: number) => ltrText(numbers.quantity(nominal * part, 1, 'V'));
  return { low: volts(0.9), high: volts(1.1), far: volts(0.85), none: volts(0.05) };
}
