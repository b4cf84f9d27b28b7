/**
 * The hand-written table of `docs/permissions.md`, from which the matrices take the expected
 * results independently of the program.
 */
import { readFileSync } from 'node:fs';

const document = readFileSync(new URL('../../../../docs/permissions.md', import.meta.url), 'utf8');

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const [heading = [], _rule, ...lines] = document
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map(cellsOf);

/** The roles in the order of the table's columns. */
export const WRITTEN_ROLES: readonly string[] = heading.slice(1, -1);

export interface WrittenPermission {
  readonly permission: string;
  /** Each cell is `yes` or `-`, one per role. */
  readonly cells: readonly string[];
  readonly because: string;
}

export const WRITTEN_PERMISSIONS: readonly WrittenPermission[] = lines.map((cells) => ({
  permission: cells[0]?.replaceAll('`', '') ?? '',
  cells: cells.slice(1, -1),
  because: cells.at(-1) ?? '',
}));

/** Names of the calls that the document lists with the scope `customer`. */
export const WRITTEN_CUSTOMER_CALLS: readonly string[] = document
  .split('\n')
  .filter((line) => /^- `[a-z]+\.[a-z]+`: /.test(line))
  .flatMap((line) => [...line.matchAll(/`(v[12]\.[^`]+)`/g)].map(([, name]) => name!));

/**
 * Returns true if the table gives the role the permission. Throws if the permission is not in the
 * table.
 */
export function isWritten(role: string, permission: string): boolean {
  const row = WRITTEN_PERMISSIONS.find((one) => one.permission === permission);
  const column = WRITTEN_ROLES.indexOf(role);
  if (row === undefined || column < 0) throw new Error(`${role}, ${permission}: not written`);
  return row.cells[column] === 'yes';
}
