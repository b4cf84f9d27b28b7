/** The table of a Modbus meter, and its profile file. */
import type { ModbusFile } from '../profile-file.ts';
import type { ModbusTable, TableHeading, TableQuantity } from './meter-table.ts';

export function modbusFileOf({ word_order, blocks, quantities }: ModbusTable) {
  return {
    wordOrder: word_order,
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

export function modbusTableOf(file: ModbusFile, heading: TableHeading): ModbusTable {
  const { protocol, wordOrder, blocks, quantities } = file;
  return {
    ...heading,
    protocol: protocol === 'modbus-tcp' ? protocol : 'modbus-rtu',
    word_order: wordOrder,
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

/** The name in the table of a field of the file. */
export const modbusField = (name: string): string => OTHER_NAMES[name] ?? name;
