/**
 * A database that rejects the insert of a row, in the ways a real one does. A test connects as an
 * ordinary role, which owns the tables and may lose the right to write them.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases.ts';

/** The tables without whose rows no breaker may switch. */
export type TracedTable = 'audit_entry' | 'command_transition';

/** The effect on an insert: the body of a trigger, or a revoked right. */
export const FAULTS = {
  'the right is revoked': null,
  'a rule of the table refuses it': `raise exception 'planted: refused'`,
  'the disk is full': `raise exception 'planted: no space left on device' using errcode = '53100'`,
  // The insert is cancelled as by the statement timeout, which is half a minute.
  'it takes longer than a statement may':
    'perform pg_sleep(1); perform pg_cancel_backend(pg_backend_pid()); perform pg_sleep(60)',
  'the connection is lost': 'perform pg_terminate_backend(pg_backend_pid())',
  'the commit fails': `raise exception 'planted: refused at the commit'`,
} as const;
export type Fault = keyof typeof FAULTS;

export interface FaultyDatabase {
  /** The connection that the server uses. */
  readonly database: Database;
  plant(fault: Fault, table: TracedTable): Promise<void>;
  mend(): Promise<void>;
}

export async function faultyDatabase(owner: TestDatabase): Promise<FaultyDatabase> {
  const role = `server_${randomBytes(6).toString('hex')}`;
  await sql`create role ${sql.ref(role)} login`.execute(owner.db);
  await sql`grant all on schema public to ${sql.ref(role)}`.execute(owner.db);
  await sql
    .raw(
      `do $$ declare t record; begin
        for t in select tablename from pg_tables where schemaname = 'public' loop
          execute format('alter table public.%I owner to ${role}', t.tablename);
        end loop;
        for t in select viewname from pg_views where schemaname = 'public' loop
          execute format('alter view public.%I owner to ${role}', t.viewname);
        end loop;
      end $$`,
    )
    .execute(owner.db);
  const url = new URL(owner.databaseUrl!);
  url.username = role;
  const database = await openTestDatabase(url.href);
  let mendIt: () => Promise<unknown> = () => Promise.resolve();
  return {
    database,
    async plant(fault, table) {
      const body = FAULTS[fault];
      if (body === null) {
        await sql`revoke insert on ${sql.ref(table)} from ${sql.ref(role)}`.execute(owner.db);
        mendIt = () => sql`grant insert on ${sql.ref(table)} to ${sql.ref(role)}`.execute(owner.db);
        return;
      }
      const trigger =
        fault === 'the commit fails'
          ? 'constraint trigger planted after insert'
          : 'trigger planted before insert';
      const when = fault === 'the commit fails' ? 'deferrable initially deferred' : '';
      await sql
        .raw(
          `create or replace function planted() returns trigger language plpgsql
            as $$ begin ${body}; return new; end $$`,
        )
        .execute(owner.db);
      await sql
        .raw(`create ${trigger} on ${table} ${when} for each row execute function planted()`)
        .execute(owner.db);
      mendIt = () => sql.raw(`drop trigger planted on ${table}`).execute(owner.db);
    },
    async mend() {
      await mendIt();
      mendIt = () => Promise.resolve();
    },
  };
}
