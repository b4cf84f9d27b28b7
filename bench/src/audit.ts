/**
 * A long audit trail of one customer: duration of sealing, of verification and of one page of a
 * search, and the cost of the chain per audit event, compared to a bare sequential read of the same
 * columns in the same run.
 *
 * `--database external|embedded` (external), `--entries 1000000`.
 */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { sql } from 'kysely';
import { searchAudit } from '../../apps/server/src/areas/identity/audit/audit-search.ts';
import { sealEntries } from '../../apps/server/src/areas/identity/audit/seal-entries.ts';
import { verifyChain } from '../../apps/server/src/areas/identity/audit/verify-chain.ts';
import { writeLog } from '../../apps/server/src/areas/shared/operation-log/write-log.ts';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { withEngine } from './engine/bench-engine.ts';
import { benchOptions } from './engine/bench-options.ts';
import { printTable } from './engine/print-table.ts';
import { residentMiB } from './engine/process-times.ts';

const CUSTOMER = 7;
const GROUP = 1;
const AT_ONCE = 50_000;
const NEWEST = 20_000;
const PAGES = 10;
const ACTIONS = 1_000;

type Row = Record<string, string | number>;

export async function benchAudit(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { entries: '1000000' });
  const count = Number(values.entries);
  await withEngine(values.database, async (engine) => {
    const database = await engine.open();
    try {
      const rows = await measure(database, count);
      printTable(`Audit trail of ${count.toLocaleString('en')} entries, ${engine.name}`, rows);
    } finally {
      await database.close();
    }
  });
}

async function measure(database: Database, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  const timed = async (
    what: string,
    entries: number,
    goal: string,
    work: () => Promise<unknown>,
  ) => {
    const memory = residentMiB(process.pid);
    const began = performance.now();
    await work();
    const seconds = (performance.now() - began) / 1_000;
    rows.push({
      what,
      entries,
      seconds: seconds.toFixed(2),
      'entries/s': Math.round(entries / seconds),
      'goal s': goal,
      'grew MiB': Math.round(residentMiB(process.pid) - memory),
    });
  };
  await sql`insert into user_group (customer_id, group_id, parent_id, path, name, created_at)
    values (${CUSTOMER}, ${GROUP}, null, array[${GROUP}::integer], 'Root', now())`.execute(
    database.db,
  );
  await timed('bare inserts of the entries', count, '', () => addEntries(database, count));
  await timed('sealed', count, '', () => sealEntries({ database }));
  await sql`analyze audit_entry, audit_seal`.execute(database.db);
  await timed('bare sequential read of the same columns', count, '', () => readBare(database));
  await timed('verified, all', count, count === 1_000_000 ? '30' : '', () =>
    verified(database, undefined),
  );
  await timed(`verified, the newest (as on the screen)`, NEWEST, '', () =>
    verified(database, NEWEST),
  );
  for (const [what, filters] of SEARCHES) {
    await timed(`pages of 20: ${what}`, PAGES, '', async () => {
      for (let page = 1; page <= PAGES; page += 1) await search(database, filters, page);
    });
  }
  await timed('deeds one by one', ACTIONS, '', () => writeAuditEvents(database));
  await sql`alter table audit_entry disable trigger audit_await_seal`.execute(database.db);
  await timed('the same without the line to the seal', ACTIONS, '', () =>
    writeAuditEvents(database),
  );
  return rows;
}

const SEARCHES = [
  ['newest', {}],
  ['of one module', { module: 'Timers' }],
  ['of one device', { device: '77' }],
  ['a text anywhere', { text: 'closeByTimer' }],
] as const;

async function addEntries(database: Database, count: number): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    await sql`insert into audit_entry (customer_id, logged_at, user_id, user_name, device_id,
        device_code, group_id, module, command, command_id, status, detail, client_address)
      select ${CUSTOMER}::integer, timestamptz '2025-01-01' + n * interval '20 seconds', n % 40,
        'operator', n % 500, 'MT61-' || lpad((n % 500)::text, 8, '0'), ${GROUP}::integer,
        case when n % 10 = 0 then 'Timers' else 'Remote control' end, 'open', md5(n::text)::uuid,
        'done', jsonb_build_object('before', 'closeByCommand', 'after', 'openByCommand',
          'session', substr(md5(n::text), 1, 12),
          'way', case when n % 100 = 0 then 'closeByTimer' else 'v2.device.control' end),
        '192.168.10.20'
      from generate_series(${first + 1}::integer, ${Math.min(first + AT_ONCE, count)}::integer) n`.execute(
      database.db,
    );
  }
}

async function readBare({ db }: Database): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ audit_entry_id: number }>`
      select customer_id::text, audit_entry_id, kind, logged_at::text, user_id::text, user_name,
        device_id::text, device_code, group_id::text, module, command, command_id::text, status,
        detail::text, client_address
      from audit_entry where customer_id = ${CUSTOMER} and audit_entry_id > ${after}
      order by audit_entry_id limit 5000`.execute(db);
    if (rows.length < 5_000) return;
    after = rows.at(-1)!.audit_entry_id;
  }
}

async function verified({ db }: Database, newest: number | undefined): Promise<void> {
  const { fault } = await verifyChain(db, CUSTOMER, newest === undefined ? {} : { newest });
  if (fault !== undefined) throw new Error(`the chain does not hold: ${JSON.stringify(fault)}`);
}

async function search({ db }: Database, filters: object, page: number): Promise<void> {
  const scope = { customerId: CUSTOMER, groupId: GROUP };
  await searchAudit(db, scope, filters, { page, pageSize: 20, sort: 'time', order: 'desc' });
}

async function writeAuditEvents(database: Database): Promise<void> {
  const actor = {
    customerId: CUSTOMER,
    groupId: GROUP,
    userId: 1,
    userName: 'operator',
    tokenHash: null,
    address: '192.168.10.20',
  };
  const module = LOG_MODULES.projects;
  for (let index = 0; index < ACTIONS; index += 1) {
    await database.transaction((trx) =>
      writeLog(trx, actor, {
        at: Date.now(),
        module,
        command: 'change project',
        detail: { deed: index },
      }),
    );
  }
}
