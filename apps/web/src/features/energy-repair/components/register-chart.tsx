/** The register over time; its steps have the same numbers as in the list. */

import { formatAxis, formatEnergy } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { LineChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EChart } from '../../../charts/bars/echart.tsx';
import {
  amountAxis,
  CHART_GRID,
  tooltipBox,
  tooltipLook,
  useChartLook,
} from '../../../charts/chart-look.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { Explanation } from '../../energy-explanation/api/use-explanation.ts';
import { kindOf, noteOf, type ShownKind } from '../../energy-explanation/step-kind.ts';
import { unitOf } from '../../energy-explanation/use-step-texts.ts';
import { markedSteps, registerLine } from '../marked-steps.ts';

use([LineChart]);

/** Symbols differ by shape, not only by colour. */
const SYMBOLS: Readonly<Partial<Record<ShownKind, string>>> = {
  reset: 'triangle',
  swap: 'rect',
  impossible: 'diamond',
  corrected: 'roundRect',
};
const DAY_MS = 86_400_000;
const MAX_LABELS = 7;

export function RegisterChart({ story, label }: { story: Explanation; label: string }) {
  const { t } = useTranslation('explanation');
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const look = useChartLook();
  const option = useMemo(() => {
    const { palette } = look;
    const unit = unitOf(story.channel);
    const points = registerLine(story.steps);
    const low = midnightBefore(points[0]?.[0] ?? 0, zone);
    const high = Math.max(points.at(-1)?.[0] ?? 0, low + 1);
    const isDays = high - low > 2 * DAY_MS;
    const unitMs = isDays ? DAY_MS : DAY_MS / 24;
    const marks = markedSteps(story.steps).flatMap(({ number, step }) => {
      const note = step.registers[0];
      if (number === undefined || note === undefined) return [];
      const kind = kindOf(step);
      return [{ kind, step, value: [step.at, note.value, number] }];
    });
    return {
      animation: false,
      grid: { ...CHART_GRID, top: 28, right: 24 },
      tooltip: {
        ...tooltipLook(look),
        trigger: 'item',
        formatter: ({ seriesIndex, dataIndex }: { seriesIndex: number; dataIndex: number }) => {
          const mark = seriesIndex === 1 ? marks[dataIndex] : undefined;
          const [at = 0, value = 0] = mark?.value ?? points[dataIndex] ?? [];
          return tooltipBox(formatMoment(at, zone), [
            {
              color: palette.accent,
              name: mark === undefined ? '' : t(`explanation:kind.${mark.kind}`),
              value: `${formatEnergy(value, tag)} ${unit}`,
            },
          ]);
        },
      },
      xAxis: {
        type: 'value',
        min: low,
        max: high,
        // Whole days or hours, so that each label is the exact time of its position.
        interval: unitMs * Math.ceil((high - low) / unitMs / MAX_LABELS),
        axisLine: { lineStyle: { color: palette.lineStrong } },
        splitLine: { show: false },
        axisLabel: {
          color: palette.textFaint,
          hideOverlap: true,
          showMaxLabel: false,
          formatter: (at: number) => formatMoment(at, zone).slice(5, isDays ? 10 : 16),
        },
      },
      yAxis: { ...amountAxis(look, (value) => formatAxis(value, tag)), scale: true },
      series: [
        {
          type: 'line',
          data: points,
          symbol: 'circle',
          symbolSize: 4,
          lineStyle: { color: palette.accent, width: 1.5 },
          itemStyle: { color: palette.accent },
        },
        {
          type: 'line',
          lineStyle: { opacity: 0 },
          symbolSize: 13,
          label: {
            show: true,
            position: 'top',
            color: palette.text,
            fontWeight: 600,
            formatter: ({ value }: { value: readonly number[] }) => String(value[2]),
          },
          data: marks.map(({ kind, step, value }) => ({
            value,
            symbol: SYMBOLS[kind] ?? 'circle',
            itemStyle: {
              color: noteOf(step)?.kind === 'impossible' ? palette.red : palette.amber,
              borderColor: palette.surface,
              borderWidth: 1.5,
            },
          })),
        },
      ],
    };
  }, [story, look, tag, zone, t]);
  return <EChart option={option} label={label} />;
}

function midnightBefore(at: number, zone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = formatMoment(at, zone)
    .slice(11)
    .split(':')
    .map(Number);
  return at - (hours * 3600 + minutes * 60 + seconds) * 1000 - (at % 1000);
}
