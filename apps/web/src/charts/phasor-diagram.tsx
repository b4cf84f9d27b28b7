/**
 * The phasor diagram: voltages to the outer ring, currents to the inner one, voltage A pointing
 * up, B and C following clockwise. Voltage arrows are solid, current arrows dashed with an open
 * head, so that neither rests on colour. The table beside it carries the same in numbers.
 */
import type { PhaseColors } from './phase-colors.ts';
import { type Phasor, type PhasorPicture, phasorTip } from './phasor-geometry.ts';

const RADIUS = 100;
const VOLTAGE_RADIUS = 92;
const CURRENT_RADIUS = 62;

function largest(phasors: readonly Phasor[], kind: Phasor['kind']): number {
  return Math.max(0, ...phasors.filter((p) => p.kind === kind).map((p) => p.magnitude));
}

export interface PhasorDiagramProps {
  readonly picture: PhasorPicture;
  /** What the picture shows, for those who hear it. */
  readonly label: string;
  readonly colors: PhaseColors;
}

export function PhasorDiagram({ picture, label, colors }: PhasorDiagramProps) {
  const fullVoltage = largest(picture.phasors, 'voltage');
  const fullCurrent = largest(picture.phasors, 'current');
  return (
    <svg viewBox="-116 -116 232 232" role="img" aria-label={label} width="100%" direction="ltr">
      <circle r={RADIUS} fill="none" stroke="var(--line)" />
      <circle r={CURRENT_RADIUS} fill="none" stroke="var(--line)" strokeDasharray="2 4" />
      {[0, 30, 60, 90, 120, 150].map((angle) => (
        <path
          key={angle}
          d={`M${-RADIUS} 0H${RADIUS}`}
          transform={`rotate(${angle})`}
          stroke="var(--line)"
          strokeWidth="0.6"
        />
      ))}
      {picture.phasors.map((phasor) => (
        <Arrow
          key={`${phasor.kind}${phasor.phase}`}
          phasor={phasor}
          full={phasor.kind === 'voltage' ? fullVoltage : fullCurrent}
          color={colors[phasor.phase.toLowerCase() as 'a' | 'b' | 'c']}
        />
      ))}
      <circle r="2.5" fill="var(--text-soft)" />
    </svg>
  );
}

function Arrow({ phasor, full, color }: { phasor: Phasor; full: number; color: string }) {
  const isVoltage = phasor.kind === 'voltage';
  const radius = isVoltage ? VOLTAGE_RADIUS : CURRENT_RADIUS;
  const { x, y } = phasorTip(phasor, full, radius);
  const turn = (Math.atan2(y, x) * 180) / Math.PI;
  const label = phasorTip({ ...phasor, magnitude: full }, full, radius + (isVoltage ? 16 : 14));
  return (
    <g>
      <line
        x2={x}
        y2={y}
        stroke={color}
        strokeWidth={isVoltage ? 2.4 : 2}
        strokeDasharray={isVoltage ? undefined : '5 3'}
      />
      <path
        d="M0 0L-8 -3.6V3.6Z"
        transform={`translate(${x} ${y}) rotate(${turn})`}
        fill={isVoltage ? color : 'var(--surface)'}
        stroke={color}
        strokeWidth="1.4"
      />
      <text
        x={label.x}
        y={label.y}
        fontSize="11"
        fontWeight="600"
        textAnchor="middle"
        dominantBaseline="central"
        fill="var(--text)"
      >
        {isVoltage ? 'U' : 'I'}
        <tspan fontSize="8" dy="3">
          {phasor.phase}
        </tspan>
      </text>
    </g>
  );
}
