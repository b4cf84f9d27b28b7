/**
 * The table of a DL/T 645-2007 meter, and its profile file. The standard fixes what a table of
 * Modbus states: the order of the bytes, low first, and that digits which are not decimal are no
 * value.
 */
import type { Dlt645File } from '../profile-file.ts';
import type { Dlt645Table, IdentifierQuantity, TableHeading } from './meter-table.ts';

/** Digits of the longest number that is exact. */
export const MAX_DECIMALS = 14;

export function dlt645FileOf({ blocks, quantities }: Dlt645Table) {
  return {
    blocks: blocks.map(({ identifier, bytes }) => ({ identifier: hexOf(identifier), bytes })),
    quantities: quantities.map((one) => ({
      ...{ quantity: one.quantity, block: hexOf(one.block), offset: one.offset, bytes: one.bytes },
      ...{ type: one.signed ? 'signed-bcd' : 'bcd', unit: one.unit },
      divideBy: 10 ** one.decimals,
      sign: one.inverted ? 'inverted' : 'as-read',
      ...{ ratios: one.ratios, optional: one.optional },
    })),
  };
}

/** Identifiers are also printed in lower case and with spaces or hyphens between their bytes. */
export const hexOf = (identifier: string): string =>
  identifier.replaceAll(/[\s-]/g, '').toUpperCase();

/** Returns undefined if a value is scaled by anything but a power of ten. */
export function dlt645TableOf(file: Dlt645File, heading: TableHeading): Dlt645Table | undefined {
  const quantities = file.quantities.map(quantityOf);
  if (quantities.some(({ decimals }) => !isDecimals(decimals))) return undefined;
  const blocks = file.blocks.map(({ identifier, bytes }) => ({ identifier, bytes }));
  return { ...heading, protocol: 'dlt645-2007', blocks, quantities };
}

export const isDecimals = (decimals: number): boolean =>
  Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS;

function quantityOf(one: Dlt645File['quantities'][number]): IdentifierQuantity {
  return {
    ...{ quantity: one.quantity, block: one.block, offset: one.offset ?? 0, bytes: one.bytes },
    decimals: Math.log10((one.divideBy ?? 1) / (one.multiplyBy ?? 1)),
    ...{ signed: one.type === 'signed-bcd', unit: one.unit, inverted: one.sign === 'inverted' },
    ...{ ratios: one.ratios ?? [], optional: one.optional ?? false },
  };
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  divideBy: 'decimals',
  type: 'signed',
  sign: 'inverted',
};

/** The name in the table of a field of the file. */
export const dlt645Field = (name: string): string => OTHER_NAMES[name] ?? name;
