/** A new table of each protocol, and new rows. */
import type {
  Dlt645Table,
  IdentifierBlock,
  IdentifierQuantity,
  MeterTable,
  ModbusTable,
  ScaledQuantity,
  TableBlock,
  TableQuantity,
} from '@busbar/device-profiles/own/meter-table';
import { isDlt645Table } from '@busbar/device-profiles/own/meter-table';
import type { LineSettings } from '../api/use-serial-line.ts';

const NAMELESS = { maker: '', model: '' };
/** Every DL/T 645 meter has its own address. */
const ANY_STATION = 'A'.repeat(12);
const MAX_BCD_BYTES = 7;

const NEW_MODBUS: ModbusTable = {
  ...{ ...NAMELESS, protocol: 'modbus-rtu', baud: 9600, parity: 'none' },
  ...{ station: '1', word_order: 'ABCD', blocks: [], quantities: [] },
};

const NEW_DLT645: Dlt645Table = {
  ...{ ...NAMELESS, protocol: 'dlt645-2007', baud: 2400, parity: 'even' },
  ...{ station: ANY_STATION, blocks: [], quantities: [] },
};

/** Of the protocol that the line carries, so that the profile can be tested on it. */
export function newTable({ protocol, transport }: LineSettings): MeterTable {
  if (protocol === 'dlt645-2007') return NEW_DLT645;
  return transport === 'modbus-tcp'
    ? { ...NEW_MODBUS, protocol: 'modbus-tcp', baud: null, parity: null }
    : NEW_MODBUS;
}

/** The table with another protocol; `kept` is the last one with rows of that protocol. */
export function withProtocol(
  table: MeterTable,
  protocol: MeterTable['protocol'],
  kept: MeterTable | undefined,
): MeterTable {
  const { maker, model } = table;
  if (protocol === 'dlt645-2007') {
    const former = kept !== undefined && isDlt645Table(kept) ? kept : NEW_DLT645;
    return { ...former, maker, model };
  }
  const former = isDlt645Table(table) ? kept : table;
  const rows = former === undefined || isDlt645Table(former) ? NEW_MODBUS : former;
  const line = protocol === 'modbus-tcp' ? { baud: null, parity: null } : {};
  return { ...rows, maker, model, protocol, ...line };
}

export const NEW_BLOCK: TableBlock = { name: '', function: 3, address: '', count: Number.NaN };

export const NEW_IDENTIFIER: IdentifierBlock = { identifier: '', bytes: Number.NaN };

const NEW_SCALED: Omit<ScaledQuantity, 'block'> = {
  ...{ quantity: '', unit: '', inverted: false, ratios: [], optional: false },
};

export const newQuantity = ({ blocks }: ModbusTable): TableQuantity => ({
  ...NEW_SCALED,
  ...{ block: blocks[0]?.name ?? '', address: '', type: 'u16', word_order: null },
  ...{ multiply_by: 1, divide_by: 1, not_available: [] },
});

/** A value of the first identifier that no quantity uses yet. */
export function newIdentifierQuantity({ blocks, quantities }: Dlt645Table): IdentifierQuantity {
  const isUsed = ({ identifier }: IdentifierBlock) =>
    quantities.some(({ block }) => block === identifier);
  const block = blocks.find((one) => !isUsed(one)) ?? blocks[0];
  return {
    ...NEW_SCALED,
    block: block?.identifier ?? '',
    ...{ ...wholeValue(block), decimals: 0, signed: false },
  };
}

/** The usual position: one value takes all bytes of the answer. */
export function wholeValue(
  block: IdentifierBlock | undefined,
): Pick<IdentifierQuantity, 'offset' | 'bytes'> {
  return { offset: 0, bytes: Math.min(block?.bytes ?? Number.NaN, MAX_BCD_BYTES) };
}
