/**
 * Phasors of a three-phase reading. A breaker reports magnitudes and powers but no angles, so the
 * angles are derived: between the phase voltages from the line voltages (law of cosines), or 120
 * degrees if those are missing or contradictory; between each current and its voltage from active
 * and reactive power, or from the power factor, which is then assumed to be lagging. Assumptions
 * are flagged, so that the diagram claims no more than was measured.
 */
export const PHASES = ['A', 'B', 'C'] as const;
export type Phase = (typeof PHASES)[number];
type PerPhase = Readonly<Partial<Record<Phase, number>>>;

export interface PhasorReading {
  readonly voltage: PerPhase;
  /** Line voltages: A is between phases A and B, B between B and C, C between C and A. */
  readonly lineVoltage: PerPhase;
  readonly current: PerPhase;
  readonly activePower: PerPhase;
  readonly reactivePower: PerPhase;
  readonly powerFactor: PerPhase;
}

export interface Phasor {
  readonly phase: Phase;
  readonly kind: 'voltage' | 'current';
  readonly magnitude: number;
  /** Degrees, counter-clockwise, voltage A at 0; B follows at about -120. */
  readonly angle: number;
}

export interface PhasorPicture {
  readonly phasors: readonly Phasor[];
  /** True if the voltage angles derive from measured line voltages, false if they are assumed. */
  readonly voltageAnglesKnown: boolean;
  /** Phases whose current angle is based on the power factor alone (lag or lead unknown). */
  readonly lagAssumed: readonly Phase[];
}

const DEGREES = 180 / Math.PI;
const NOMINAL = 120;
/**
 * Degrees by which the sum of the three angles may differ from 360, because they are derived from
 * three rounded readings.
 */
const TURN_TOLERANCE = 6;

function angleBetween(u: number | undefined, v: number | undefined, line: number | undefined) {
  if (u === undefined || v === undefined || line === undefined || u <= 0 || v <= 0)
    return undefined;
  const cosine = (u * u + v * v - line * line) / (2 * u * v);
  return Math.abs(cosine) <= 1 ? Math.acos(cosine) * DEGREES : undefined;
}

function voltageAngles({ voltage, lineVoltage }: PhasorReading) {
  const ab = angleBetween(voltage.A, voltage.B, lineVoltage.A);
  const bc = angleBetween(voltage.B, voltage.C, lineVoltage.B);
  const ca = angleBetween(voltage.C, voltage.A, lineVoltage.C);
  const known =
    ab !== undefined &&
    bc !== undefined &&
    ca !== undefined &&
    Math.abs(ab + bc + ca - 360) <= TURN_TOLERANCE;
  return {
    known,
    angles: known ? { A: 0, B: -ab, C: -(ab + bc) } : { A: 0, B: -NOMINAL, C: -2 * NOMINAL },
  };
}

/** Degrees by which the current lags its voltage; undefined if the angle cannot be derived. */
function lag(reading: PhasorReading, phase: Phase): { lag: number; assumed: boolean } | undefined {
  const p = reading.activePower[phase];
  const q = reading.reactivePower[phase];
  if (p !== undefined && q !== undefined && (p !== 0 || q !== 0)) {
    return { lag: Math.atan2(q, p) * DEGREES, assumed: false };
  }
  const factor = reading.powerFactor[phase];
  if (factor === undefined || Math.abs(factor) > 1) return undefined;
  return { lag: Math.acos(factor) * DEGREES, assumed: Math.abs(factor) < 1 };
}

export function phasorPicture(reading: PhasorReading): PhasorPicture {
  const { angles, known } = voltageAngles(reading);
  const phasors: Phasor[] = [];
  const lagAssumed: Phase[] = [];
  for (const phase of PHASES) {
    const volts = reading.voltage[phase];
    // A current angle is relative to its voltage, so a current without a voltage cannot be drawn.
    if (volts === undefined || volts <= 0) continue;
    phasors.push({ phase, kind: 'voltage', magnitude: volts, angle: angles[phase] });
    const amperes = reading.current[phase];
    const behind = lag(reading, phase);
    if (amperes === undefined || amperes <= 0 || behind === undefined) continue;
    if (behind.assumed) lagAssumed.push(phase);
    phasors.push({
      phase,
      kind: 'current',
      magnitude: amperes,
      angle: angles[phase] - behind.lag,
    });
  }
  return { phasors, voltageAnglesKnown: known, lagAssumed };
}

/** End point of an arrow from the centre; y grows downwards in SVG, angle 0 points up. */
export function phasorTip(phasor: Phasor, full: number, radius: number) {
  const length = full > 0 ? (phasor.magnitude / full) * radius : 0;
  const turn = (phasor.angle + 90) / DEGREES;
  return { x: length * Math.cos(turn), y: -length * Math.sin(turn) };
}

/** Ring radii of the diagram: voltages reach the outer ring, currents the inner ring. */
export const PHASOR_RADIUS = 100;
export const CURRENT_RADIUS = 62;
const VOLTAGE_RADIUS = 92;
/** Distance from the centre to each edge: the rings and their labels. */
export const PHASOR_REACH = 116;

export interface PhasorArrow {
  readonly phasor: Phasor;
  readonly tip: { readonly x: number; readonly y: number };
  /** Rotation of the arrow head, degrees clockwise from pointing right. */
  readonly turn: number;
  /** Position of the label. */
  readonly label: { readonly x: number; readonly y: number };
}

/** Arrow lengths are relative to the largest phasor of the same kind. */
export function phasorArrows({ phasors }: PhasorPicture): readonly PhasorArrow[] {
  return phasors.map((phasor) => {
    const isVoltage = phasor.kind === 'voltage';
    const radius = isVoltage ? VOLTAGE_RADIUS : CURRENT_RADIUS;
    const full = largest(phasors, phasor.kind);
    const tip = phasorTip(phasor, full, radius);
    return {
      phasor,
      tip,
      turn: Math.atan2(tip.y, tip.x) * DEGREES,
      label: phasorTip({ ...phasor, magnitude: full }, full, radius + (isVoltage ? 16 : 14)),
    };
  });
}

function largest(phasors: readonly Phasor[], kind: Phasor['kind']): number {
  return Math.max(0, ...phasors.filter((p) => p.kind === kind).map((p) => p.magnitude));
}
