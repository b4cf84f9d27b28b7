/** One quantity over time: its lines, their values under the crosshair, and a summary in words. */

import { unitLabel } from '@busbar/domain/formats/unit-label';
import { Spin } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartLevel, ChartMark } from '../../../../charts/chart-marks.ts';
import { usePhaseColors } from '../../../../charts/phase-colors.ts';
import { type Crosshair, nearestIndex, useCrosshair } from '../../../../charts/time/crosshair.ts';
import { type ChartColumns, toChartColumns } from '../../../../charts/time/history-columns.ts';
import { TimeChart } from '../../../../charts/time/time-chart.tsx';
import {
  type ChartSeries,
  type ChartZoom,
  TIME_AXIS_PX,
} from '../../../../charts/time/time-chart-options.ts';
import { ErrorState } from '../../../../components/states/error-state.tsx';
import { PANELS, type Quantity, type QuantityPanel } from '../../../../device-kit/quantities.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../../lib/session/use-session.ts';
import { DARK, LIGHT } from '../../../../theme/palette.ts';
import { useIsDark } from '../../../../theme/theme-mode.ts';
import { useThinnedHistory } from '../../api/use-history.ts';
import { ChartFiles } from '../../components/chart-files.tsx';
import { ChartSummary } from '../../components/chart-summary.tsx';
import { useChartFile } from '../../pictures/use-chart-file.ts';
import { useLineLook } from '../../pictures/use-chart-look.ts';
import type { Span } from '../history-span.ts';
import { lastFilled, newestText, rangeText } from '../range-text.ts';
import './history-panel.css';

/** A short refresh of displayed readings shows no spinner. */
const SPIN_DELAY_MS = 500;

export interface HistoryPanelProps {
  readonly code: string;
  readonly deviceName: string;
  readonly quantity: Quantity;
  readonly span: Span;
  /** Number of time columns, about one per pixel. */
  readonly columns: number;
  readonly height: number;
  readonly crosshair: Crosshair;
  readonly hasTimeAxis: boolean;
  /** Time to highlight, ms; null for none. */
  readonly markMs: number | null;
  readonly marks: readonly ChartMark[];
  /** Limits, drawn as labelled lines. */
  readonly levels?: readonly ChartLevel[] | undefined;
  /** Undefined if the span is fixed. */
  readonly zoom?: ChartZoom | undefined;
  /** One level below the heading around the panel; `h3` by default. */
  readonly heading?: 'h2' | 'h3';
}

export function HistoryPanel(props: HistoryPanelProps) {
  const { code, quantity, span, crosshair, zoom, heading: Heading = 'h3' } = props;
  const { t } = useTranslation('data');
  const { zone } = useRequiredSession().user;
  const { tag } = useLanguage();
  const panel = PANELS[quantity];
  const fields = useMemo(() => panel.lines.map((line) => line.field), [panel]);
  const query = useThinnedHistory(code, span, fields, props.columns * 2);
  const rows = query.data?.rows;
  const { startMs, endMs } = span;
  const columns = useMemo(
    () => toChartColumns(rows ?? [], { fields, startMs, endMs, columns: props.columns }),
    [rows, fields, startMs, endMs, props.columns],
  );
  const look = useLineLook();
  const series = useSeries(panel, columns.present);
  const name = t(`data:quantity.${quantity}`);
  const { unit, digits, leastRange } = panel;
  const file = useChartFile({
    ...{ name, columns, series, span, zone, unit, digits, leastRange },
    title: [name, props.deviceName].join(' · '),
    fileKey: `${quantity}-${code}`,
    shiftMs: 0,
    marks: props.marks,
    ...(props.levels !== undefined && { levels: props.levels }),
  });

  return (
    <section className="history-panel" aria-busy={query.isFetching}>
      <header className="history-panel__head row align-baseline">
        <Heading>
          {name}
          {panel.unit !== '' && (
            <span className="faint plain ltr">{unitLabel(panel.unit, tag)}</span>
          )}
        </Heading>
        <Readout columns={columns} series={series} panel={panel} crosshair={crosshair} />
        {query.isFetching && <Spin size="small" delay={rows === undefined ? 0 : SPIN_DELAY_MS} />}
        <ChartFiles {...file} />
      </header>
      {query.error !== null && rows === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isCompact />
      ) : (
        <>
          <TimeChart
            columns={columns}
            series={series}
            look={look}
            zone={zone}
            startMs={startMs}
            endMs={endMs}
            height={props.height + (props.hasTimeAxis ? TIME_AXIS_PX : 0)}
            leastRange={panel.leastRange}
            syncKey="history"
            hasTimeAxis={props.hasTimeAxis}
            markMs={props.markMs}
            marks={props.marks}
            {...(props.levels !== undefined && { levels: props.levels })}
            label={`${name}. ${t(zoom === undefined ? 'data:chart.keys-fixed' : 'data:chart.keys')}`}
            onCursor={crosshair.set}
            zoom={zoom}
          />
          {rows !== undefined && series.length === 0 && (
            <p className="history-panel__none faint centered">{t('data:chart.none')}</p>
          )}
          <ChartSummary {...{ columns, series, unit, digits, zone }} levels={props.levels} />
        </>
      )}
    </section>
  );
}

function useSeries(panel: QuantityPanel, present: readonly string[]): readonly ChartSeries[] {
  const { t } = useTranslation('data');
  const phases = usePhaseColors();
  const totalColor = (useIsDark() ? DARK : LIGHT).accentText;
  const shown = present.join();
  return useMemo(
    () =>
      panel.lines
        .filter((line) => shown.split(',').includes(line.field))
        .map(({ field, ink }) => ({
          field,
          label: ink === 'total' ? t('data:chart.total') : ink.toUpperCase(),
          mark: ink === 'total' ? 'Σ' : ink.toUpperCase(),
          color: ink === 'total' ? totalColor : phases[ink],
        })),
    [panel, shown, phases, totalColor, t],
  );
}

interface WordsProps {
  columns: ChartColumns;
  series: readonly ChartSeries[];
  panel: QuantityPanel;
}

/** Values under the crosshair, where a column with a range shows both limits, or the newest ones. */
function Readout({ columns, series, panel, crosshair }: WordsProps & { crosshair: Crosshair }) {
  const { tag } = useLanguage();
  const at = useCrosshair(crosshair);
  const { times } = columns;
  const index = at === null ? lastFilled(columns) : nearestIndex(times, at);
  return (
    <span className="history-readout row inline gap-text hint">
      {series.map(({ field, label, color }) => (
        <span key={field} className="history-readout__one line inline">
          <i style={{ background: color }} />
          {label}
          <strong className="ltr">
            {at === null
              ? newestText(columns.max[field]?.[index], panel.digits, tag)
              : rangeText(
                  columns.min[field]?.[index],
                  columns.max[field]?.[index],
                  panel.digits,
                  tag,
                )}
          </strong>
        </span>
      ))}
    </span>
  );
}
