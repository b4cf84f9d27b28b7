/**
 * Signal over time: a point for each reported value, on the same bands as the signal bars of the
 * tree. Points more than a day apart are not connected, because the signal between them is unknown.
 */
import { CSQ_UNKNOWN, signalBand, signalDbm } from '@busbar/domain/device/signal';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatQuantity, roundTo } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

interface SignalChartProps {
  readonly start: number;
  readonly end: number;
  /** Older values of the span were omitted. */
  readonly cut: boolean;
  readonly list: readonly { readonly ts: number; readonly csq: number }[];
}

const WIDTH = 720;
const HEIGHT = 150;
const HIGHEST = 31;
/** Minimum csq of each band (domain `signal`). */
const BANDS = [0, 6, 10, 15, 20] as const;
const LONGEST_GAP_MS = 86_400_000;

export function SignalChart({ start, end, cut, list }: SignalChartProps) {
  const { t } = useTranslation(['device-information', 'devices']);
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const points = list.filter(({ csq }) => csq !== CSQ_UNKNOWN);
  if (points.length === 0) return <p>{t('device-information:signal.empty')}</p>;
  const x = (ms: number) => ((ms - start) / (end - start)) * WIDTH;
  const y = (csq: number) => HEIGHT - (csq / HIGHEST) * HEIGHT;
  const path = points
    .map(({ ts, csq }, i) => {
      const isNear = i > 0 && ts - points[i - 1]!.ts <= LONGEST_GAP_MS;
      return `${isNear ? 'L' : 'M'}${roundTo(x(ts), 1)} ${roundTo(y(csq), 1)}`;
    })
    .join('');
  const values = points.map(({ csq }) => csq);
  const label = (csq: number) =>
    `${t(`devices:signal.${signalBand(csq)}`)}, csq ${csq}, ${ltrText(formatQuantity(signalDbm(csq)!, 0, 'dBm', tag))}`;
  const last = points.at(-1)!;
  return (
    <figure className="signal-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('device-information:signal.label', {
          count: points.length,
          lowest: label(Math.min(...values)),
          highest: label(Math.max(...values)),
        })}
        direction="ltr"
      >
        {BANDS.map((lowest) => (
          <path
            key={lowest}
            d={`M0 ${y(lowest)}H${WIDTH}`}
            className="signal-chart__band"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path d={path} className="signal-chart__line" vectorEffect="non-scaling-stroke" />
        {points.map(({ ts, csq }) => (
          <path
            key={ts}
            d={`M${roundTo(x(ts), 1)} ${roundTo(y(csq), 1)}h0.01`}
            className="signal-chart__point"
            vectorEffect="non-scaling-stroke"
          >
            <title>{`${formatMoment(ts, zone)} · ${label(csq)}`}</title>
          </path>
        ))}
      </svg>
      <ol className="signal-chart__words muted text-tiny" aria-hidden="true">
        {BANDS.toReversed().map((lowest, i) => (
          <li
            key={lowest}
            className="line"
            style={{ flexGrow: ([HIGHEST + 1, 20, 15, 10, 6][i] ?? 0) - lowest }}
          >
            {t(`devices:signal.${signalBand(lowest)}`)}
          </li>
        ))}
      </ol>
      <figcaption className="row spread gap-text muted text-tiny">
        <span className="ltr">{formatMoment(start, zone).slice(0, 10)}</span>
        <span>
          {t('device-information:signal.last')}{' '}
          <bdi className="ltr">{formatMoment(last.ts, zone)}</bdi>
        </span>
        <span className="ltr">{formatMoment(end, zone).slice(0, 10)}</span>
      </figcaption>
      {cut && <p className="muted">{t('device-information:signal.cut')}</p>}
    </figure>
  );
}
