/**
 * Import of a file of new devices: preview and import over HTTP of the server program, and the
 * download of the secrets. Measures the duration, the event loop delay and the growth of memory,
 * compared to a bare `insert` of the same rows in the same run.
 *
 * `--database external|embedded` (external), `--devices 10000`.
 */
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { createBenchWorld } from './engine/bench-devices.ts';
import { type ServerProgram, startServerProgram, withEngine } from './engine/bench-engine.ts';
import { benchOptions } from './engine/bench-options.ts';
import { printTable } from './engine/print-table.ts';
import { cpuSeconds, residentMiB } from './engine/process-times.ts';

const GOAL_S = 30;
const WATCH_MS = 20;

type Rows = Record<string, string | number>[];

const NOTHING: Rows[number] = {
  what: '',
  seconds: '',
  'goal s': '',
  'server CPU s': '',
  'longest stall ms': '',
  'server grew MiB': '',
};

export async function benchImport(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { devices: '10000' });
  const count = Number(values.devices);
  await withEngine(values.database, async (engine) => {
    const database = await engine.open();
    const world = await createBenchWorld(database, 1);
    const other = await createBenchWorld(database, 1, { label: 'bare', first: 901_000_000 });
    const rows: Rows = [];
    const bareS = await insertBare(database, other.tenant, count);
    rows.push({ ...NOTHING, what: 'bare inserts of the same rows', seconds: bareS.toFixed(2) });
    // Autovacuum, or the maintenance of the embedded database, would do this within a minute.
    await sql`vacuum analyze`.execute(database.db);
    await database.close();
    const server = await startServerProgram(engine, {});
    try {
      await measure(server, world.tenant.users.operator.token, count, rows);
    } finally {
      await server.stop();
    }
    printTable(`Import of ${count.toLocaleString('en')} devices, ${engine.name}`, rows);
  });
}

interface Owner {
  readonly customerId: number;
  readonly groupId: number;
  readonly rateId: number;
}

/** Inserts rows, one statement per table, in one transaction; no parsing, validation or hashing. */
async function insertBare(database: Database, owner: Owner, count: number): Promise<number> {
  const { customerId, groupId, rateId } = owner;
  const ids = sql`generate_series(1900000000, ${1_900_000_000 + count - 1}::int4) id`;
  const code = sql`'BARE' || lpad(id::text, 12, '0')`;
  const began = performance.now();
  await database.transaction(async (trx) => {
    await sql`insert into device_code (device_code, customer_id, device_id)
      select ${code}, ${customerId}::int4, id from ${ids}`.execute(trx);
    await sql`insert into device (customer_id, device_id, device_code, name, device_type_id, kind,
        group_id, rate_id, secret_hash, secret_rotated_at, created_at)
      select ${customerId}::int4, id, ${code}, 'Meter ' || id, 1, 'main', ${groupId}::int4,
        ${rateId}::int4, sha256(${code}::bytea), now(), now() from ${ids}`.execute(trx);
    await sql`insert into device_state (customer_id, device_id)
      select ${customerId}::int4, id from ${ids}`.execute(trx);
    await sql`insert into device_rate (customer_id, device_id, start_day, rate_id)
      select ${customerId}::int4, id, '-infinity', ${rateId}::int4 from ${ids}`.execute(trx);
    await sql`insert into operation_log (customer_id, logged_at, user_id, user_name, device_id,
        device_code, group_id, module, command, status, detail, client_address)
      select ${customerId}::int4, now(), null, '', id, ${code}, ${groupId}::int4,
        'Device information', 'add', 'done', '{"name":"Meter"}'::jsonb, '' from ${ids}`.execute(
      trx,
    );
  });
  return (performance.now() - began) / 1000;
}

async function measure(
  server: ServerProgram,
  token: string,
  count: number,
  rows: Rows,
): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = (await (
      await fetch(`${server.url}/api/v2/device-import${path}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as { code: number; msg: string; data: Record<string, unknown> };
    if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`);
    return answer.data;
  };
  const lines = Array.from(
    { length: count },
    (_, i) => `BULK${String(i).padStart(10, '0')},Meter ${i},MT61`,
  );
  const file = `Device code,Device name,Device type\r\n${lines.join('\r\n')}\r\n`;
  const content = Buffer.from(file).toString('base64');
  // Warms up the code and the table metadata without writing anything.
  await post('', { content });

  let seconds = 0;
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    await server.stalls();
    const before = residentMiB(server.pid);
    const cpuBefore = cpuSeconds(server.pid);
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, residentMiB(server.pid));
    }, WATCH_MS);
    const began = performance.now();
    const answer = await work();
    const took = (performance.now() - began) / 1000;
    clearInterval(watch);
    highest = Math.max(highest, residentMiB(server.pid));
    seconds += took;
    rows.push({
      ...NOTHING,
      what,
      seconds: took.toFixed(2),
      'server CPU s': (cpuSeconds(server.pid) - cpuBefore).toFixed(2),
      'longest stall ms': (await server.stalls()).longestMs.toFixed(0),
      'server grew MiB': (highest - before).toFixed(0),
    });
    return answer;
  };
  const preview = await timed('preview', () => post('', { content }));
  const body = { import_id: preview['import_id'] };
  const { registered } = await timed('acceptance', () => post('/accept', body));
  await timed('secrets', () => post('/secrets', body));
  rows.push({ ...NOTHING, what: 'all three', seconds: seconds.toFixed(2), 'goal s': GOAL_S });
  if (registered !== count) throw new Error(`${String(registered)} of ${count} were registered`);
}
