/**
 * Which steps between registers count after readings of a meter were decoded again. The platform
 * ignores the step between registers of two revisions of the settings, because they are not
 * comparable; registers that are decoded by the same settings are.
 */

/** A register in the order of time, after the readings were decoded again. */
export interface RecomputedRegister {
  /** Time of the reading, epoch ms. */
  readonly at: number;
  readonly kwh: number;
  /** Revision of the settings by which it was stored; undefined if its answers are not stored. */
  readonly revision: number | undefined;
  /** Address on the line; a meter at another address may be another meter. */
  readonly station: string | undefined;
  /** True if it is what the present settings decode. */
  readonly isPresent: boolean;
  /** True if the register differs from the stored one. */
  readonly isChanged: boolean;
}

/** A step between two registers, in kWh; `at` is the time of the second. */
export interface RegisterPair {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * `counting`: the automatic correction of the step is withdrawn. `ignored`: the step counts nothing,
 * because one of its registers is decoded by other settings. Undefined: nothing changes.
 */
export type StepChange = 'counting' | 'ignored' | undefined;

export function changeOfStep(first: RecomputedRegister, second: RecomputedRegister): StepChange {
  if (first.isPresent && second.isPresent) {
    const wasCorrected = first.revision !== second.revision;
    return wasCorrected && first.station === second.station ? 'counting' : undefined;
  }
  return first.isChanged || second.isChanged ? 'ignored' : undefined;
}
