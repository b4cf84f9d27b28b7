/** Energy of six months, each stacked by tariff band with the most expensive at the bottom. */

import {
  ENERGY_UNIT,
  formatAxis,
  formatEnergy,
  formatEnergyQuantity,
} from '@busbar/domain/formats/number-format';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBandColors } from '../../../charts/bars/band-colors.ts';
import { EChart } from '../../../charts/bars/echart.tsx';
import { stackedColumns } from '../../../charts/bars/stacked-columns.ts';
import { useChartLook } from '../../../charts/chart-look.ts';
import { Tile } from '../../../components/values/tile.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { TrendEntry, useTrend } from '../api/use-dashboard.ts';
import { SeriesTable } from './series-table.tsx';

/** API names of the bands, in the order of TARIFF_BANDS (docs/decisions.md 13). */
const FIELDS = ['ept_1', 'ept_2', 'ept_3', 'ept_4'] as const;

export function TrendTile({ query }: { query: ReturnType<typeof useTrend> }) {
  const { t } = useTranslation('dashboard');
  return (
    <Tile title={t('dashboard:trend.title')} query={query} className="trend">
      {(entries) => <TrendBody entries={entries} />}
    </Tile>
  );
}

function TrendBody({ entries }: { entries: readonly TrendEntry[] }) {
  const { t } = useTranslation('dashboard');
  const { tag } = useLanguage();
  const look = useChartLook();
  const colors = useBandColors();
  const months = useMemo(() => entries.toReversed(), [entries]);
  const bands = useMemo(
    () =>
      TARIFF_BANDS.map((band, at) => ({
        name: t(`dashboard:band.${band}`),
        color: colors[band],
        values: months.map((month) => month[FIELDS[at]!]),
      })),
    [months, colors, t],
  );
  const totalLabel = t('dashboard:trend.total');
  const option = useMemo(() => {
    const dates = months.map(({ date }) => date);
    return stackedColumns(look, {
      names: dates,
      titles: dates,
      bands,
      total: { name: totalLabel, values: months.map(({ ept }) => ept) },
      barMaxWidth: 56,
      formatAmount: (kwh) => formatEnergyQuantity(kwh ?? 0, tag),
      formatAxis: (number) => formatAxis(number, tag),
    });
  }, [bands, months, look, tag, totalLabel]);
  const label = `${t('dashboard:trend.title')}, ${unitLabel(ENERGY_UNIT, tag)}`;
  return (
    <div className="trend__body">
      <ul className="legend row gap-text hint">
        {bands.map(({ name, color }) => (
          <li key={name} className="line">
            <i className="swatch" style={{ background: color }} aria-hidden="true" />
            {name}
          </li>
        ))}
        <li className="faint push">
          <bdi className="ltr">{unitLabel(ENERGY_UNIT, tag)}</bdi>
        </li>
      </ul>
      <div className="trend__chart grow">
        <EChart option={option} label={label} />
      </div>
      <SeriesTable
        caption={label}
        slots={months.map(({ date }) => date)}
        series={[
          ...bands.map(({ name, values }) => ({
            name,
            values: values.map((kwh) => formatEnergy(kwh, tag)),
          })),
          { name: totalLabel, values: months.map(({ ept }) => formatEnergy(ept, tag)) },
        ]}
      />
    </div>
  );
}
