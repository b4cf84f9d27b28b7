/** Follows the registers of a meter in order, and collects the steps whose corrections change. */
import {
  changeOfStep,
  type RecomputedRegister,
  type RegisterPair,
} from '@busbar/domain/meter-recompute/recomputed-steps';

export class StepChain {
  readonly counting: RegisterPair[] = [];
  readonly ignored: RegisterPair[] = [];
  #last: RecomputedRegister | undefined;

  get last(): RecomputedRegister | undefined {
    return this.#last;
  }

  add(register: RecomputedRegister): void {
    const before = this.#last;
    this.#last = register;
    if (before === undefined) return;
    const change = changeOfStep(before, register);
    if (change === undefined) return;
    const pair = { at: register.at, from: before.kwh, to: register.kwh };
    (change === 'counting' ? this.counting : this.ignored).push(pair);
  }
}
