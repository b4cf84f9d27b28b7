/**
 * Checks a table while it is edited: the same problems as the check of the stored profile, with the
 * fields of the table, without the schema library.
 */
import { checkContent } from '../checks/check-content.ts';
import { type ProfileProblem, profileProblem } from '../checks/profile-problem.ts';
import type { ProfileFile } from '../profile-file.ts';
import { REGISTER_TYPES, WORD_ORDERS } from '../values/register-value.ts';
import { UNIT_NAMES } from '../values/units.ts';
import { fileOfTable, type MeterTable, tableField } from './meter-table.ts';

const ADDRESS = /^(?:0x[0-9A-Fa-f]{1,4}|\d{1,5})$/;
const RAW_VALUE = /^0x[0-9A-Fa-f]{1,16}$/;
const STATION = /^\d{1,3}$/;
const FUNCTIONS = [3, 4];

/** The length of texts is limited by the fields of the form. */
export function tableProblems(table: MeterTable): ProfileProblem[] {
  const shape = shapeProblems(table);
  if (shape.length > 0) return shape;
  // The shape was checked above.
  const file = fileOfTable(table, 'own-table') as ProfileFile;
  return checkContent(file).map((problem) => ({ ...problem, field: tableField(problem.field) }));
}

function shapeProblems(table: MeterTable): ProfileProblem[] {
  const { maker, model, station, blocks, quantities } = table;
  const isOf = (list: readonly string[], value: string) => list.includes(value);
  return [
    ...needed(maker.trim() !== '', 'maker'),
    ...needed(model.trim() !== '', 'model'),
    ...formed(STATION.test(station.trim()), 'station', 'station'),
    ...needed(isOf(WORD_ORDERS, table.word_order), 'word_order'),
    ...needed(blocks.length > 0, 'blocks'),
    ...needed(quantities.length > 0, 'quantities'),
    ...blocks.flatMap((block, index) => {
      const at = `blocks.${index}`;
      return [
        ...needed(block.name.trim() !== '', `${at}.name`),
        ...needed(FUNCTIONS.includes(block.function), `${at}.function`),
        ...formed(ADDRESS.test(block.address.trim()), `${at}.address`, 'address'),
        ...needed(Number.isInteger(block.count) && block.count >= 1, `${at}.count`),
      ];
    }),
    ...quantities.flatMap((one, index) => {
      const at = `quantities.${index}`;
      const isRaw = one.not_available.every((raw) => RAW_VALUE.test(raw.trim()));
      return [
        ...needed(one.quantity !== '', `${at}.quantity`),
        ...needed(one.block.trim() !== '', `${at}.block`),
        ...formed(ADDRESS.test(one.address.trim()), `${at}.address`, 'address'),
        ...needed(isOf(Object.keys(REGISTER_TYPES), one.type), `${at}.type`),
        ...needed(isOf(UNIT_NAMES, one.unit), `${at}.unit`),
        ...needed(Number.isFinite(one.multiply_by), `${at}.multiply_by`),
        ...needed(Number.isFinite(one.divide_by), `${at}.divide_by`),
        ...formed(isRaw, `${at}.not_available`, 'raw value'),
      ];
    }),
  ];
}

function needed(isGiven: boolean, field: string): ProfileProblem[] {
  return isGiven ? [] : [profileProblem('missing', field)];
}

function formed(isRight: boolean, field: string, form: string): ProfileProblem[] {
  return isRight ? [] : [profileProblem('wrong-form', field, { form })];
}
