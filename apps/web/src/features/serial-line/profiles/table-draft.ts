/** A new table, and edits of its rows. */
import type { ProfileProblem } from '@busbar/device-profiles/checks/profile-problem';
import type {
  MeterTable,
  TableBlock,
  TableQuantity,
} from '@busbar/device-profiles/own/meter-table';
import { tableProblems } from '@busbar/device-profiles/own/table-problems';

export const NEW_TABLE: MeterTable = {
  ...{ maker: '', model: '', protocol: 'modbus-rtu', baud: 9600, parity: 'none' },
  ...{ station: '1', word_order: 'ABCD', blocks: [], quantities: [] },
};

export const NEW_BLOCK: TableBlock = { name: '', function: 3, address: '', count: Number.NaN };

export const newQuantity = ({ blocks }: MeterTable): TableQuantity => ({
  ...{ quantity: '', block: blocks[0]?.name ?? '', address: '', type: 'u16', word_order: null },
  ...{ unit: '', multiply_by: 1, divide_by: 1, inverted: false },
  ...{ ratios: [], not_available: [], optional: false },
});

/** The list with another item at `at`; a new item is the last one. */
export function withItem<T>(list: readonly T[], at: number | undefined, item: T): readonly T[] {
  return at === undefined ? [...list, item] : list.map((one, index) => (index === at ? item : one));
}

/** A renamed block keeps its quantities. */
export function withBlock(
  { blocks, quantities }: MeterTable,
  at: number | undefined,
  block: TableBlock,
): Pick<MeterTable, 'blocks' | 'quantities'> {
  const former = at === undefined ? undefined : blocks[at]?.name;
  return {
    blocks: withItem(blocks, at, block),
    quantities:
      former === undefined || former === block.name
        ? quantities
        : quantities.map((one) => (one.block === former ? { ...one, block: block.name } : one)),
  };
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
  const fieldOf = ({ field }: ProfileProblem) => field.slice(row.length).split('.')[0]!;
  return new Map(found.toReversed().map((problem) => [fieldOf(problem), problem]));
}

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

/** CT, PT: the ratios that a test needs. */
export const ratiosIn = ({ quantities }: MeterTable): readonly string[] => [
  ...new Set(quantities.flatMap(({ ratios }) => ratios)),
];
