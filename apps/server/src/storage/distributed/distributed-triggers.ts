/**
 * Triggers of distributed tables run on the shards. Those of the audit trail look only at the
 * statement and the row, except the one that lists new entries for sealing.
 */
import { sql } from 'kysely';
import type { Executor } from '../database.ts';

/** The trigger that lists new entries, and its table. */
const LISTING = { table: 'audit_entry', trigger: 'audit_await_seal' };

/**
 * Runs `distribute` with the triggers of the table allowed on its shards. The trigger that lists
 * entries for sealing is replaced: a shard cannot insert into a distributed table, only into the
 * shard of that table with the same customers, which is on the same node. It is created after the
 * rows were copied, because the list has its own rows.
 */
export async function withTriggers(
  trx: Executor,
  table: string,
  distribute: () => Promise<void>,
): Promise<void> {
  await sql`set local citus.enable_unsafe_triggers = on`.execute(trx);
  if (table !== LISTING.table) return distribute();
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = ${LISTING.table}::regclass and tgname = ${LISTING.trigger}`.execute(trx);
  await sql`drop trigger ${sql.ref(LISTING.trigger)} on ${sql.table(LISTING.table)}`.execute(trx);
  await sql.raw(LIST_FOR_SEALING).execute(trx);
  await distribute();
  await sql.raw(rows[0]!.definition).execute(trx);
}

const LIST_FOR_SEALING = `
create or replace function audit_await_seal() returns trigger language plpgsql as $$
declare
  target text;
begin
  if current_setting('busbar.restoring', true) = 'on' then return null; end if;
  select 'audit_unsealed_' || other.shardid into target
  from pg_dist_shard this
  join pg_dist_shard other on other.shardminvalue = this.shardminvalue
    and other.logicalrelid = 'audit_unsealed'::regclass
  where this.logicalrelid = 'audit_entry'::regclass
    and this.shardid = substring(tg_table_name from '[0-9]+$')::bigint;
  if target is null then
    raise exception 'the shard % has no list of entries to seal', tg_table_name;
  end if;
  execute format('insert into %I (customer_id, audit_entry_id)
    select customer_id, audit_entry_id from added on conflict do nothing', target);
  return null;
end $$`;
