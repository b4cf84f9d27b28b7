/**
 * Starting points for protection templates: typical settings for a kind of circuit. Values that are
 * not given here are the factory defaults. A template is created from them only if a user saves it.
 */
import type { ProtectionName, Values } from './definition.ts';
import { protectionOf } from './protections/protections.ts';
import { flagsOfReaction } from './reaction.ts';
import type { TemplateSets } from './template.ts';
import { defaultsOf, writeRecord } from './values.ts';

export const STARTERS = ['single-phase', 'three-phase', 'pump', 'lamp'] as const;

export type Starter = (typeof STARTERS)[number];

type Changes = Readonly<Partial<Record<ProtectionName, Values>>>;

/** One attempt after five minutes, because the first slot cannot be disabled; the others are. */
const ONE_RECLOSE: Values = { count1: 1, delay1: 300, ...slotsOff(2, 3, 4, 5) };

const LOCKED = flagsOfReaction('open-and-lock');

const CHANGES: Readonly<Record<Starter, Changes>> = {
  /** 230 V, 63 A: 63 A × 230 V are 14.5 kW. */
  'single-phase': {
    overVoltage: {},
    lowVoltage: {},
    overCurrent: {},
    overLoad: { startValue: 14.4 },
  },
  /** 230/400 V, 63 A: the factory defaults, with both protections of the phases. */
  'three-phase': {
    overVoltage: {},
    lowVoltage: {},
    overCurrent: {},
    overLoad: {},
    lostPhase: {},
    interphaseImbalance: {},
  },
  /**
   * Three-phase motor of 7.5 kW, about 15 A. The delay is longer than a start. Voltages are within
   * 15 % of 230 V and the imbalance within the 5 % of NEMA MG 1, because a motor overheats beyond.
   * After a fault of the motor or its phases the pump stays locked until someone has looked at it.
   */
  pump: {
    overVoltage: { startValue: 264, resetValue: 250 },
    lowVoltage: { startValue: 196, resetValue: 207, operateDelay: 5000 },
    overCurrent: { startValue: 18, operateDelay: 10_000, ...ONE_RECLOSE, ...LOCKED },
    overLoad: { startValue: 9, operateDelay: 30_000, ...ONE_RECLOSE, ...LOCKED },
    lostPhase: { startValue: 180, ...LOCKED },
    interphaseImbalance: { startValue: 5, resetValue: 3 },
  },
  /** Feeder of street lamps at 230 V, 32 A; lamps age fast above 260 V. */
  lamp: {
    overVoltage: { startValue: 264, resetValue: 250 },
    lowVoltage: { startValue: 180, resetValue: 195, operateDelay: 10_000 },
    overCurrent: { startValue: 32 },
    overLoad: { startValue: 7.3 },
  },
};

/** The sets of a starting point, in their text form. */
export function starterSets(starter: Starter): TemplateSets {
  return Object.fromEntries(
    Object.entries(CHANGES[starter]).map(([set, changes]) => {
      const definition = protectionOf(set as ProtectionName);
      return [set, writeRecord(definition, { ...defaultsOf(definition), ...changes })];
    }),
  );
}

function slotsOff(...slots: readonly number[]): Values {
  return Object.fromEntries(
    slots.flatMap((slot) => [
      [`count${slot}`, null],
      [`delay${slot}`, null],
    ]),
  );
}
