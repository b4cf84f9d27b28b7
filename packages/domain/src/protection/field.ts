/**
 * Kinds of protection fields (docs/specification/protection.md 3 and 4). `name` is the field's name
 * in this code, `wire` the name in the specification; `s1.time` is the field `time` of the object
 * `s1`.
 */

export type Unit = 'V' | 'A' | 'kW' | '%' | 'ms' | 's' | '';

interface Named<W extends string> {
  readonly name: W;
  readonly wire: string;
  /** May be omitted in a write; the device then retains its value. */
  readonly optional?: boolean;
}

/** A number in steps: 0.1 for voltage, current and power, 0.01 for percent, 1 for times. */
export interface NumberField<W extends string = string> extends Named<W> {
  readonly kind: 'number';
  readonly unit: Unit;
  readonly step: 1 | 0.1 | 0.01;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** The bounds are those of a 230 V device and are scaled with the rated voltage (`rating.ts`). */
  readonly ofRatedVoltage?: boolean;
}

/** Transmitted as `true` or `false`. */
export interface FlagField<W extends string = string> extends Named<W> {
  readonly kind: 'flag';
  readonly default: boolean;
}

/** Transmitted as `1` or `0`. */
export interface SwitchField<W extends string = string> extends Named<W> {
  readonly kind: 'switch';
  readonly default: boolean;
}

/** Attempts of a reclose slot, two digits; null, on the wire `00` or `FF`, disables the slot. */
export interface CountField<W extends string = string> extends Named<W> {
  readonly kind: 'count';
  readonly slot: number;
  readonly min: number;
  readonly max: number;
  readonly default: number | null;
}

/** Seconds before an attempt of a reclose slot; null if the slot is disabled. */
export interface DelayField<W extends string = string> extends Named<W> {
  readonly kind: 'delay';
  readonly unit: 's';
  readonly slot: number;
  readonly min: number;
  readonly max: number;
  readonly default: number | null;
}

/** Local clock time of the device, `HH:mm`. */
export interface TimeField<W extends string = string> extends Named<W> {
  readonly kind: 'time';
  readonly slot: number;
  readonly default: string;
}

export const TIMER_COMMANDS = ['none', 'open', 'close'] as const;
export type TimerCommand = (typeof TIMER_COMMANDS)[number];

/** Action of a timer slot; on the wire 0 disabled, 1 timer off, 2 timer on. */
export interface TimerCommandField<W extends string = string> extends Named<W> {
  readonly kind: 'timer-order';
  readonly slot: number;
  readonly default: TimerCommand;
}

export type ProtectionField<W extends string = string> =
  | NumberField<W>
  | FlagField<W>
  | SwitchField<W>
  | CountField<W>
  | DelayField<W>
  | TimeField<W>
  | TimerCommandField<W>;

export type FieldValue = number | boolean | string | null;

type ValueOfKind = {
  readonly number: number;
  readonly flag: boolean;
  readonly switch: boolean;
  readonly count: number | null;
  readonly delay: number | null;
  readonly time: string;
  readonly 'timer-order': TimerCommand;
};

/** The value of each field of a list, keyed by the `name` of the field. */
export type ValuesOfFields<F extends readonly ProtectionField[]> = {
  readonly [W in F[number] as W['name']]: ValueOfKind[W['kind']];
};

/** Operate delay: duration of the fault before the device acts. 0 to 10 minutes, in ms. */
export function operateDelay(wire: string, ms: number) {
  return {
    kind: 'number',
    name: 'operateDelay',
    wire,
    unit: 'ms',
    step: 1,
    min: 0,
    max: 600_000,
    default: ms,
  } as const;
}

/** Reset delay: time without a fault before the device resets the fault, in s. */
export function resetDelay(wire: string, seconds: number) {
  return {
    kind: 'number',
    name: 'resetDelay',
    wire,
    unit: 's',
    step: 1,
    min: 1,
    max: 9999,
    default: seconds,
  } as const;
}
