/** Alarms by type as a pie chart and as a table. */

import { formatCount, formatPercent } from '@busbar/domain/formats/number-format';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EChart } from '../../../charts/bars/echart.tsx';
import { sharesRing } from '../../../charts/bars/shares-ring.ts';
import { useChartLook } from '../../../charts/chart-look.ts';
import type { AlarmCount } from '../../../device-kit/alarm.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useIsDark } from '../../../theme/theme-mode.ts';
import { typeShares } from '../alarm-shares.ts';

/** Colours from strong to faint, for the largest share first; each has a label next to it. */
const LIGHT = ['#bf2c2c', '#d9761f', '#d9a400', '#7a9a2f', '#2f8f83', '#2f6fc4', '#7a53b5'];
const DARK = ['#ff8a80', '#f2a35e', '#f2d06b', '#b3cc6a', '#62c4b6', '#7fb0f5', '#c3a2f5'];

export function TypeShares({ counts }: { counts: AlarmCount['count'] }) {
  const { t } = useTranslation('alarms');
  const { tag } = useLanguage();
  const look = useChartLook();
  const colors = useIsDark() ? DARK : LIGHT;
  const shares = useMemo(
    () =>
      typeShares(counts).map((share, at) => ({
        ...share,
        name: t(`alarms:type.${share.type}`),
        color: colors[at] ?? look.palette.lineStrong,
      })),
    [counts, colors, look, t],
  );
  const option = useMemo(() => {
    const ring = shares
      .filter(({ count }) => count > 0)
      .map(({ name, color, count, percent }) => ({
        name,
        color,
        value: count,
        percent: formatPercent(percent, 1, tag),
        amount: formatCount(count, tag),
      }));
    return sharesRing(look, ring, '94%');
  }, [shares, look, tag]);
  return (
    <div className="alarm-types">
      <div className="alarm-types__pie">
        <EChart option={option} label={t('alarms:types.title')} />
      </div>
      <table className="alarm-shares">
        <caption className="visually-hidden">{t('alarms:types.title')}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('alarms:column.type')}</th>
            <th scope="col">{t('alarms:column.count')}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ type, name, count, color }) => (
            <tr key={type} data-none={count === 0}>
              <th scope="row">
                <i className="swatch" style={{ background: color }} aria-hidden="true" />
                {name}
              </th>
              <td>
                <bdi className="ltr">{formatCount(count, tag)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
