/** The steps that make the energy of a day an estimate, and the energy that they count. */
export const ESTIMATE_KINDS = ['reset', 'swap', 'impossible', 'gap', 'long'] as const;
/** gap: the device was offline before the step; long: a step that began before the day. */
export type EstimateKind = (typeof ESTIMATE_KINDS)[number];

export interface EstimateStep {
  /** Beginning of the counted span, epoch ms. */
  readonly from: number;
  readonly energyWh: number;
  readonly estimated: 'lower-bound' | 'long-step' | null;
  /** Epoch ms when the device was last seen, if it had been offline for long before the reading. */
  readonly silentSince: number | null;
  readonly registers: readonly { readonly kind: string; readonly reason: string }[];
}

export interface EstimatedPart {
  /** In the order of `ESTIMATE_KINDS`. */
  readonly kinds: readonly EstimateKind[];
  readonly energyWh: number;
}

/**
 * Steps of one day. A fall or a jump of a register that the next reading confirmed is named even
 * though the day counts nothing for it.
 */
export function estimatedPart(
  steps: readonly EstimateStep[],
  dayStart: number,
  graceMs: number,
): EstimatedPart {
  const kinds = new Set<EstimateKind>();
  let energyWh = 0;
  for (const step of steps) {
    const began = step.energyWh > 0 && step.from < dayStart - graceMs;
    const isEstimated = step.estimated === 'lower-bound' || began;
    if (isEstimated) energyWh += step.energyWh;
    const broken = brokenKind(step);
    if (broken !== undefined) kinds.add(broken);
    else if (isEstimated) kinds.add(step.silentSince === null ? 'long' : 'gap');
  }
  return { kinds: ESTIMATE_KINDS.filter((kind) => kinds.has(kind)), energyWh };
}

/** The confirmed fall or jump of a register; `awaits-next` may still prove to be a glitch. */
function brokenKind({ estimated, registers }: EstimateStep): EstimateKind | undefined {
  const isConfirmed = (reason: string) =>
    reason === 'confirmed' || reason === 'not-credible' || estimated === 'lower-bound';
  return ESTIMATE_KINDS.slice(0, 3).find((kind) =>
    registers.some((note) => note.kind === kind && isConfirmed(note.reason)),
  );
}
