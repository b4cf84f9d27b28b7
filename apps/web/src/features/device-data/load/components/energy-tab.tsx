/** Energy: the device's registers by tariff band, active and reactive. */

import { formatEnergy } from '@busbar/domain/formats/number-format';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBandColors } from '../../../../charts/bars/band-colors.ts';
import { EmptyState } from '../../../../components/states/empty-state.tsx';
import { PresenceTag } from '../../../../components/states/presence-tag.tsx';
import { useKeyboardScroll } from '../../../../components/use-keyboard-scroll.ts';
import { Age } from '../../../../components/values/age.tsx';
import { Moment } from '../../../../components/values/moment.tsx';
import type { DeviceDetail } from '../../../../device-kit/api/device-detail.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { ReadNow } from '../../components/read-now.tsx';
import { ENERGY_KINDS, type EnergyKind, type EnergyRow, energyRows } from '../energy-rows.ts';
import './energy-tab.css';
import { useNumbers } from '../../../../i18n/use-numbers.ts';

const UNITS: Readonly<Record<EnergyKind, string>> = { active: 'kWh', reactive: 'kvarh' };

export function EnergyTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('data');
  const { registers } = device;
  return (
    <div className="stack inset">
      <div className="live__bar row gap-wide">
        <PresenceTag presence={device.presence} heardAt={device.heardAt} isPlain={false} />
        {registers !== null && (
          <span className="muted">
            {t('data:live.measured')} <Moment at={registers.ts} /> · <Age at={registers.ts} />
          </span>
        )}
        <ReadNow code={device.code} name={device.name} presence={device.presence} kind="energy" />
      </div>
      {registers === null ? (
        <EmptyState title={t('data:energy.none')} body={t('data:live.none-body')} />
      ) : (
        ENERGY_KINDS.map((kind) => (
          <EnergyTable key={kind} kind={kind} rows={energyRows(kind, registers.values)} />
        ))
      )}
    </div>
  );
}

function EnergyTable({ kind, rows }: { kind: EnergyKind; rows: readonly EnergyRow[] }) {
  const { t } = useTranslation('data');
  const frame = useRef<HTMLDivElement>(null);
  const numbers = useNumbers();
  const colors = useBandColors();
  useKeyboardScroll(frame);
  return (
    <div className="energy surface scroll-x" ref={frame}>
      <table className="energy__table full">
        <caption>
          {t(`data:energy.${kind}`)}{' '}
          <span className="faint plain ltr">({numbers.unit(UNITS[kind])})</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('data:energy.flow')}</th>
            <th scope="col">{t('data:energy.total')}</th>
            {TARIFF_BANDS.map((band) => (
              <th key={band} scope="col">
                <i className="energy__swatch swatch" style={{ background: colors[band] }} />
                {t(`data:energy.${band}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.flow}>
              <th scope="row">
                {t(`data:energy.flows.${row.flow}`)}
                <Shares row={row} />
              </th>
              <td className="strong" data-label={t('data:energy.total')}>
                <Kwh value={row.total} />
              </td>
              {TARIFF_BANDS.map((band) => (
                <td
                  key={band}
                  style={{ borderInlineStartColor: colors[band] }}
                  data-label={t(`data:energy.${band}`)}
                >
                  <Kwh value={row.bands[band]} />
                  {row.shares !== undefined && (
                    <span className="energy__share faint text-tiny ltr">
                      {numbers.percent(row.shares[band], 1)}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Kwh({ value }: { value: number | undefined }) {
  const { tag } = useLanguage();
  return <bdi className="ltr">{value === undefined ? '–' : formatEnergy(value, tag)}</bdi>;
}

function Shares({ row: { shares } }: { row: EnergyRow }) {
  const colors = useBandColors();
  if (shares === undefined) return null;
  return (
    <span className="energy__bar" dir="ltr" aria-hidden="true">
      {TARIFF_BANDS.map((band) => (
        <i key={band} style={{ flexGrow: shares[band], background: colors[band] }} />
      ))}
    </span>
  );
}
