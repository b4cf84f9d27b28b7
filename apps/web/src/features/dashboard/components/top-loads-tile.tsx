/** The five devices with the highest load in percent of their rated current. */

import { formatPercent, formatQuantity } from '@busbar/domain/formats/number-format';
import { loadBand } from '@busbar/domain/load/load-percent';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoadBar } from '../../../components/values/load-bar.tsx';
import { Tile, type TileQuery } from '../../../components/values/tile.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { DashboardNow } from '../api/use-dashboard.ts';

export function TopLoadsTile({ query }: { query: TileQuery<DashboardNow> }) {
  const { t } = useTranslation(['dashboard', 'devices']);
  const { tag } = useLanguage();
  return (
    <Tile title={t('dashboard:now.top')} query={query} className="now now--top">
      {({ top_loads: loads }) =>
        loads.length === 0 ? (
          <p className="hint">{t('dashboard:now.top-none')}</p>
        ) : (
          <ol className="now__rows">
            {loads.map(({ device_code, device_name, load_kw, load_percent }) => {
              const band = loadBand(load_percent);
              const label = t(`devices:load.${band === 'normal' ? 'of-rated' : band}`);
              return (
                <li key={device_code}>
                  <Link
                    className="now__load quiet-link"
                    to="/devices/$code"
                    params={{ code: device_code }}
                  >
                    <span className="now__name" dir="auto" title={device_name}>
                      {device_name}
                    </span>
                    <bdi className="ltr faint text-small">
                      {load_kw !== null && formatQuantity(load_kw, 1, 'kW', tag)}
                    </bdi>
                    <bdi className="now__percent ltr" data-band={band} title={label}>
                      {formatPercent(load_percent, 0, tag)}
                    </bdi>
                    {band !== 'normal' && <span className="visually-hidden">{label}</span>}
                    <LoadBar percent={load_percent} isStale={false} />
                  </Link>
                </li>
              );
            })}
          </ol>
        )
      }
    </Tile>
  );
}
