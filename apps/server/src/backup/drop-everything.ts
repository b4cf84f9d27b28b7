/** Drops everything that any Busbar version created in its database; extension objects remain. */
import { sql } from 'kysely';
import type { Executor } from '../storage/database.ts';

export async function dropEverything(trx: Executor): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select statement from (
      select 1 as place, format('drop %s if exists public.%I cascade',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
        relname) as statement, oid, 'pg_class'::regclass as catalogue
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and not relispartition
      union all
      select 2, format('drop sequence if exists public.%I cascade', relname), oid, 'pg_class'::regclass
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
      union all
      select 3, format('drop routine if exists %s cascade', oid::regprocedure), oid, 'pg_proc'::regclass
      from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 4, format('drop type if exists public.%I cascade', typname), oid, 'pg_type'::regclass
      from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
    ) things
    where not exists (select 1 from pg_depend d
      where d.classid = things.catalogue and d.objid = things.oid and d.deptype = 'e')
    order by place`.execute(trx);
  for (const { statement } of rows) await sql.raw(statement).execute(trx);
}
