/** Prepares a chart for export: its values as CSV and its picture. */
import { useTranslation } from 'react-i18next';
import type { ChartLevel, ChartMark } from '../../../charts/chart-marks.ts';
import type { ChartPicture } from '../../../charts/picture-frame.ts';
import type { ChartColumns } from '../../../charts/time/history-columns.ts';
import { LINE_PICTURE_HEIGHT, lineLegend, linePainter } from '../../../charts/time/line-picture.ts';
import { toChartData } from '../../../charts/time/time-chart.tsx';
import type { ChartSeries } from '../../../charts/time/time-chart-options.ts';
import { EVENT_KINDS, EVENT_SHAPES } from '../events/device-events.ts';
import type { Span } from '../history/history-span.ts';
import { spanFileName } from './load-file.ts';
import { shownCsv, shownRows } from './shown-file.ts';
import { useLineLook } from './use-chart-look.ts';
import { usePictureFrame } from './use-picture-frame.ts';

export interface ShownChart {
  /** Name of the quantity. */
  readonly name: string;
  readonly title: string;
  /** Device and quantity of the file, without the span. */
  readonly fileKey: string;
  readonly columns: ChartColumns;
  /** Drawn lines; hidden ones are omitted. */
  readonly series: readonly ChartSeries[];
  readonly span: Span;
  readonly zone: string;
  readonly unit: string;
  readonly digits: number;
  readonly leastRange: number;
  readonly shiftMs: number;
  readonly marks: readonly ChartMark[];
  readonly levels?: readonly ChartLevel[];
}

export function useChartFile(chart: ShownChart) {
  const { t } = useTranslation(['analysis', 'data']);
  const { series, span, zone, unit, digits, columns } = chart;
  const look = useLineLook();
  const { frame, spanLine } = usePictureFrame(zone);
  const withUnit = (key: 'low' | 'high') => (label: string) =>
    t(`analysis:save.${key}`, { name: chart.name, label, unit: unit === '' ? '' : ` (${unit})` });
  /** Legend of the markers; markers of lines have the colours of the lines. */
  const signs = () =>
    EVENT_KINDS.flatMap((kind) => {
      const sign = EVENT_SHAPES[kind];
      const mark = chart.marks.find(({ shape }) => shape === sign);
      if (mark === undefined) return [];
      const color = mark.of === undefined ? mark.color : look.text;
      return [{ text: t(`analysis:events.kind.${kind}`), color, sign }];
    });
  return {
    name: chart.name,
    fileName: spanFileName(chart.fileKey, span, zone),
    isEmpty: series.length === 0,
    csv: () =>
      shownCsv(
        shownRows(columns, series, digits),
        series,
        {
          time: t('data:column.time'),
          otherTime: chart.shiftMs === 0 ? undefined : t('analysis:compare.other-time'),
          low: withUnit('low'),
          high: withUnit('high'),
        },
        zone,
        chart.shiftMs,
      ),
    picture: (): ChartPicture => ({
      ...frame(),
      title: chart.title,
      lines: [spanLine(span)],
      legend: [...lineLegend(series), ...signs()],
      unit,
      height: LINE_PICTURE_HEIGHT,
      paint: linePainter({
        setup: {
          series,
          look,
          zone,
          leastRange: chart.leastRange,
          markMs: null,
          marks: chart.marks,
          ...(chart.levels === undefined ? {} : { levels: chart.levels }),
        },
        data: toChartData(chart),
        startMs: span.startMs,
        endMs: span.endMs,
      }),
    }),
  };
}
