/** Real-time values: current measurements by phase, the phasor diagram, and the read-now button. */
import type { Measurement } from '@busbar/domain/device/measurement';
import { useTranslation } from 'react-i18next';
import { usePhaseColors } from '../../../charts/phase-colors.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { Age } from '../../../components/values/age.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { type Recent, useRecent } from '../api/use-recent.ts';
import { LiveTile } from './live-tile.tsx';
import { PhasorPanel } from './phasor-panel.tsx';
import { ReadNow } from './read-now.tsx';
import './live-tab.css';

export function LiveTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('data');
  const recent = useRecent(device.code, device.staleMs);
  const { measurement } = device;
  return (
    <div className="stack inset">
      <div className="live__bar row">
        <PresenceTag presence={device.presence} heardAt={device.heardAt} isPlain={false} />
        {measurement !== null && (
          <span className="muted">
            {t('data:live.measured')} <Moment at={measurement.ts} /> · <Age at={measurement.ts} />
          </span>
        )}
        <ReadNow code={device.code} name={device.name} presence={device.presence} kind="variable" />
      </div>
      {measurement === null ? (
        <EmptyState title={t('data:live.none')} body={t('data:live.none-body')} />
      ) : (
        <div className="live__body">
          <div className="stack">
            <Phases values={measurement.values} at={measurement.ts} recent={recent} />
            <Totals values={measurement.values} at={measurement.ts} recent={recent} />
          </div>
          <PhasorPanel
            code={device.code}
            deviceName={device.name}
            at={measurement.ts}
            values={measurement.values}
          />
        </div>
      )}
    </div>
  );
}

interface NumbersProps {
  values: Measurement;
  at: number;
  recent: Recent;
}

const PHASES = ['A', 'B', 'C'] as const;

/** Shows only phases with values; a single-phase breaker has one. */
function Phases({ values, at, recent }: NumbersProps) {
  const { t } = useTranslation('data');
  const colors = usePhaseColors();
  return (
    <div className="live__phases columns columns-fit columns-narrow">
      {PHASES.filter(
        (phase) =>
          values[`voltage${phase}`] !== undefined || values[`current${phase}`] !== undefined,
      ).map((phase) => {
        const color = colors[phase.toLowerCase() as 'a' | 'b' | 'c'];
        const common = { at, recent, color };
        return (
          <section
            key={phase}
            className="live__phase surface"
            style={{ borderBlockStartColor: color }}
          >
            <h3>{t('data:live.phase', { phase })}</h3>
            <LiveTile
              {...common}
              label={t('data:quantity.voltage')}
              field={`voltage${phase}`}
              value={values[`voltage${phase}`]}
              unit="V"
              digits={1}
              leastRange={4}
            />
            <LiveTile
              {...common}
              label={t('data:quantity.current')}
              field={`current${phase}`}
              value={values[`current${phase}`]}
              unit="A"
              digits={2}
              leastRange={0.5}
            />
          </section>
        );
      })}
    </div>
  );
}

const TOTALS = [
  ['activePower', 'kW', 3, 0.05],
  ['reactivePower', 'kvar', 3, 0.05],
  ['apparentPower', 'kVA', 3, 0.05],
  ['powerFactor', '', 3, 0.05],
  ['frequency', 'Hz', 2, 0.1],
  ['temperature', '°C', 1, 2],
] as const;

function Totals({ values, at, recent }: NumbersProps) {
  const { t } = useTranslation('data');
  return (
    <div className="live__totals surface">
      {TOTALS.map(([field, unit, digits, leastRange]) => (
        <LiveTile
          key={field}
          label={t(`data:field.${field}`)}
          field={field}
          value={values[field]}
          unit={unit}
          digits={digits}
          leastRange={leastRange}
          at={at}
          color="var(--text-soft)"
          recent={recent}
        />
      ))}
    </div>
  );
}
