/** The 24 hours of a kind of day in the colours of their bands; gaps and overlaps are hatched. */
import { coverage, hasGoodEdges } from '@busbar/domain/tariff/check-calendar';
import { type BandSpan, MINUTES_OF_DAY, partsOfSpan } from '@busbar/domain/tariff/tariff-calendar';
import { useTranslation } from 'react-i18next';
import { useBandColors } from '../../../charts/band-colors.ts';
import { clockOf } from '../calendar-draft.ts';

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24] as const;
/** Narrower than this a name would be cut: two hours and a half. */
const NAMED_FROM_MINUTES = 150;

interface Part {
  readonly kind: BandSpan['band'] | 'gap' | 'overlap';
  readonly from: number;
  readonly to: number;
}

export function HoursBar({ spans, name }: { spans: readonly BandSpan[]; name: string }) {
  const { t } = useTranslation('rates');
  const colors = useBandColors();
  const parts = partsOf(spans);
  const words = [...parts]
    .sort((one, other) => one.from - other.from)
    .map(({ kind, from, to }) => `${clockOf(from)}–${clockOf(to)} ${t(`rates:band.${kind}`)}`);
  return (
    <div className="hours-bar" role="img" aria-label={`${name}: ${words.join(', ')}`}>
      <div className="hours-bar__day" dir="ltr">
        {parts.map(({ kind, from, to }) => (
          <span
            key={`${kind} ${from} ${to}`}
            className="hours-bar__part"
            data-kind={kind}
            title={`${clockOf(from)}–${clockOf(to)} ${t(`rates:band.${kind}`)}`}
            style={{
              left: percent(from),
              width: percent(to - from),
              ...(kind === 'gap' || kind === 'overlap' ? {} : { background: colors[kind] }),
            }}
          >
            {to - from >= NAMED_FROM_MINUTES && <bdi>{t(`rates:band.${kind}`)}</bdi>}
          </span>
        ))}
      </div>
      <div className="hours-bar__hours" dir="ltr" aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: percent(hour * 60) }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Bands first, so that what is wrong is drawn above them. */
function partsOf(spans: readonly BandSpan[]): Part[] {
  const { gaps, overlaps } = coverage(spans);
  return [
    ...spans
      .filter(hasGoodEdges)
      .flatMap((span) => partsOfSpan(span).map(([from, to]) => ({ kind: span.band, from, to }))),
    ...gaps.map((run) => ({ kind: 'gap' as const, ...run })),
    ...overlaps.map((run) => ({ kind: 'overlap' as const, ...run })),
  ].filter(({ from, to }) => from < to);
}

function percent(minutes: number): string {
  return `${(minutes / MINUTES_OF_DAY) * 100}%`;
}
