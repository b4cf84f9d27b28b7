/** The 24 hours of a kind of day in the colours of their bands; gaps and overlaps are hatched. */
import { coverage, hasValidEdges } from '@busbar/domain/tariff/check-calendar';
import { type BandSpan, partsOfSpan } from '@busbar/domain/tariff/tariff-calendar';
import { useTranslation } from 'react-i18next';
import { useBandColors } from '../../../charts/bars/band-colors.ts';
import { DayBar } from '../../../components/bars/day-bar.tsx';

interface Part {
  readonly kind: BandSpan['band'] | 'gap' | 'overlap';
  readonly from: number;
  readonly to: number;
}

export function HoursBar({ spans, name }: { spans: readonly BandSpan[]; name: string }) {
  const { t } = useTranslation('rates');
  const colors = useBandColors();
  const parts = partsOf(spans).map((part) => ({
    ...part,
    label: t(`rates:band.${part.kind}`),
    ...(part.kind === 'gap' || part.kind === 'overlap' ? {} : { color: colors[part.kind] }),
  }));
  return <DayBar name={name} parts={parts} />;
}

/** Bands come first, so that gaps and overlaps are drawn on top. */
function partsOf(spans: readonly BandSpan[]): Part[] {
  const { gaps, overlaps } = coverage(spans);
  return [
    ...spans
      .filter(hasValidEdges)
      .flatMap((span) => partsOfSpan(span).map(([from, to]) => ({ kind: span.band, from, to }))),
    ...gaps.map((run) => ({ kind: 'gap' as const, ...run })),
    ...overlaps.map((run) => ({ kind: 'overlap' as const, ...run })),
  ].filter(({ from, to }) => from < to);
}
