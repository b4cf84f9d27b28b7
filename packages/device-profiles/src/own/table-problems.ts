/**
 * Checks a table while it is edited: the same problems as the check of the stored profile, with the
 * fields of the table, without the schema library.
 */
import { checkContent } from '../checks/check-content.ts';
import { type ProfileProblem, profileProblem } from '../checks/profile-problem.ts';
import type { ProfileFile } from '../profile-file.ts';
import { REGISTER_TYPES, WORD_ORDERS } from '../values/register-value.ts';
import { UNIT_NAMES } from '../values/units.ts';
import { hexOf, isDecimals } from './dlt645-table.ts';
import {
  type Dlt645Table,
  fileOfTable,
  isDlt645Table,
  type MeterTable,
  type ModbusTable,
  type ScaledQuantity,
  tableField,
} from './meter-table.ts';

const ADDRESS = /^(?:0x[0-9A-Fa-f]{1,4}|\d{1,5})$/;
const RAW_VALUE = /^0x[0-9A-Fa-f]{1,16}$/;
const STATION = /^\d{1,3}$/;
const DLT645_STATION = /^(?:\d{12}|A{12})$/i;
const IDENTIFIER = /^[0-9A-F]{8}$/;
const FUNCTIONS = [3, 4];

/** The length of texts is limited by the fields of the form. */
export function tableProblems(table: MeterTable): ProfileProblem[] {
  const shape = shapeProblems(table);
  if (shape.length > 0) return shape;
  // The shape was checked above.
  const file = fileOfTable(table, 'own-table') as ProfileFile;
  return checkContent(file).map((problem) => ({
    ...problem,
    field: tableField(problem.field, table.protocol),
  }));
}

const isOf = (list: readonly string[], value: string) => list.includes(value);
const isCount = (value: number) => Number.isInteger(value) && value >= 1;

function shapeProblems(table: MeterTable): ProfileProblem[] {
  const { maker, model, blocks, quantities } = table;
  return [
    ...needed(maker.trim() !== '', 'maker'),
    ...needed(model.trim() !== '', 'model'),
    ...needed(blocks.length > 0, 'blocks'),
    ...needed(quantities.length > 0, 'quantities'),
    ...(isDlt645Table(table) ? dlt645Shape(table) : modbusShape(table)),
  ];
}

function modbusShape({ station, word_order, blocks, quantities }: ModbusTable): ProfileProblem[] {
  return [
    ...formed(STATION.test(station.trim()), 'station', 'station'),
    ...needed(isOf(WORD_ORDERS, word_order), 'word_order'),
    ...blocks.flatMap((block, index) => {
      const at = `blocks.${index}`;
      return [
        ...needed(block.name.trim() !== '', `${at}.name`),
        ...needed(FUNCTIONS.includes(block.function), `${at}.function`),
        ...formed(ADDRESS.test(block.address.trim()), `${at}.address`, 'address'),
        ...needed(isCount(block.count), `${at}.count`),
      ];
    }),
    ...quantities.flatMap((one, index) => {
      const at = `quantities.${index}`;
      const isRaw = one.not_available.every((raw) => RAW_VALUE.test(raw.trim()));
      return [
        ...quantityShape(one, at),
        ...formed(ADDRESS.test(one.address.trim()), `${at}.address`, 'address'),
        ...needed(isOf(Object.keys(REGISTER_TYPES), one.type), `${at}.type`),
        ...needed(Number.isFinite(one.multiply_by), `${at}.multiply_by`),
        ...needed(Number.isFinite(one.divide_by), `${at}.divide_by`),
        ...formed(isRaw, `${at}.not_available`, 'raw value'),
      ];
    }),
  ];
}

function dlt645Shape({ station, blocks, quantities }: Dlt645Table): ProfileProblem[] {
  return [
    ...formed(DLT645_STATION.test(station.trim()), 'station', 'station-dlt645'),
    ...blocks.flatMap(({ identifier, bytes }, index) => {
      const at = `blocks.${index}`;
      return [
        ...formed(IDENTIFIER.test(hexOf(identifier)), `${at}.identifier`, 'identifier'),
        ...needed(isCount(bytes), `${at}.bytes`),
      ];
    }),
    ...quantities.flatMap((one, index) => {
      const at = `quantities.${index}`;
      return [
        ...quantityShape(one, at),
        ...needed(Number.isInteger(one.offset) && one.offset >= 0, `${at}.offset`),
        ...needed(isCount(one.bytes), `${at}.bytes`),
        ...needed(isDecimals(one.decimals), `${at}.decimals`),
      ];
    }),
  ];
}

function quantityShape({ quantity, block, unit }: ScaledQuantity, at: string): ProfileProblem[] {
  return [
    ...needed(quantity !== '', `${at}.quantity`),
    ...needed(block.trim() !== '', `${at}.block`),
    ...needed(isOf(UNIT_NAMES, unit), `${at}.unit`),
  ];
}

function needed(isGiven: boolean, field: string): ProfileProblem[] {
  return isGiven ? [] : [profileProblem('missing', field)];
}

function formed(isRight: boolean, field: string, form: string): ProfileProblem[] {
  return isRight ? [] : [profileProblem('wrong-form', field, { form })];
}
