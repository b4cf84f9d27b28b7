/** The load duration curve and its values. */

import { roundTo } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { curvePath } from '../../../../charts/time/curve-geometry.ts';
import { useNumbers } from '../../../../i18n/use-numbers.ts';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';
import { ChartFiles } from '../../components/chart-files.tsx';
import type { Span } from '../../history/history-span.ts';
import { durationCsv } from '../../pictures/load-file.ts';
import { curveOf, type LoadDuration, loadAt } from '../load-shape.ts';
import { useDurationPicture } from '../use-load-pictures.ts';

const PARTS = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1] as const;
const HOUR_MS = 3_600_000;
const WIDTH = 600;
const HEIGHT = 200;
const LEFT = 52;
const BOTTOM = 24;
const EDGE = 8;
const BOX = {
  left: LEFT,
  top: EDGE,
  width: WIDTH - LEFT - EDGE,
  height: HEIGHT - BOTTOM - EDGE,
};

interface LoadDurationPanelProps {
  readonly duration: LoadDuration;
  readonly columnMs: number;
  readonly deviceName: string;
  readonly span: Span;
  /** File name without extension. */
  readonly fileName: string;
}

export function LoadDurationPanel(props: LoadDurationPanelProps) {
  const { duration, columnMs, deviceName, span, fileName } = props;
  const { t } = useTranslation('analysis');
  const numbers = useNumbers();
  const { zone } = useRequiredSession().user;
  const texts = {
    part: t('analysis:load.part'),
    hours: t('analysis:load.hours'),
    atLeast: t('analysis:load.at-least'),
  };
  const hours = (part: number) => numbers.number((part * duration.knownMs) / HOUR_MS, 1);
  const { loadFactor } = duration;
  const summary = [
    t('analysis:load.known', {
      known: hours(1),
      whole: numbers.number(duration.wholeMs / HOUR_MS, 1),
      minutes: columnMs / 60_000,
    }),
    ...(loadFactor === undefined
      ? []
      : [t('analysis:load.factor', { factor: numbers.number(loadFactor, 2) })]),
  ].join(' ');
  const picture = useDurationPicture({ duration, deviceName, span, zone, summary });
  return (
    <section className="stack gap-8 panel bleed" aria-labelledby="duration-title">
      <header className="row spread gap-text">
        <h3 id="duration-title">{t('analysis:load.duration')}</h3>
        <ChartFiles
          name={t('analysis:load.duration')}
          fileName={fileName}
          isEmpty={false}
          csv={() => durationCsv(duration, columnMs, texts)}
          picture={picture}
        />
      </header>
      <p className="hint">{summary}</p>
      <div className="load-panel__body sides">
        <DurationCurve duration={duration} label={t('analysis:load.duration-label')} />
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('analysis:load.part')}</th>
              <th scope="col" className="is-amount">
                {t('analysis:load.hours')}
              </th>
              <th scope="col" className="is-amount">
                {t('analysis:load.at-least')} <span className="ltr">({numbers.unit('kW')})</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {PARTS.map((part) => (
              <tr key={part}>
                <th scope="row">
                  <bdi className="ltr">{numbers.percent(part * 100, 0)}</bdi>
                </th>
                <td className="is-amount ltr">{hours(part)}</td>
                <td className="is-amount ltr">{numbers.number(loadAt(duration, part), 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function DurationCurve({ duration, label }: { duration: LoadDuration; label: string }) {
  const { points, floor, parts, values } = curvePath(curveOf(duration), BOX, useNumbers());
  const line = `M${points.map((point) => point.map((px) => roundTo(px, 1)).join(' ')).join('L')}`;
  const [left, right] = [BOX.left, BOX.left + BOX.width];
  return (
    <svg
      className="load-curve full"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      direction="ltr"
    >
      {parts.map(({ at, text }) => (
        <g key={text}>
          <path className="load-curve__grid" d={`M${at} ${BOX.top}V${HEIGHT - BOTTOM}`} />
          <text x={at} y={HEIGHT - 6} textAnchor={at === right ? 'end' : 'middle'}>
            {text}
          </text>
        </g>
      ))}
      {values.map(({ at, text }) => (
        <g key={at}>
          <path className="load-curve__grid" d={`M${left} ${at}H${right}`} />
          <text x={left - 6} y={at + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <path className="load-curve__area" d={`${line}L${right} ${floor}L${left} ${floor}Z`} />
      <path className="load-curve__line" d={line} />
    </svg>
  );
}
