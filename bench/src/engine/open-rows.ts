/**
 * The cost of row-level security (docs/adr/0023). The statements of the read calls run as the owner
 * of the tables, to whom no policy applies, and as their customer, alternating in one process, so
 * that other load on the machine slows both equally. Also measured: a statement after another
 * customer has used the connection, and a batch of readings inserted as the owner and as the
 * platform.
 *
 * `--database external|embedded` (external), `--rounds 60`.
 */
import { sql } from 'kysely';
import type { Database, Executor } from '../../../apps/server/src/storage/database.ts';
import { measurementColumns } from '../../../apps/server/src/storage/reading-columns.ts';
import { queryCalls } from '../query/query-calls.ts';
import { createReadWorld, type ReadWorld } from '../query/read-world.ts';
import { withEngine } from './bench-engine.ts';
import { benchOptions } from './bench-options.ts';
import { percentile, printTable } from './print-table.ts';

const BATCH = 1_000;

interface Compared {
  readonly name: string;
  readonly bare: (round: number) => Promise<unknown>;
  readonly walled: (round: number) => Promise<unknown>;
}

export async function benchOpenRows(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { rounds: '60' });
  await withEngine(values.database, async (engine) => {
    const database = await engine.open();
    try {
      const world = await createReadWorld(database);
      const rows: Record<string, string>[] = [];
      for (const one of compared(database, world)) {
        rows.push(await compare(one, Number(values.rounds)));
      }
      printTable(`Row-level security on ${engine.name}: p50 in ms, in turn`, rows);
    } finally {
      await database.close();
    }
  });
}

function compared(database: Database, world: ReadWorld): Compared[] {
  const { customerId } = world.tenant;
  const customer = database.as({ customerId });
  const others = [customerId + 1, customerId + 2].map((id) => database.as({ customerId: id }));
  const platform = database.as('platform');
  const one = ({ db }: Database) => sql`select 1`.execute(db);
  const batch = ({ db }: Database, round: number) => writeBatch(db, world, round);
  return [
    ...queryCalls(world).map(({ name, run }) => ({
      name,
      bare: () => run(database.db),
      walled: () => run(customer.db),
    })),
    {
      name: 'a statement after another customer’s, beside one after its own',
      bare: () => one(customer).then(() => one(customer)),
      walled: () => one(others[0]!).then(() => one(others[1]!)),
    },
    {
      name: `${BATCH.toLocaleString('en')} readings written, as the platform`,
      bare: (round) => batch(database, 2 * round),
      walled: (round) => batch(platform, 2 * round + 1),
    },
  ];
}

/**
 * Inserts a batch of readings older than all others: one reading of each of a thousand devices, all
 * with the same timestamp.
 */
async function writeBatch(db: Executor, world: ReadWorld, round: number): Promise<void> {
  const values = sql.join(measurementColumns.map((name) => sql.ref(name)));
  const numbers = sql.join(measurementColumns.map(() => sql`230.5::real`));
  const at = new Date(world.from - (round + 1) * 60_000);
  const ids = world.devices.slice(0, BATCH).map(({ id }) => id);
  await sql`insert into measurement (customer_id, device_id, ts, content_hash, ${values})
    select ${world.tenant.customerId}::int4, device_id, ${at}::timestamptz, 0, ${numbers}
    from unnest(${ids}::int4[]) device_id
    on conflict do nothing`.execute(db);
}

async function compare(
  { name, bare, walled }: Compared,
  rounds: number,
): Promise<Record<string, string>> {
  const times: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round += 1) {
    const pair = [bare, walled].map((run, i) => ({ run, i }));
    // Alternates which of the two runs first.
    if (round % 2 === 0) pair.reverse();
    for (const { run, i } of pair) {
      const began = performance.now();
      await run(round + 3);
      if (round >= 0) times[i]!.push(performance.now() - began);
    }
  }
  const [without = 0, withWall = 0] = times.map((ms) =>
    percentile(
      ms.sort((a, b) => a - b),
      0.5,
    ),
  );
  return {
    what: name,
    'without wall': without.toFixed(2),
    'behind it': withWall.toFixed(2),
    ratio: (withWall / without).toFixed(2),
  };
}
