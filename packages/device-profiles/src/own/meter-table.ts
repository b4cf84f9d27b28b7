/**
 * The table of a profile as users edit it: of a meter that is only read by the table, with the field
 * names of the calls. A table of Modbus lists registers, one of DL/T 645 data identifiers.
 */
import { isModbus } from '../build-profile.ts';
import type { ProfileFile } from '../profile-file.ts';
import { dlt645Field, dlt645FileOf, dlt645TableOf } from './dlt645-table.ts';
import { modbusField, modbusFileOf, modbusTableOf } from './modbus-table.ts';

export interface TableHeading {
  readonly maker: string;
  readonly model: string;
  readonly baud: number | null;
  readonly parity: string | null;
  /** Factory setting of the address. */
  readonly station: string;
}

/** Fields of the quantities of both protocols. */
export interface ScaledQuantity {
  readonly quantity: string;
  readonly block: string;
  readonly unit: string;
  readonly inverted: boolean;
  readonly ratios: readonly string[];
  readonly optional: boolean;
}

export interface TableBlock {
  readonly name: string;
  readonly function: number;
  readonly address: string;
  readonly count: number;
}

export interface TableQuantity extends ScaledQuantity {
  readonly address: string;
  readonly type: string;
  /** Null for that of the profile. */
  readonly word_order: string | null;
  readonly multiply_by: number;
  readonly divide_by: number;
  readonly not_available: readonly string[];
}

export interface ModbusTable extends TableHeading {
  readonly protocol: 'modbus-rtu' | 'modbus-tcp';
  readonly word_order: string;
  readonly blocks: readonly TableBlock[];
  readonly quantities: readonly TableQuantity[];
}

/** The answer to one data identifier; quantities refer to it by the identifier. */
export interface IdentifierBlock {
  /** Eight hexadecimal digits, DI3 first. */
  readonly identifier: string;
  /** Data bytes after the identifier. */
  readonly bytes: number;
}

export interface IdentifierQuantity extends ScaledQuantity {
  /** First byte of the value in the data of its identifier, from 0. */
  readonly offset: number;
  /** Two decimal digits each. */
  readonly bytes: number;
  readonly decimals: number;
  /** True if the highest bit of the last byte is the sign. */
  readonly signed: boolean;
}

export interface Dlt645Table extends TableHeading {
  readonly protocol: 'dlt645-2007';
  readonly blocks: readonly IdentifierBlock[];
  readonly quantities: readonly IdentifierQuantity[];
}

export type MeterTable = ModbusTable | Dlt645Table;

export const isDlt645Table = (table: MeterTable): table is Dlt645Table =>
  table.protocol === 'dlt645-2007';

/** Returns the profile file, which `checkProfile` has to check. */
export function fileOfTable(table: MeterTable, id: string): unknown {
  const { maker, model, baud, parity, station } = table;
  return {
    ...{ id, maker: maker.trim(), model: model.trim(), protocol: table.protocol },
    defaults: {
      ...(baud !== null && { baud }),
      ...(parity !== null && { parity }),
      address: station.trim().toUpperCase(),
    },
    sources: ['entered by a user'],
    identity: [],
    ...(isDlt645Table(table) ? dlt645FileOf(table) : modbusFileOf(table)),
  };
}

/**
 * Returns the table of a profile; undefined if a table cannot express its scales. The identity and
 * the switching of the profile are left out.
 */
export function tableOfFile(file: ProfileFile): MeterTable | undefined {
  const { maker, model, defaults } = file;
  const heading = {
    ...{ maker, model, baud: defaults.baud ?? null, parity: defaults.parity ?? null },
    station: defaults.address,
  };
  return isModbus(file) ? modbusTableOf(file, heading) : dlt645TableOf(file, heading);
}

/** The field of the table that a problem names: `quantities/3/divideBy` is `quantities.3.divide_by`. */
export function tableField(field: string, protocol: string): string {
  const path = field.replace('defaults/address', 'station').replace('defaults/', '');
  const nameOf = protocol === 'dlt645-2007' ? dlt645Field : modbusField;
  return path.split('/').map(nameOf).join('.');
}
