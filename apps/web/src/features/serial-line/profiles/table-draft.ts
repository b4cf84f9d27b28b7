/** Edits of the rows of a table, and their problems. */
import { buildProfile } from '@busbar/device-profiles/build-profile';
import type { ProfileProblem } from '@busbar/device-profiles/checks/profile-problem';
import { decodesOtherwise } from '@busbar/device-profiles/own/decodes-otherwise';
import {
  type Dlt645Table,
  fileOfTable,
  type IdentifierBlock,
  isDlt645Table,
  type MeterTable,
  type ModbusTable,
  type TableBlock,
} from '@busbar/device-profiles/own/meter-table';
import { tableProblems } from '@busbar/device-profiles/own/table-problems';
import type { ProfileFile } from '@busbar/device-profiles/profile-file';

/** The list with another item at `at`; a new item is the last one. */
export function withItem<T>(list: readonly T[], at: number | undefined, item: T): readonly T[] {
  return at === undefined ? [...list, item] : list.map((one, index) => (index === at ? item : one));
}

/** A renamed block keeps its quantities. */
export function withBlock(
  { blocks, quantities }: ModbusTable,
  at: number | undefined,
  block: TableBlock,
): Pick<ModbusTable, 'blocks' | 'quantities'> {
  const former = at === undefined ? undefined : blocks[at]?.name;
  return {
    blocks: withItem(blocks, at, block),
    quantities: inBlock(quantities, former, block.name),
  };
}

/** A corrected identifier keeps its quantities. */
export function withIdentifier(
  { blocks, quantities }: Dlt645Table,
  at: number | undefined,
  block: IdentifierBlock,
): Pick<Dlt645Table, 'blocks' | 'quantities'> {
  const former = at === undefined ? undefined : blocks[at]?.identifier;
  return {
    blocks: withItem(blocks, at, block),
    quantities: inBlock(quantities, former, block.identifier),
  };
}

function inBlock<T extends { readonly block: string }>(
  quantities: readonly T[],
  former: string | undefined,
  name: string,
): readonly T[] {
  if (former === undefined || former === name) return quantities;
  return quantities.map((one) => (one.block === former ? { ...one, block: name } : one));
}

/** The table without one of its rows. */
export function withoutRow(
  table: MeterTable,
  list: 'blocks' | 'quantities',
  at: number,
): Partial<MeterTable> {
  if (isDlt645Table(table)) {
    return list === 'blocks'
      ? { blocks: table.blocks.toSpliced(at, 1) }
      : { quantities: table.quantities.toSpliced(at, 1) };
  }
  return list === 'blocks'
    ? { blocks: table.blocks.toSpliced(at, 1) }
    : { quantities: table.quantities.toSpliced(at, 1) };
}

const isError = ({ severity }: ProfileProblem) => severity === 'error';

/** The problems of one row by its field; those of other rows are shown at them. */
export function rowProblems(
  table: MeterTable,
  list: 'blocks' | 'quantities',
  at: number,
): ReadonlyMap<string, ProfileProblem> {
  const row = `${list}.${at}.`;
  const found = tableProblems(table).filter((one) => isError(one) && one.field.startsWith(row));
  return new Map(found.toReversed().map((problem) => [fieldInRow(problem), problem]));
}

/** The column of a problem in its row: `quantities.3.not_available.0` is `not_available`. */
const fieldInRow = ({ field }: ProfileProblem): string => field.split('.')[2] ?? '';

/** The problems of a table, by the row or the field that shows them. */
export function problemsByPlace(table: MeterTable): ReadonlyMap<string, ProfileProblem> {
  const placeOf = ({ field }: ProfileProblem) => field.split('.').slice(0, 2).join('.');
  return new Map(
    tableProblems(table)
      .toReversed()
      .map((problem) => [placeOf(problem), problem]),
  );
}

export const hasErrors = (table: MeterTable): boolean => tableProblems(table).some(isError);

/** True if stored answers would have other values by the changed table; false if it has errors. */
export function isDecodedOtherwise(stored: MeterTable, changed: MeterTable): boolean {
  if (hasErrors(stored) || hasErrors(changed)) return false;
  return decodesOtherwise(profileOf(stored), profileOf(changed));
}

/** The table has no errors, so its file has the shape of a profile. */
const profileOf = (table: MeterTable) =>
  buildProfile(fileOfTable(table, 'own-table') as ProfileFile);

/** CT, PT: the ratios that a test needs. */
export const ratiosIn = ({ quantities }: MeterTable): readonly string[] => [
  ...new Set(quantities.flatMap(({ ratios }) => ratios)),
];
