/** Samples of a running soak. */
import { readdirSync, readlinkSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import type { ServerProgram } from '../engine/bench-engine.ts';
import { percentile } from '../engine/print-table.ts';
import { residentMiB } from '../engine/process-times.ts';
import type { SoakFleet } from './soak-fleet.ts';
import type { SoakSample } from './soak-verdict.ts';

const LARGEST_TABLES = 10;

export function createSampler(database: Database, fleet: SoakFleet, beganAt: number) {
  let before = { at: performance.now(), acknowledged: 0 };
  return async (server: ServerProgram, fault: string): Promise<SoakSample> => {
    const { p99Ms, heapMiB } = await server.stalls();
    const at = performance.now();
    const acknowledged = fleet.acknowledgedCount;
    const perS = ((acknowledged - before.acknowledged) * 1000) / (at - before.at);
    before = { at, acknowledged };
    const latencies = fleet.takeLatencies().sort((a, b) => a - b);
    return {
      minute: Number(((at - beganAt) / 60_000).toFixed(2)),
      rssMiB: Math.round(residentMiB(server.pid)),
      heapMiB: Math.round(heapMiB),
      ...openFiles(server.pid),
      ...(await tables(database)),
      readingsPerS: Number(perS.toFixed(1)),
      commands: fleet.executions.length,
      ackP95Ms: Math.round(percentile(latencies, 0.95)),
      loopP99Ms: Number(p99Ms.toFixed(1)),
      fault,
    };
  };
}

function openFiles(pid: number): Pick<SoakSample, 'sockets' | 'files'> {
  const targets = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return '';
    }
  });
  const sockets = targets.filter((target) => target.startsWith('socket:')).length;
  return { sockets, files: targets.length - sockets };
}

async function tables(
  database: Database,
): Promise<Pick<SoakSample, 'databaseMiB' | 'deadShare' | 'deadRows'>> {
  const { rows } = await sql<{ bytes: number; live: number; dead: number }>`
    select pg_database_size(current_database())::float8 as bytes,
      sum(n_live_tup)::float8 as live, sum(n_dead_tup)::float8 as dead
    from (select * from pg_stat_user_tables
      order by pg_total_relation_size(relid) desc limit ${sql.lit(LARGEST_TABLES)}) t`.execute(
    database.db,
  );
  const { bytes, live, dead } = rows[0]!;
  return {
    databaseMiB: Math.round(bytes / 1024 / 1024),
    deadShare: Number((dead / Math.max(1, live + dead)).toFixed(3)),
    deadRows: dead,
  };
}
