/** Name and style of a comparison's lines: a colour per device, dashed for the other period. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSeriesColors } from '../../../charts/series-colors.ts';
import type { ChartSeries } from '../../../charts/time/time-chart-options.ts';
import { useFleet } from '../../../components/device-tree/use-fleet.ts';
import type { ComparedSeries } from './compared-lines.ts';
import type { ComparedPeriod } from './compared-periods.ts';

const DASH = [6, 4] as const;

export interface ComparedLook extends ChartSeries {
  readonly code: string;
  /** Name of the device. */
  readonly name: string;
}

export function useComparedLines(
  compared: readonly ComparedSeries[],
  { period = 'custom' }: { readonly period?: ComparedPeriod },
): readonly ComparedLook[] {
  const { t } = useTranslation('analysis');
  const colors = useSeriesColors();
  const fleet = useFleet();
  const names = useMemo(
    () => new Map((fleet.data ?? []).map(({ code, name }) => [code, name])),
    [fleet.data],
  );
  return useMemo(
    () =>
      compared.map(({ key, mark, code, color, isOther }) => {
        const name = names.get(code) ?? code;
        const label = isOther
          ? t('analysis:compare.other', { name, period: t(`analysis:compare.choice.${period}`) })
          : name;
        const look = { field: key, mark, code, name, label, color: colors[color]! };
        return isOther ? { ...look, dash: DASH } : look;
      }),
    [compared, names, colors, period, t],
  );
}
