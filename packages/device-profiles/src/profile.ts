/**
 * A meter profile after its file was checked: what is read from the meter, and how the quantities of
 * the platform are decoded from it. Positions are in registers (16 bits) for Modbus and in bytes for
 * DL/T 645-2007.
 */
import type { AlarmType } from '@busbar/domain/alarm/alarm-type';
import type { EnergyRegisterField, MeasurementField } from '@busbar/domain/device/measurement';
import type { Rational } from './values/rational.ts';
import type { RegisterType, WordOrder } from './values/register-value.ts';

export type Protocol = 'modbus-rtu' | 'modbus-tcp' | 'dlt645-2007';

/** A name of packages/domain/src/device/measurement.ts: a measured value or an energy register. */
export type QuantityName = MeasurementField | EnergyRegisterField;

/** The ratio of the current transformers and that of the voltage transformers of an installation. */
export type RatioName = 'ct' | 'pt';

export interface Block {
  readonly name: string;
  /** Address of the first register; 0 for DL/T 645. */
  readonly from: number;
  /** Number of registers, or of data bytes after the identifier. */
  readonly count: number;
  readonly read:
    | { readonly functionCode: 3 | 4 }
    /** Eight hexadecimal digits, DI3 first. */
    | { readonly identifier: string };
}

export type Encoding =
  | { readonly type: RegisterType; readonly order: WordOrder }
  | { readonly type: 'bcd' | 'signed-bcd' };

export interface Quantity {
  readonly name: QuantityName;
  readonly block: string;
  /** Position in the numbering of its block, and length in registers or bytes. */
  readonly from: number;
  readonly length: number;
  readonly encoding: Encoding;
  /** Factor from the raw number to the unit of the domain, with its sign, without CT and PT. */
  readonly factor: Rational;
  readonly ratios: readonly RatioName[];
  /** Raw values, without sign, that the meter sends instead of a value it does not have. */
  readonly notAvailable: readonly bigint[];
  /** True if some variants of the meter lack it: the device is polled without it. */
  readonly optional: boolean;
}

/** One read of the identity probe, and what its reply must be if the meter is of this profile. */
export interface IdentityRule {
  readonly block: Block;
  readonly expected:
    | { readonly encoding: Encoding; readonly equals: readonly number[] }
    /** Raw value, before the scale. */
    | { readonly encoding: Encoding; readonly between: readonly [number, number] }
    /** Text, two characters in each register. */
    | { readonly startsWith: readonly string[] };
}

export const CONTACT_POSITIONS = ['closed', 'open', 'tripped', 'locked'] as const;
export type ContactPosition = (typeof CONTACT_POSITIONS)[number];

/** A request that moves the contact of a breaker. */
export interface SwitchWrite {
  /** One coil, one register, or several registers. */
  readonly functionCode: 5 | 6 | 16;
  readonly address: number;
  /** 0 and 1 of a coil. */
  readonly values: readonly number[];
}

/** How a Modbus breaker is switched, and where its position is read. */
export interface Switching {
  readonly open: SwitchWrite;
  readonly close: SwitchWrite;
  readonly state: {
    /** A coil, a discrete input, a holding or an input register. */
    readonly functionCode: 1 | 2 | 3 | 4;
    readonly address: number;
    /** By raw value; any other value is not a position. */
    readonly positions: ReadonlyMap<number, ContactPosition>;
  };
  /** Undefined if the breaker does not say why it has tripped. */
  readonly trip: TripReason | undefined;
}

/** The register with the reason of a trip. The value counts only while its position is `tripped`. */
export interface TripReason {
  readonly functionCode: 1 | 2 | 3 | 4;
  readonly address: number;
  /** `codes`: raw values, one at a time; `bits`: bits of a register, 0 the lowest. */
  readonly by: 'codes' | 'bits';
  readonly reasons: ReadonlyMap<AlarmType, readonly number[]>;
}

export interface Profile {
  /** Lower-case letters, digits and hyphens; devices store it. */
  readonly id: string;
  readonly maker: string;
  readonly model: string;
  readonly protocol: Protocol;
  /** Factory settings, as a proposal for a new device. */
  readonly defaults: {
    /** Bit/s; undefined for Modbus TCP. */
    readonly baud?: number;
    readonly parity?: 'none' | 'even' | 'odd';
    /** Modbus: 1 to 247, also 0 and 255 over TCP; DL/T 645: twelve digits, or AA for any digits. */
    readonly address: string;
  };
  readonly identity: readonly IdentityRule[];
  readonly blocks: readonly Block[];
  readonly quantities: readonly Quantity[];
  /** Undefined if the profile is of a meter that is only read. */
  readonly switching: Switching | undefined;
}

/** Decoded quantities in the units of the domain; undefined if the meter sent "not available". */
export type Quantities = { readonly [Q in QuantityName]?: number | undefined };

/** Primary and secondary value as on the nameplate: 200 and 5 for a CT of 200/5 A. */
export interface Ratio {
  readonly primary: number;
  readonly secondary: number;
}

/** The transformers of one device; 1/1 is the ratio of a meter without them. */
export type Ratios = { readonly [R in RatioName]?: Ratio };

/** The ratios that a device with this profile must have set, because a quantity is multiplied. */
export function ratiosOf({ quantities }: Profile): RatioName[] {
  return (['ct', 'pt'] as const).filter((ratio) =>
    quantities.some(({ ratios }) => ratios.includes(ratio)),
  );
}
