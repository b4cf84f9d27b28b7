/** Migrations that a release might bring. */
import { readMigrations } from '../../../src/storage/migrate.ts';
import { tableOwners } from '../../../src/storage/schema/table-owners.ts';
import { isNightly } from '../../support/sizes.ts';

/** Migrations by their file names, numbered after the shipped ones. */
export function plantedMigrations(texts: readonly string[]): Record<string, string> {
  const count = readMigrations().length;
  return Object.fromEntries(
    texts.map((text, index) => [`${String(count + index + 1).padStart(4, '0')}-planted`, text]),
  );
}

const LOADED_TABLES: readonly string[] = [
  'measurement',
  'energy_register',
  'device',
  'device_state',
  'command',
  'command_transition',
  'session',
  'user_account',
  'alarm',
  'audit_entry',
  'energy_dirty',
  'gateway_process',
];

/**
 * A column in each table, so that a statement which relies on all columns of a table fails; below
 * the nightly size in the tables that the load writes.
 */
const columns = Object.keys(tableOwners)
  .filter((table) => table !== 'schema_migration' && (isNightly || LOADED_TABLES.includes(table)))
  .map((table) => `alter table ${table} add column planted integer not null default 7;`);

export const EXPAND = [
  ...columns,
  'create table planted (customer_id integer not null, id integer not null, primary key (customer_id, id));',
  'alter table command add constraint planted check (planted > 0) not valid;',
  'alter table command validate constraint planted;',
  '--! no-transaction\ncreate index concurrently planted_command on command (customer_id, planted);',
  '--! no-transaction\ncreate index concurrently planted_state on device_state (customer_id, planted, device_id);',
];
