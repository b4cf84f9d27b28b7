/**
 * The phasor diagram: voltages reach the outer ring, currents the inner ring, voltage A points up,
 * B and C follow clockwise. Voltage arrows are solid; current arrows are dashed with an open head,
 * so the difference does not depend on colour. The adjacent table contains the same values as
 * numbers.
 */
import type { PhaseColors } from '../phase-colors.ts';
import {
  CURRENT_RADIUS,
  PHASOR_RADIUS,
  PHASOR_REACH,
  type PhasorArrow,
  type PhasorPicture,
  phasorArrows,
} from './phasor-geometry.ts';

const VIEW_BOX = [-PHASOR_REACH, -PHASOR_REACH, 2 * PHASOR_REACH, 2 * PHASOR_REACH].join(' ');

export interface PhasorDiagramProps {
  readonly picture: PhasorPicture;
  /** Text description of the picture for screen readers. */
  readonly label: string;
  readonly colors: PhaseColors;
}

export function PhasorDiagram({ picture, label, colors }: PhasorDiagramProps) {
  return (
    <svg viewBox={VIEW_BOX} role="img" aria-label={label} width="100%" direction="ltr">
      <circle r={PHASOR_RADIUS} fill="none" stroke="var(--line)" />
      <circle r={CURRENT_RADIUS} fill="none" stroke="var(--line)" strokeDasharray="2 4" />
      {[0, 30, 60, 90, 120, 150].map((angle) => (
        <path
          key={angle}
          d={`M${-PHASOR_RADIUS} 0H${PHASOR_RADIUS}`}
          transform={`rotate(${angle})`}
          stroke="var(--line)"
          strokeWidth="0.6"
        />
      ))}
      {phasorArrows(picture).map((arrow) => (
        <Arrow
          key={`${arrow.phasor.kind}${arrow.phasor.phase}`}
          arrow={arrow}
          color={colors[arrow.phasor.phase.toLowerCase() as 'a' | 'b' | 'c']}
        />
      ))}
      <circle r="2.5" fill="var(--text-soft)" />
    </svg>
  );
}

function Arrow({ arrow, color }: { arrow: PhasorArrow; color: string }) {
  const { phasor, tip, turn, label } = arrow;
  const isVoltage = phasor.kind === 'voltage';
  return (
    <g>
      <line
        x2={tip.x}
        y2={tip.y}
        stroke={color}
        strokeWidth={isVoltage ? 2.4 : 2}
        strokeDasharray={isVoltage ? undefined : '5 3'}
      />
      <path
        d="M0 0L-8 -3.6V3.6Z"
        transform={`translate(${tip.x} ${tip.y}) rotate(${turn})`}
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
