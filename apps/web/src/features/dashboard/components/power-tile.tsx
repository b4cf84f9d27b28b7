/** Power now with the devices it counts, the last 24 hours and the peak of today. */

import { formatQuantity } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { Tile, type TileQuery } from '../../../components/values/tile.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { DashboardNow } from '../api/use-dashboard.ts';
import { PowerCurve } from './power-curve.tsx';

export function PowerTile({ query }: { query: TileQuery<DashboardNow> }) {
  const { t } = useTranslation('dashboard');
  return (
    <Tile title={t('dashboard:now.power')} query={query} className="now now--power">
      {({ power }) => <PowerBody power={power} />}
    </Tile>
  );
}

function PowerBody({ power }: Pick<DashboardNow, 'power'>) {
  const { t } = useTranslation('dashboard');
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const { kw, counted, uncounted, curve, peak } = power;
  const clock = (at: number) => formatMoment(at, zone).slice(11, 16);
  const peakText =
    peak === null
      ? t('dashboard:now.no-peak')
      : t('dashboard:now.peak', {
          kw: `\u2068${formatQuantity(peak.kw, 1, 'kW', tag)}\u2069`,
          time: `\u2068${clock(peak.at)}\u2069`,
        });
  const notes = [
    kw === null ? t('dashboard:now.no-power') : t('dashboard:now.counted', { count: counted }),
    ...(uncounted === 0 ? [] : [t('dashboard:now.uncounted', { count: uncounted })]),
  ];
  return (
    <>
      <div className="now__value line align-baseline spread gap-12">
        <ValueWithUnit value={kw} unit="kW" digits={1} />
        <span className="now__note faint text-tiny">{notes.join(' · ')}</span>
      </div>
      <PowerCurve curve={curve} peak={peak} label={`${t('dashboard:now.curve')}. ${peakText}`} />
      <p className="hint">{peakText}</p>
    </>
  );
}
