/** Days stacked by tariff band, energy or fee, of one device or the sums of several. */

import { formatMoney } from '@busbar/domain/formats/money-format';
import { formatAxis, formatEnergyQuantity } from '@busbar/domain/formats/number-format';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBandColors } from '../../../charts/bars/band-colors.ts';
import { EChart } from '../../../charts/bars/echart.tsx';
import { stackedColumns } from '../../../charts/bars/stacked-columns.ts';
import { useChartLook } from '../../../charts/chart-look.ts';
import { BAND_FIELDS } from '../../../device-kit/bands.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { DaySums } from '../api/use-energy-days.ts';

export interface DaysChartProps {
  /** Newest first, in the order of the response. */
  readonly days: readonly DaySums[];
  readonly value: 'energy' | 'fee';
  readonly currency: string;
  readonly label: string;
  /** Called with the date of a bar that was clicked. */
  readonly onOpenDay?: (date: string) => void;
}

export function DaysChart({ days, value, currency, label, onOpenDay }: DaysChartProps) {
  const { t } = useTranslation(['fees', 'common']);
  const { tag } = useLanguage();
  const look = useChartLook();
  const colors = useBandColors();
  const option = useMemo(() => {
    const shown = days.toReversed();
    const isEnergy = value === 'energy';
    const amount = (number: number | null) => {
      if (number === null) return t('common:no-tariff');
      return isEnergy ? formatEnergyQuantity(number, tag) : formatMoney(number, currency, tag);
    };
    const bands = BAND_FIELDS.map((field) => ({
      name: t(`fees:band.${field.band}`),
      color: colors[field.band],
      values: shown.map((day) => day[isEnergy ? field.energy : field.fee]),
    }));
    return stackedColumns(look, {
      names: shown.map(({ date }) => date.slice(5)),
      titles: shown.map(({ date }) => date),
      bands,
      total: { name: t('fees:sum.all'), values: shown.map((day) => day[isEnergy ? 'ept' : 'fee']) },
      barMaxWidth: 48,
      formatAmount: amount,
      formatAxis: (number) => formatAxis(number, tag),
    });
  }, [days, value, currency, tag, look, colors, t]);
  return (
    <EChart
      option={option}
      label={label}
      {...(onOpenDay !== undefined && {
        onOpenColumn: (at: number) => onOpenDay(days[days.length - 1 - at]!.date),
      })}
    />
  );
}
