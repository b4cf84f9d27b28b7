/** Energy and fee of the device today and this month; the sums are those of the server. */
import { isSimulatedCode } from '@busbar/domain/device/simulated-code';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EnergyAmount } from '../../../components/values/energy-amount.tsx';
import { TotalMoney } from '../../../components/values/money.tsx';
import { PATHS } from '../../../config/paths.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useCurrency } from '../../../lib/session/use-group-info.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

const REFRESH_MS = 60_000;

export function EnergyTile({ code }: { code: string }) {
  const { t } = useTranslation('device-page');
  const { zone } = useRequiredSession().user;
  const today = formatMoment(Date.now(), zone).slice(0, 10);
  return (
    <section className="tile" aria-label={t('device-page:overview.energy')}>
      <header className="tile__head">
        <h2>{t('device-page:overview.energy')}</h2>
        <Link to={PATHS.deviceEnergyTab} params={{ code }}>
          {t('device-page:overview.more')}
        </Link>
      </header>
      {isSimulatedCode(code) ? (
        <p className="tile__body muted">{t('device-page:simulated.no-energy')}</p>
      ) : (
        <dl className="tile__body device-energy">
          <Sums code={code} name={t('device-page:overview.today')} start={today} end={today} />
          <Sums
            code={code}
            name={t('device-page:overview.month')}
            start={`${today.slice(0, 8)}01`}
            end={today}
          />
        </dl>
      )}
    </section>
  );
}

interface SumsProps {
  readonly code: string;
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

function Sums({ code, name, start, end }: SumsProps) {
  const currency = useCurrency();
  const { data } = useCallQuery(
    'v2.energy-days',
    { query: { device_code: code, start, end, pn: 1, ps: 1 } },
    { refetchInterval: REFRESH_MS, select: (answer) => answer.data.sums },
  );
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd className="row gap-wide text-figure">
        {data === undefined ? (
          '–'
        ) : (
          <>
            <EnergyAmount kwh={data.ept} />
            <TotalMoney amount={data.fee} currency={currency} />
          </>
        )}
      </dd>
    </div>
  );
}
