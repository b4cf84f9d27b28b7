/** Average load of each hour of each day: a heat map that is a table. */
import { useTranslation } from 'react-i18next';
import { heatShare } from '../../../../charts/heat/heat-geometry.ts';
import { useNumbers } from '../../../../i18n/use-numbers.ts';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';
import { ChartFiles } from '../../components/chart-files.tsx';
import type { Span } from '../../history/history-span.ts';
import { profileCsv } from '../../pictures/load-file.ts';
import type { DailyProfile } from '../load-shape.ts';
import { useHeatPicture } from '../use-load-pictures.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface DailyHeatProps {
  readonly profile: DailyProfile;
  /** Maximum number of days. */
  readonly most: number;
  readonly deviceName: string;
  readonly span: Span;
  /** File name without extension. */
  readonly fileName: string;
}

export function DailyHeat({ profile, most, deviceName, span, fileName }: DailyHeatProps) {
  const { t } = useTranslation('analysis');
  const numbers = useNumbers();
  const { days, lowest, highest } = profile;
  const { zone } = useRequiredSession().user;
  const ground = (value: number) =>
    `color-mix(in srgb, var(--accent-text) ${heatShare(value, lowest, highest)}%, var(--surface))`;
  const summary = [
    t('analysis:load.profile-said'),
    ...(days.length === most ? [t('analysis:load.last-days', { count: most })] : []),
  ].join(' ');
  const picture = useHeatPicture({ profile, deviceName, span, zone, summary });
  return (
    <section className="stack gap-8 panel bleed">
      <header className="row spread gap-text">
        <h3 id="heat-title">{t('analysis:load.profile')}</h3>
        <ChartFiles
          name={t('analysis:load.profile')}
          fileName={fileName}
          isEmpty={false}
          csv={() => profileCsv(profile, t('analysis:load.day'))}
          picture={picture}
        />
      </header>
      <p className="hint">{summary}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard. */}
      <section className="heat__scroll scroll-x" tabIndex={0} aria-labelledby="heat-title">
        <table className="heat full" dir="ltr" aria-labelledby="heat-title">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('analysis:load.day')}</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, hours }) => (
              <tr key={date}>
                <th scope="row">{date.slice(5)}</th>
                {HOURS.map((hour) => {
                  const value = hours[hour];
                  const text =
                    value === undefined
                      ? t('analysis:compare.no-readings')
                      : numbers.quantity(value, 2, 'kW');
                  return (
                    <td
                      key={hour}
                      data-empty={value === undefined}
                      style={value === undefined ? undefined : { background: ground(value) }}
                      title={`${date} ${hour}:00 · ${text}`}
                    >
                      <span className="visually-hidden">{text}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="heat__key row muted text-tiny" dir="ltr">
        <span>{numbers.quantity(lowest, 2, 'kW')}</span>
        <i />
        <span>{numbers.quantity(highest, 2, 'kW')}</span>
        <i data-empty="true" />
        <span>{t('analysis:compare.no-readings')}</span>
      </p>
    </section>
  );
}
