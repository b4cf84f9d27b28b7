/** The load duration curve, and the same in numbers. */
import { useTranslation } from 'react-i18next';
import '../../../components/plain-table.css';
import { durationCsv } from '../load-file.ts';
import { type LoadDuration, loadAt } from '../load-shape.ts';
import { ChartFiles } from './chart-files.tsx';

const PARTS = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 1] as const;
const HOUR_MS = 3_600_000;
const WIDTH = 600;
const HEIGHT = 200;
const LEFT = 52;
const BOTTOM = 24;
const STEPS = 200;

interface LoadDurationPanelProps {
  readonly duration: LoadDuration;
  readonly columnMs: number;
  /** Without its ending. */
  readonly fileName: string;
}

export function LoadDurationPanel({ duration, columnMs, fileName }: LoadDurationPanelProps) {
  const { t } = useTranslation('analysis');
  const words = {
    part: t('analysis:load.part'),
    hours: t('analysis:load.hours'),
    atLeast: t('analysis:load.at-least'),
  };
  const hours = (part: number) => ((part * duration.knownMs) / HOUR_MS).toFixed(1);
  return (
    <section className="load-panel" aria-labelledby="duration-title">
      <header className="load-panel__head">
        <h3 id="duration-title">{t('analysis:load.duration')}</h3>
        <ChartFiles
          name={t('analysis:load.duration')}
          fileName={fileName}
          isEmpty={false}
          csv={() => durationCsv(duration, columnMs, words)}
        />
      </header>
      <p className="load-panel__said">
        {t('analysis:load.known', {
          known: hours(1),
          whole: (duration.wholeMs / HOUR_MS).toFixed(1),
          minutes: columnMs / 60_000,
        })}{' '}
        {duration.loadFactor !== undefined &&
          t('analysis:load.factor', { factor: duration.loadFactor.toFixed(2) })}
      </p>
      <div className="load-panel__body">
        <Curve duration={duration} label={t('analysis:load.duration-label')} />
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('analysis:load.part')}</th>
              <th scope="col" className="is-amount">
                {t('analysis:load.hours')}
              </th>
              <th scope="col" className="is-amount">
                {t('analysis:load.at-least')} <span className="ltr">(kW)</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {PARTS.map((part) => (
              <tr key={part}>
                <th scope="row">
                  <bdi className="ltr">{part * 100} %</bdi>
                </th>
                <td className="is-amount ltr">{hours(part)}</td>
                <td className="is-amount ltr">{loadAt(duration, part).toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Curve({ duration, label }: { duration: LoadDuration; label: string }) {
  const top = Math.max(duration.peak, 0);
  const bottom = Math.min(0, duration.values.at(-1)!);
  const range = top - bottom || 1;
  const x = (part: number) => LEFT + part * (WIDTH - LEFT - 8);
  const y = (value: number) => 8 + ((top - value) / range) * (HEIGHT - BOTTOM - 8);
  const points = Array.from({ length: STEPS + 1 }, (_, i) => {
    const part = i / STEPS;
    return `${x(part).toFixed(1)} ${y(loadAt(duration, part)).toFixed(1)}`;
  });
  const line = `M${points.join('L')}`;
  return (
    <svg
      className="load-curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      direction="ltr"
    >
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <g key={part}>
          <path className="load-curve__grid" d={`M${x(part)} 8V${HEIGHT - BOTTOM}`} />
          <text x={x(part)} y={HEIGHT - 6} textAnchor={part === 1 ? 'end' : 'middle'}>
            {part * 100} %
          </text>
          <path
            className="load-curve__grid"
            d={`M${LEFT} ${y(bottom + part * range)}H${WIDTH - 8}`}
          />
          <text x={LEFT - 6} y={y(bottom + part * range) + 4} textAnchor="end">
            {Number((bottom + part * range).toPrecision(3))}
          </text>
        </g>
      ))}
      <path className="load-curve__area" d={`${line}L${x(1)} ${y(bottom)}L${x(0)} ${y(bottom)}Z`} />
      <path className="load-curve__line" d={line} />
    </svg>
  );
}
