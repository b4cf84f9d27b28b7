/** The phasor diagram with its numbers, and what in it was assumed rather than measured. */
import type { Measurement } from '@busbar/domain/device/measurement';
import { useTranslation } from 'react-i18next';
import { usePhaseColors } from '../../../charts/phase-colors.ts';
import { PhasorDiagram } from '../../../charts/phasor-diagram.tsx';
import { PHASES, type PhasorReading, phasorPicture } from '../../../charts/phasor-geometry.ts';
import { toCsv } from '../../../lib/csv.ts';
import { formatMoment } from '../../../lib/time-format.ts';
import { useRequiredSession } from '../../../lib/use-session.ts';
import { ChartFiles } from './chart-files.tsx';

type Family =
  | 'voltage'
  | 'lineVoltage'
  | 'current'
  | 'activePower'
  | 'reactivePower'
  | 'powerFactor';

function perPhase(values: Measurement, family: Family) {
  return Object.fromEntries(
    PHASES.flatMap((phase) => {
      const value = values[`${family}${phase}`];
      return value === undefined ? [] : [[phase, value]];
    }),
  );
}

function toPhasorReading(values: Measurement): PhasorReading {
  return {
    voltage: perPhase(values, 'voltage'),
    lineVoltage: perPhase(values, 'lineVoltage'),
    current: perPhase(values, 'current'),
    activePower: perPhase(values, 'activePower'),
    reactivePower: perPhase(values, 'reactivePower'),
    powerFactor: perPhase(values, 'powerFactor'),
  };
}

interface PhasorPanelProps {
  readonly code: string;
  /** When it was measured, epoch ms. */
  readonly at: number;
  readonly values: Measurement;
}

export function PhasorPanel({ code, at, values }: PhasorPanelProps) {
  const { t } = useTranslation('data');
  const { zone } = useRequiredSession().user;
  const colors = usePhaseColors();
  const picture = phasorPicture(toPhasorReading(values));
  if (picture.phasors.length === 0) return null;
  const csv = () =>
    toCsv(
      [
        t('data:phasor.quantity'),
        `${t('data:phasor.magnitude')} (V, A)`,
        `${t('data:phasor.angle')} (°)`,
      ],
      picture.phasors.map(({ kind, phase, magnitude, angle }) => [
        `${t(`data:quantity.${kind}`)} ${phase} (${kind === 'voltage' ? 'V' : 'A'})`,
        magnitude.toFixed(kind === 'voltage' ? 1 : 2),
        signed(angle).toFixed(1),
      ]),
    );
  return (
    <section className="phasor" aria-labelledby="phasor-title">
      <header className="phasor__head">
        <h3 id="phasor-title">{t('data:phasor.title')}</h3>
        <ChartFiles
          name={t('data:phasor.title')}
          fileName={`busbar-phasors-${code}-${formatMoment(at, zone)}`.replaceAll(/[ :]/g, '')}
          isEmpty={false}
          csv={csv}
        />
      </header>
      <div className="phasor__drawing">
        <PhasorDiagram picture={picture} label={t('data:phasor.label')} colors={colors} />
      </div>
      <table className="phasor__table">
        <thead>
          <tr>
            <th scope="col">{t('data:phasor.quantity')}</th>
            <th scope="col">{t('data:phasor.magnitude')}</th>
            <th scope="col">{t('data:phasor.angle')}</th>
          </tr>
        </thead>
        <tbody>
          {picture.phasors.map(({ kind, phase, magnitude, angle }) => (
            <tr key={`${kind}${phase}`}>
              <th scope="row">
                <i
                  className="phasor__swatch"
                  data-kind={kind}
                  style={{ borderColor: colors[phase.toLowerCase() as 'a' | 'b' | 'c'] }}
                />
                {t(`data:quantity.${kind}`)} {phase}
              </th>
              <td className="ltr">
                {kind === 'voltage' ? `${magnitude.toFixed(1)} V` : `${magnitude.toFixed(2)} A`}
              </td>
              <td className="ltr">{`${signed(angle).toFixed(1)}°`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!picture.voltageAnglesKnown && <p className="phasor__note">{t('data:phasor.nominal')}</p>}
      {picture.lagAssumed.length > 0 && (
        <p className="phasor__note">
          {t('data:phasor.lag', { phases: picture.lagAssumed.join(', ') })}
        </p>
      )}
    </section>
  );
}

/** Between -180 and 180 degrees, as an electrician reads them. */
function signed(angle: number): number {
  const turned = ((((angle + 180) % 360) + 360) % 360) - 180;
  return Object.is(turned, -0) ? 0 : turned;
}
