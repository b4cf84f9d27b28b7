/** Mean power by quarter hour as an area from zero, with the peak of today as a dot. */
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { DashboardNow } from '../api/use-dashboard.ts';
import { curvePaths, QUARTER_MS } from '../power-path.ts';

const HEIGHT = 40;

interface PowerCurveProps extends Pick<DashboardNow['power'], 'curve' | 'peak'> {
  readonly label: string;
}

export function PowerCurve({ curve, peak, label }: PowerCurveProps) {
  const { t } = useTranslation('dashboard');
  const { zone } = useRequiredSession().user;
  const { from, kw } = curve;
  const { area, line, dot } = curvePaths(curve, peak, HEIGHT);
  const clock = (at: number) => formatMoment(at, zone).slice(11, 16);
  return (
    <div className="power-curve" role="img" aria-label={label} dir="ltr">
      <svg viewBox={`0 0 ${kw.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="power-curve__area" d={area} />
        <path className="power-curve__line" d={line} vectorEffect="non-scaling-stroke" />
        {dot !== undefined && (
          <path className="power-curve__dot" d={dot} vectorEffect="non-scaling-stroke" />
        )}
      </svg>
      <div className="line spread faint text-tiny" aria-hidden="true">
        <span dir="auto">{t('dashboard:now.yesterday', { time: clock(from) })}</span>
        <span>{clock(from + kw.length * QUARTER_MS)}</span>
      </div>
    </div>
  );
}
