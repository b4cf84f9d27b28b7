/** The energies of each local day that have a register before and after a recomputation. */

import { type EnergyRegisters, REGISTER_ORDER } from '@busbar/domain/device/measurement';
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import { ENERGY_CHANNELS, REGISTERS_OF_CHANNEL } from '@busbar/domain/energy/energy-channel';
import type { LocalDate } from '@busbar/domain/local-date';
import type { ChannelOfDay } from './recompute-write-queries.ts';

interface Day {
  /** By position in `ENERGY_CHANNELS`. */
  readonly before: Set<number>;
  readonly after: Set<number>;
  /** True if a reading of the day had the billed register before, or has it now. */
  wasBilled: boolean;
  isBilled: boolean;
  /** True if a reading of the day stays as it is. */
  isKept: boolean;
}

export class ChannelDays {
  readonly #zone: string;
  readonly #days = new Map<LocalDate, Day>();

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** `before` has a digit for each channel: 1 if the stored reading has a register of it. */
  add(
    at: number,
    before: string | null,
    after: EnergyRegisters | undefined,
    wasBilled: boolean,
    isBilled: boolean,
  ): void {
    const day = this.#dayOf(at);
    for (const [i, digit] of [...(before ?? '')].entries()) if (digit === '1') day.before.add(i);
    for (const i of channelsOf(after)) day.after.add(i);
    day.wasBilled ||= wasBilled;
    day.isBilled ||= isBilled;
  }

  /** A reading that stays as it is. */
  keep(at: number): void {
    this.#dayOf(at).isKept = true;
  }

  #dayOf(at: number): Day {
    const name = bookingDayOf(at, this.#zone).day;
    const known = this.#days.get(name);
    if (known !== undefined) return known;
    const sets = { before: new Set<number>(), after: new Set<number>() };
    const day = { ...sets, wasBilled: false, isBilled: false, isKept: false };
    this.#days.set(name, day);
    return day;
  }

  /** True if a day would lose every register by which the device is billed. */
  get hasUnbilledDay(): boolean {
    return [...this.#days.values()].some(
      ({ wasBilled, isBilled, isKept }) => wasBilled && !isBilled && !isKept,
    );
  }

  /** The billed energy is written as `activeTotal`, from whichever register it is. */
  get lost(): ChannelOfDay[] {
    return [...this.#days].flatMap(([day, { before, after, isKept }]) =>
      [...before]
        .filter((i) => !isKept && !after.has(i) && ENERGY_CHANNELS[i] !== 'activeTotal')
        .map((i) => ({ day, channel: ENERGY_CHANNELS[i]! })),
    );
  }
}

function channelsOf(registers: EnergyRegisters = {}): Set<number> {
  return new Set(
    Object.keys(registers).map((name) =>
      Math.floor(REGISTER_ORDER.indexOf(name as never) / REGISTERS_OF_CHANNEL),
    ),
  );
}
