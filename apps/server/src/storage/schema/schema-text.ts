/**
 * The schema as text, read from the catalogue: one line per column, constraint and index, sorted,
 * so that two databases can be compared by eye or by `diff`, whatever their versions. Partitions
 * are omitted: which months exist depends on the date.
 */
import { sql } from 'kysely';
import type { Executor } from '../database.ts';

export async function schemaText(executor: Executor): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select c.oid, c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition
    ),
    lines as (
      select relname, 1 as part, a.attnum::int as position, format('  %s %s%s%s%s', a.attname,
        format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then ' not null' else '' end,
        case when a.attidentity <> '' then ' generated always as identity' else '' end,
        case when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
      ) as text
      from ours join pg_attribute a on a.attrelid = ours.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      union all
      select relname, 2, 0, format('  %s %s', conname, pg_get_constraintdef(k.oid))
      from ours join pg_constraint k on k.conrelid = ours.oid and k.contype <> 'n'
      union all
      select relname, 3, 0, '  ' || regexp_replace(pg_get_indexdef(i.indexrelid), ' ON (ONLY )?public\\.', ' ON ')
      from ours join pg_index i on i.indrelid = ours.oid
      where not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
      union all
      select relname, 0, 0, relname || coalesce(' partition by ' || pg_get_partkeydef(oid), '')
      from ours
    )
    select text as line from lines
    order by relname collate "C", part, position, text collate "C"`.execute(executor);
  return rows.map(({ line }) => `${line}\n`).join('');
}
