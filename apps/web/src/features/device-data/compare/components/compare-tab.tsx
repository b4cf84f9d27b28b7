/** Comparison: one quantity of several devices, and of another period, on one axis. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Spin } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createCrosshair } from '../../../../charts/time/crosshair.ts';
import { TimeChart } from '../../../../charts/time/time-chart.tsx';
import { TIME_AXIS_PX } from '../../../../charts/time/time-chart-options.ts';
import { ErrorState } from '../../../../components/states/error-state.tsx';
import { ChartFiles } from '../../components/chart-files.tsx';
import { ChartSummary } from '../../components/chart-summary.tsx';
import { EventList } from '../../events/components/event-list.tsx';
import { ThinnedNote } from '../../history/components/thinned-note.tsx';
import { useColumnCount, useHistorySpan } from '../../history/use-history-span.ts';
import { shownRows } from '../../pictures/shown-file.ts';
import { useChartFile } from '../../pictures/use-chart-file.ts';
import { useLineLook } from '../../pictures/use-chart-look.ts';
import { useComparedEvents } from '../use-compared-events.ts';
import { useComparison } from '../use-comparison.ts';
import { CompareLegend } from './compare-legend.tsx';
import { CompareTable } from './compare-table.tsx';
import { CompareTools } from './compare-tools.tsx';
import './compare-tab.css';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { useLanguage } from '../../../../i18n/use-language.ts';
import '../../history/components/history-panel.css';

const HEIGHT = 320;

export function CompareTab({ code }: { code: string }) {
  const { t } = useTranslation(['analysis', 'data']);
  const { tag } = useLanguage();
  const history = useHistorySpan();
  const { span, search, zone } = history;
  const [crosshair] = useState(createCrosshair);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const count = useColumnCount(box);
  const comparison = useComparison(code, history, count);
  const { field, unit, digits, leastRange, other, shiftMs, lines, histories, columns } = comparison;
  const shown = useMemo(
    () => lines.filter((line) => columns.present.includes(line.field) && !hidden.has(line.field)),
    [lines, columns, hidden],
  );
  const rows = useMemo(() => shownRows(columns, shown, digits), [columns, shown, digits]);
  const { happened, leastMs } = useComparedEvents(comparison, hidden, count, search.events);
  const isFirst = histories.rows.every((one) => one === undefined);
  const name = t(`data:field.${field}`);
  const chart = { columns, series: shown, leastRange, marks: happened.marks, zone };
  const devices = [...new Set(shown.map((line) => line.name))];
  const file = useChartFile({
    ...chart,
    ...{ name, span, unit, digits, shiftMs },
    title: [name, ...devices].join(' · '),
    fileKey: [field, ...comparison.codes].join('-'),
  });
  const look = useLineLook();
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };

  return (
    <div className="history stack">
      <CompareTools {...comparison} history={history} />
      <section className="history__panels panel bleed" ref={box} aria-busy={histories.isFetching}>
        <header className="history-panel__head row align-baseline">
          <h3>
            {name}
            {unit !== '' && <span className="faint plain ltr">{unitLabel(unit, tag)}</span>}
          </h3>
          {histories.isFetching && <Spin size="small" />}
          <ChartFiles {...file} />
        </header>
        {other !== undefined && (
          <p className="hint">
            {t('analysis:compare.shifted', {
              period: t(`analysis:compare.choice.${search.period ?? 'custom'}`),
              from: ltrText(formatMoment(other.startMs, zone).slice(0, 16)),
              to: ltrText(formatMoment(other.endMs, zone).slice(0, 16)),
            })}
          </p>
        )}
        {comparison.leftOut > 0 && (
          <p className="hint">{t('analysis:compare.left-out', { count: comparison.leftOut })}</p>
        )}
        <ThinnedNote before={histories.thinnedBefore} />
        {histories.error !== null && (
          <ErrorState error={histories.error} onRetry={histories.retry} isCompact />
        )}
        <CompareLegend
          {...{ columns, hidden, unit, digits, crosshair }}
          series={lines}
          onToggle={toggle}
        />
        <div className="history-panel">
          <TimeChart
            {...chart}
            {...span}
            look={look}
            height={HEIGHT + TIME_AXIS_PX}
            syncKey="compare"
            hasTimeAxis
            markMs={null}
            label={`${name}. ${t('data:chart.keys')}`}
            onCursor={crosshair.set}
            zoom={{ to: history.zoomTo, out: history.zoomOut }}
          />
          {!histories.isFetching && shown.length === 0 && (
            <p className="history-panel__none faint centered">{t('data:chart.none')}</p>
          )}
        </div>
        <ChartSummary
          {...{ columns, unit, digits, zone }}
          series={shown}
          shiftOf={(key) =>
            comparison.compared.some((line) => line.key === key && line.isOther) ? shiftMs : 0
          }
        />
      </section>
      <EventList history={history} happened={happened} leastMs={leastMs} />
      <CompareTable
        {...{ zone, shiftMs }}
        rows={isFirst ? undefined : rows}
        lines={shown}
        isFetching={histories.isFetching}
        error={isFirst ? histories.error : null}
        onRetry={histories.retry}
      />
    </div>
  );
}
