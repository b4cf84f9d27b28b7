/** The 10-minute averages of the week with the bounds they are compared with. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhaseColors } from '../../../charts/phase-colors.ts';
import { createCrosshair, useCrosshair } from '../../../charts/time/crosshair.ts';
import { TimeChart } from '../../../charts/time/time-chart.tsx';
import { TIME_AXIS_PX } from '../../../charts/time/time-chart-options.ts';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { meanColumns, type VoltageWeek } from '../api/use-voltage-quality.ts';
import { useChartFile } from '../pictures/use-chart-file.ts';
import { useLineLook } from '../pictures/use-chart-look.ts';
import { ChartFiles } from './chart-files.tsx';
import { ChartSummary } from './chart-summary.tsx';
import '../history/components/history-panel.css';

const HEIGHT = 240;
const PHASES = ['a', 'b', 'c'] as const;
const NO_MARKS = [] as const;
const MIN_RANGE = 10;
const DIGITS = 1;

export function QualityChart({ week, code }: { week: VoltageWeek; code: string }) {
  const { t } = useTranslation(['analysis', 'data']);
  const numbers = useNumbers();
  const { zone } = useRequiredSession().user;
  const colors = usePhaseColors();
  const look = useLineLook();
  const [crosshair] = useState(createCrosshair);
  const columns = useMemo(() => meanColumns(week), [week]);
  const series = useMemo(
    () =>
      PHASES.filter((phase) => columns.present.includes(phase)).map((phase) => ({
        field: phase,
        label: phase.toUpperCase(),
        mark: phase.toUpperCase(),
        color: colors[phase],
      })),
    [columns, colors],
  );
  const { nominal } = week;
  const levels = useMemo(
    () =>
      [1.1, 0.9, 0.85].map((part) => ({
        value: nominal * part,
        label: `${part > 1 ? '+' : '−'}${numbers.percent(Math.abs(part - 1) * 100, 0)}`,
      })),
    [nominal, numbers],
  );
  const name = t('analysis:quality.means');
  const span = { startMs: week.start, endMs: week.end };
  const chart = { columns, series, zone, leastRange: MIN_RANGE, marks: NO_MARKS };
  const file = useChartFile({
    ...chart,
    ...{ name, span, levels, unit: 'V', digits: DIGITS, shiftMs: 0 },
    title: `${name} · ${code}`,
    fileKey: `voltage-quality-${code}`,
  });
  return (
    <section className="stack gap-8 panel bleed">
      <header className="history-panel__head row align-baseline">
        <h3>
          {name} <span className="faint plain ltr">{numbers.unit('V')}</span>
        </h3>
        <Moment crosshair={crosshair} zone={zone} />
        <ChartFiles {...file} />
      </header>
      <TimeChart
        {...chart}
        {...span}
        levels={levels}
        look={look}
        height={HEIGHT + TIME_AXIS_PX}
        syncKey="quality"
        hasTimeAxis
        markMs={null}
        label={`${name}. ${t('data:chart.keys-fixed')}`}
        onCursor={crosshair.set}
      />
      <ChartSummary {...{ columns, series, zone }} unit="V" digits={DIGITS} />
    </section>
  );
}

function Moment(props: { crosshair: ReturnType<typeof createCrosshair>; zone: string }) {
  const at = useCrosshair(props.crosshair);
  if (at === null) return null;
  return <span className="hint ltr">{formatMoment(at, props.zone).slice(0, 16)}</span>;
}
