/**
 * The register table of a profile as users edit it: that of a Modbus meter which is only read, with
 * the field names of the calls.
 */
import { isModbus } from '../build-profile.ts';
import type { ModbusFile, ProfileFile } from '../profile-file.ts';

export interface TableBlock {
  readonly name: string;
  readonly function: number;
  readonly address: string;
  readonly count: number;
}

export interface TableQuantity {
  readonly quantity: string;
  readonly block: string;
  readonly address: string;
  readonly type: string;
  /** Null for that of the profile. */
  readonly word_order: string | null;
  readonly unit: string;
  readonly multiply_by: number;
  readonly divide_by: number;
  readonly inverted: boolean;
  readonly ratios: readonly string[];
  readonly not_available: readonly string[];
  readonly optional: boolean;
}

export interface MeterTable {
  readonly maker: string;
  readonly model: string;
  readonly protocol: 'modbus-rtu' | 'modbus-tcp';
  readonly baud: number | null;
  readonly parity: string | null;
  readonly station: string;
  readonly word_order: string;
  readonly blocks: readonly TableBlock[];
  readonly quantities: readonly TableQuantity[];
}

/** Returns the profile file, which `checkProfile` has to check. */
export function fileOfTable(table: MeterTable, id: string): unknown {
  const { maker, model, protocol, baud, parity, station, word_order, blocks, quantities } = table;
  return {
    ...{ id, maker: maker.trim(), model: model.trim(), protocol },
    defaults: {
      ...(baud !== null && { baud }),
      ...(parity !== null && { parity }),
      address: station.trim(),
    },
    sources: ['entered by a user'],
    wordOrder: word_order,
    identity: [],
    blocks: blocks.map(({ name, function: functionCode, address, count }) => ({
      ...{ name: name.trim(), functionCode, address: address.trim(), count },
    })),
    quantities: quantities.map((one) => ({
      ...{ quantity: one.quantity, block: one.block.trim(), address: one.address.trim() },
      ...{ type: one.type, unit: one.unit },
      ...(one.word_order !== null && { wordOrder: one.word_order }),
      ...{ multiplyBy: one.multiply_by, divideBy: one.divide_by },
      sign: one.inverted ? 'inverted' : 'as-read',
      ratios: one.ratios,
      notAvailable: one.not_available.map((raw) => raw.trim()),
      optional: one.optional,
    })),
  };
}

/**
 * Returns the table of a profile; undefined if it has another protocol. The identity and the
 * switching of the profile are left out.
 */
export function tableOfFile(file: ProfileFile): MeterTable | undefined {
  if (!isModbus(file)) return undefined;
  const { maker, model, protocol, defaults, wordOrder, blocks, quantities } = file;
  return {
    ...{ maker, model, protocol: protocol === 'modbus-tcp' ? protocol : 'modbus-rtu' },
    ...{ baud: defaults.baud ?? null, parity: defaults.parity ?? null },
    ...{ station: defaults.address, word_order: wordOrder },
    blocks: blocks.map(({ name, functionCode, address, count }) => ({
      ...{ name, function: functionCode, address, count },
    })),
    quantities: quantities.map((one) => quantityOf(one, file)),
  };
}

function quantityOf(
  one: ModbusFile['quantities'][number],
  { notAvailable = {} }: ModbusFile,
): TableQuantity {
  return {
    ...{ quantity: one.quantity, block: one.block, address: one.address, type: one.type },
    ...{ word_order: one.wordOrder ?? null, unit: one.unit },
    ...{ multiply_by: one.multiplyBy ?? 1, divide_by: one.divideBy ?? 1 },
    inverted: one.sign === 'inverted',
    ratios: one.ratios ?? [],
    not_available: [...(notAvailable[one.type] ?? []), ...(one.notAvailable ?? [])],
    optional: one.optional ?? false,
  };
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  functionCode: 'function',
  wordOrder: 'word_order',
  multiplyBy: 'multiply_by',
  divideBy: 'divide_by',
  notAvailable: 'not_available',
  sign: 'inverted',
};

/** The field of the table that a problem names: `quantities/3/divideBy` is `quantities.3.divide_by`. */
export function tableField(field: string): string {
  const path = field.replace('defaults/address', 'station').replace('defaults/', '');
  return path
    .split('/')
    .map((name) => OTHER_NAMES[name] ?? name)
    .join('.');
}
