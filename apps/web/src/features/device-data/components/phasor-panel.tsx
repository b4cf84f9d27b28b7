/** The phasor diagram with its values, and the assumptions where no measurement exists. */
import type { Measurement } from '@busbar/domain/device/measurement';
import { machineNumber } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { usePhaseColors } from '../../../charts/phase-colors.ts';
import { PhasorDiagram } from '../../../charts/phasor/phasor-diagram.tsx';
import { phasorPicture } from '../../../charts/phasor/phasor-geometry.ts';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import { toCsv } from '../../../lib/formats/csv.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { angleOf, digitsOf, toPhasorReading, unitOf } from '../pictures/phasor-reading.ts';
import { usePhasorPicture } from '../pictures/use-phasor-picture.ts';
import { ChartFiles } from './chart-files.tsx';

interface PhasorPanelProps {
  readonly code: string;
  readonly deviceName: string;
  /** Time of the measurement, epoch ms. */
  readonly at: number;
  readonly values: Measurement;
}

export function PhasorPanel({ code, deviceName, at, values }: PhasorPanelProps) {
  const { t } = useTranslation('data');
  const { zone } = useRequiredSession().user;
  const numbers = useNumbers();
  const colors = usePhaseColors();
  const picture = phasorPicture(toPhasorReading(values));
  const notes = [
    ...(picture.voltageAnglesKnown ? [] : [t('data:phasor.nominal')]),
    ...(picture.lagAssumed.length > 0
      ? [t('data:phasor.lag', { phases: picture.lagAssumed.join(', ') })]
      : []),
  ];
  const saved = usePhasorPicture({ picture, deviceName, at, zone, colors, notes });
  if (picture.phasors.length === 0) return null;
  const csv = () =>
    toCsv(
      [
        t('data:phasor.quantity'),
        `${t('data:phasor.magnitude')} (V, A)`,
        `${t('data:phasor.angle')} (°)`,
      ],
      picture.phasors.map((phasor) => [
        t('common:in-brackets', {
          text: `${t(`data:quantity.${phasor.kind}`)} ${phasor.phase}`,
          inside: unitOf(phasor),
        }),
        machineNumber(phasor.magnitude, digitsOf(phasor)),
        machineNumber(angleOf(phasor), 1),
      ]),
    );
  return (
    <section className="phasor surface" aria-labelledby="phasor-title">
      <header className="row spread gap-text">
        <h3 id="phasor-title">{t('data:phasor.title')}</h3>
        <ChartFiles
          name={t('data:phasor.title')}
          fileName={`busbar-phasors-${code}-${formatMoment(at, zone)}`.replaceAll(/[ :]/g, '')}
          isEmpty={false}
          csv={csv}
          picture={saved}
        />
      </header>
      <div className="phasor__drawing">
        <PhasorDiagram picture={picture} label={t('data:phasor.label')} colors={colors} />
      </div>
      <table className="phasor__table text-small full">
        <thead>
          <tr>
            <th scope="col">{t('data:phasor.quantity')}</th>
            <th scope="col">{t('data:phasor.magnitude')}</th>
            <th scope="col">{t('data:phasor.angle')}</th>
          </tr>
        </thead>
        <tbody>
          {picture.phasors.map((phasor) => (
            <tr key={`${phasor.kind}${phasor.phase}`}>
              <th scope="row">
                <i
                  className="phasor__swatch"
                  data-kind={phasor.kind}
                  style={{ borderColor: colors[phasor.phase.toLowerCase() as 'a' | 'b' | 'c'] }}
                />
                {t(`data:quantity.${phasor.kind}`)} {phasor.phase}
              </th>
              <td className="ltr">
                {numbers.quantity(phasor.magnitude, digitsOf(phasor), unitOf(phasor))}
              </td>
              <td className="ltr">{`${numbers.number(angleOf(phasor), 1)}°`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note} className="phasor__note faint text-tiny">
          {note}
        </p>
      ))}
    </section>
  );
}
