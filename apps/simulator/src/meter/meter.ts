/**
 * The meter behind one contact. It follows the load profile while the contact is closed and does
 * not count while it is open; if the contact has never been open, the meter's values equal those
 * that history computes for the same profile, to a hundredth. Scripted faults change its counters,
 * never its measured values.
 */

import { type BandEnergy, bandIndexAt, energySince } from '@busbar/domain/demand/load-energy';
import {
  centsOf,
  type LoadProfile,
  measurementAt,
  type RegisterCents,
  ROLLOVER_CENTS,
  registersFrom,
} from '@busbar/domain/demand/load-profile';
import { NO_SHIFT, shiftAt, shifted, shiftTo } from '@busbar/domain/demand/meter-past';
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';

const BANDS = [0, 1, 2, 3] as const;
const VALLEY = 3;

/** Initial counters of a replacement meter, which has counted elsewhere before. */
const FROM_THE_SHELF: RegisterCents = {
  active: [12_345, 23_456, 34_567, 45_678],
  reactive: [2345, 3456, 4567, 5678],
};

/** State that survives a restart, so that a counter continues from its value. */
export interface StoredMeter {
  /** The load profile that was counted, as JSON. */
  readonly load: string;
  readonly unused: BandEnergy;
  readonly standing: BandEnergy | undefined;
  readonly shownAtMovement: RegisterCents;
  readonly shift: RegisterCents;
}

const loadNameOf = (profile: LoadProfile): string => JSON.stringify(profile);

export class Meter {
  readonly profile: LoadProfile;
  /** Energy of the profile while the contact was open, which is not counted. */
  #unused: BandEnergy = { activeKwh: [0, 0, 0, 0], reactiveKvarh: [0, 0, 0, 0] };
  /** Energy of the profile until the contact opened; undefined while the contact is closed. */
  #standing: BandEnergy | undefined;
  /** Last shown values, so that rounding never decreases a counter. */
  #shown: RegisterCents = { active: [0, 0, 0, 0], reactive: [0, 0, 0, 0] };
  #shownAtMovement: RegisterCents = this.#shown;
  /** Offset of each counter, added by faults. */
  #shift: RegisterCents;

  /**
   * Ignores the stored state of a meter with another load profile: the meter is then new, and
   * `zeroedAt` may have reset it to zero before `now`.
   */
  constructor(
    profile: LoadProfile,
    closed: boolean,
    now: number,
    stored?: StoredMeter,
    zeroedAt?: number,
  ) {
    this.profile = profile;
    const past = zeroedAt === undefined ? undefined : { kind: 'zeroed' as const, at: zeroedAt };
    this.#shift = shiftAt(profile, past, now);
    if (stored !== undefined && stored.load === loadNameOf(profile)) {
      this.#unused = stored.unused;
      this.#standing = stored.standing;
      this.#shownAtMovement = stored.shownAtMovement;
      this.#shown = stored.shownAtMovement;
      this.#shift = stored.shift;
    }
    this.switched(closed, now);
  }

  /** State that survives a restart; it changes when the contact switches or `take` adds energy. */
  snapshot(): StoredMeter {
    return {
      load: loadNameOf(this.profile),
      unused: this.#unused,
      standing: this.#standing,
      shownAtMovement: this.#shownAtMovement,
      shift: this.#shift,
    };
  }

  /** Must be called whenever the contact switches. */
  switched(closed: boolean, now: number): void {
    if (closed === (this.#standing === undefined)) return;
    this.#shownAtMovement = this.#counted(now);
    if (this.#standing === undefined) {
      this.#standing = this.#used(now);
    } else {
      this.#unused = subtract(energySince(this.profile, now), this.#standing);
      this.#standing = undefined;
    }
  }

  /** Adds the energy of another load at an instant, while the normal load is disconnected. */
  take(at: number, kwh: number): void {
    if (this.#standing === undefined) throw new Error('two loads behind one contact');
    const { activeKwh, reactiveKvarh } = this.#standing;
    const band = bandIndexAt(at, this.profile.zone);
    this.#standing = {
      activeKwh: activeKwh.with(band, (activeKwh[band] ?? 0) + kwh),
      reactiveKvarh,
    };
  }

  measurement(now: number): Measurement {
    return measurementAt(this.profile, now, this.#standing === undefined);
  }

  registers(now: number): EnergyRegisters {
    return registersFrom(shifted(this.#counted(now), this.#shift));
  }

  /** Resets all counters to zero, like a low-quality meter after a power loss. */
  reset(now: number): void {
    this.#shift = shiftTo(NO_SHIFT, this.#counted(now));
  }

  /** Replaces the meter by a meter that has counted elsewhere. */
  replace(now: number): void {
    this.#shift = shiftTo(FROM_THE_SHELF, this.#counted(now));
  }

  /** Decreases the valley counter, and with it the total, by 0.1 kWh. */
  stepBack(): void {
    const { active, reactive } = this.#shift;
    this.#shift = { active: active.with(VALLEY, (active[VALLEY] ?? 0) - 10), reactive };
  }

  /** Sets the total to 0.05 kWh below its rollover. */
  nearRollover(now: number): void {
    const total = this.#counted(now).active.reduce((sum, cents) => sum + cents, 0);
    const active = [0, 0, 0, ROLLOVER_CENTS - 5 - total];
    this.#shift = { active, reactive: this.#shift.reactive };
  }

  #used(now: number): BandEnergy {
    return this.#standing ?? subtract(energySince(this.profile, now), this.#unused);
  }

  #counted(now: number): RegisterCents {
    const fresh = centsOf(this.profile, this.#used(now));
    this.#shown = {
      active: BANDS.map((band) => Math.max(fresh.active[band] ?? 0, this.#shown.active[band] ?? 0)),
      reactive: BANDS.map((band) =>
        Math.max(fresh.reactive[band] ?? 0, this.#shown.reactive[band] ?? 0),
      ),
    };
    return this.#shown;
  }
}

function subtract(from: BandEnergy, what: BandEnergy): BandEnergy {
  return {
    activeKwh: from.activeKwh.map((kwh, band) => kwh - (what.activeKwh[band] ?? 0)),
    reactiveKvarh: from.reactiveKvarh.map((kvarh, band) => kvarh - (what.reactiveKvarh[band] ?? 0)),
  };
}
