/** Energy of this month by device: the largest individually, the rest together; pie and table. */

import {
  ENERGY_UNIT,
  formatEnergy,
  formatEnergyQuantity,
  formatNumber,
  formatPercent,
} from '@busbar/domain/formats/number-format';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EChart } from '../../../charts/bars/echart.tsx';
import { sharesRing } from '../../../charts/bars/shares-ring.ts';
import { useChartLook } from '../../../charts/chart-look.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Tile } from '../../../components/values/tile.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useIsDark } from '../../../theme/theme-mode.ts';
import { WhyButton } from '../../energy-explanation/components/why-button.tsx';
import { WhyDrawer } from '../../energy-explanation/components/why-drawer.tsx';
import type { WhyOf } from '../../energy-explanation/why-of.ts';
import type { EnergyShare, useShare } from '../api/use-dashboard.ts';
import { monthSpan } from '../month-span.ts';

/** Colours from strong to faint, starting with the largest share; all other devices are grey. */
const SHARES_ON_LIGHT = [
  '#0f4c9e',
  '#1668dc',
  '#3d8bee',
  '#5fa4d8',
  '#3fa39b',
  '#7fc0a8',
  '#a7b98a',
  '#d0c08a',
];
const SHARES_ON_DARK = [
  '#7fb6ff',
  '#4f9bff',
  '#2f7de0',
  '#3f8fb5',
  '#3aa59b',
  '#67b596',
  '#93ab74',
  '#bdab70',
];

export function ShareTile({ query }: { query: ReturnType<typeof useShare> }) {
  const { t } = useTranslation('dashboard');
  return (
    <Tile title={t('dashboard:share.title')} query={query} className="share">
      {(share) =>
        share.total.ept === 0 ? (
          <EmptyState title={t('dashboard:share.none')} body={t('dashboard:share.none-body')} />
        ) : (
          <ShareBody share={share} />
        )
      }
    </Tile>
  );
}

interface Slice {
  readonly key: string;
  readonly name: string;
  readonly code: string | null;
  readonly ept: number;
  readonly percentage: number;
  readonly color: string;
}

function ShareBody({ share }: { share: EnergyShare }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { tag } = useLanguage();
  const look = useChartLook();
  const colors = useIsDark() ? SHARES_ON_DARK : SHARES_ON_LIGHT;
  const { others } = share;
  const [explained, setExplained] = useState<WhyOf>();
  const slices = useMemo<Slice[]>(
    () => [
      ...share.device_list.map((device, at) => ({
        key: device.device_code,
        name: device.device_name,
        code: device.device_code,
        ept: device.ept,
        percentage: device.percentage,
        color: colors[at % colors.length]!,
      })),
      ...(others.count === 0
        ? []
        : [
            {
              key: 'others',
              name: t('dashboard:share.others', { count: others.count }),
              code: null,
              ept: others.ept,
              percentage: others.percentage,
              color: look.palette.lineStrong,
            },
          ]),
    ],
    [share, others, colors, look, t],
  );
  const option = useMemo(() => {
    const ring = slices.map(({ name, color, ept, percentage }) => ({
      name,
      color,
      value: ept,
      percent: formatPercent(percentage, 2, tag),
      amount: formatEnergyQuantity(ept, tag),
    }));
    return sharesRing(look, ring, '92%');
  }, [slices, look, tag]);
  return (
    <div className="share__body">
      <div className="share__pie">
        <EChart option={option} label={t('dashboard:share.title')} />
      </div>
      <table className="share__table text-small">
        <thead>
          <tr>
            <th scope="col">{t('dashboard:share.device')}</th>
            <th scope="col">%</th>
            <th scope="col">{unitLabel(ENERGY_UNIT, tag)}</th>
            <th scope="col">
              <span className="visually-hidden">{t('common:why')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {slices.map(({ key, name, code, ept, percentage, color }) => (
            <tr key={key}>
              <th scope="row">
                <span className="line">
                  <i className="swatch" style={{ background: color }} aria-hidden="true" />
                  {code === null ? (
                    name
                  ) : (
                    <Link
                      className="quiet-link one-line"
                      to="/device"
                      search={{ device: code, tab: 'energy' }}
                      title={code}
                      dir="auto"
                    >
                      {name}
                    </Link>
                  )}
                </span>
              </th>
              <td>
                <bdi className="ltr">{formatNumber(percentage, 2, tag)}</bdi>
              </td>
              <td>
                <bdi className="ltr">{formatEnergy(ept, tag)}</bdi>
              </td>
              <td className="share__why">
                {code !== null && (
                  <WhyButton
                    of={name}
                    onClick={() => setExplained({ device: code, ...monthSpan(share.date) })}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('dashboard:share.total')}</th>
            <td />
            <td>
              <bdi className="ltr">{formatEnergy(share.total.ept, tag)}</bdi>
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      <WhyDrawer of={explained} onClose={() => setExplained(undefined)} />
    </div>
  );
}
