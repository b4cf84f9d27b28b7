/** A `Database` over the driver's pool. */
import { type Compilable, Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyPool } from './connection-pool.ts';
import type { Database } from './database.ts';
import type { Listener } from './listener.ts';
import { readSlices } from './row-stream.ts';
import type { Schema } from './schema.ts';
import { leaseAs, type Standing } from './standing.ts';

export interface PooledDatabaseParts {
  readonly pool: Pool;
  readonly isExclusive: boolean;
  readonly location: string | undefined;
  readonly listener: Listener;
  readonly warnings: readonly string[];
  /** Ends what lies below the pool; called last. */
  readonly afterClose: () => Promise<void>;
}

const pingTimeoutMs = 2_000;

/** Stands as the owner of the tables. */
export function pooledDatabase(parts: PooledDatabaseParts): Database {
  let closed: Promise<void> | undefined;
  let isWalled = true;
  const shared: Shared = {
    ...parts,
    now: (standing) => (isWalled ? standing : 'owner'),
    standWithoutWalls() {
      isWalled = false;
    },
    as: (standing) => {
      if (standing === 'owner') return owner;
      return standing === 'platform' ? platform : standingAs(shared, standing);
    },
    close() {
      closed ??= closeInOrder(parts);
      return closed;
    },
  };
  const owner = standingAs(shared, 'owner');
  const platform = standingAs(shared, 'platform');
  return owner;
}

interface Shared extends PooledDatabaseParts, Pick<Database, 'as' | 'close' | 'standWithoutWalls'> {
  /** As whom somebody who is to stand so stands now. */
  readonly now: (standing: Standing) => Standing;
}

function standingAs(shared: Shared, standing: Standing): Database {
  const { pool, isExclusive, location, listener, warnings, as, close, standWithoutWalls } = shared;
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: kyselyPool(pool, () => shared.now(standing)) }),
  });
  const lease = () => leaseAs(pool, shared.now(standing));
  return {
    db,
    isExclusive,
    location,
    warnings,
    as,
    standWithoutWalls,
    transaction: (work) => db.transaction().execute(work),
    stream: <Row>(query: Compilable<Row>, rowsPerSlice = 500) =>
      readSlices(lease, query.compile(), rowsPerSlice),
    listen: (channel, handler) => listener.listen(channel, handler),
    async notify(channel, payload, executor = db) {
      if (payload === '') throw new RangeError('an empty payload is the sign of missed ones');
      await sql`select pg_notify(${channel}, ${payload})`.execute(executor);
    },
    ping: () => within(pingTimeoutMs, pool.query('select 1')),
    close,
  };
}

async function closeInOrder({ listener, pool, afterClose }: PooledDatabaseParts): Promise<void> {
  await listener.close();
  await pool.end();
  await afterClose();
}

async function within(limitMs: number, answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          // The code of a database that is away, for whoever judges failures by it.
          Object.assign(new Error(`the database did not answer within ${limitMs} ms`), {
            code: 'ETIMEDOUT',
          }),
        ),
      limitMs,
    );
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    // The loser of the race may still fail, with nobody left to hear it.
    answer.catch(() => undefined);
  }
}
