/** Scripted faults of a soak, one after another. */
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { parentOf, postgresBelow } from '../engine/process-times.ts';
import type { SoakFleet } from './soak-fleet.ts';

const JUMP_BACK_MS = -2 * 3_600_000;
const NOT_MQTT = Buffer.from('GET / HTTP/1.1\r\n\r\n');

export interface FaultTargets {
  readonly fleet: SoakFleet;
  readonly database: Database;
  /** Kills the server and starts it again. */
  restartServer(): Promise<void>;
}

interface Fault {
  readonly name: string;
  /** True if memory starts again from zero: such a fault happens in the first half only. */
  readonly endsProcess?: true;
  readonly run: (targets: FaultTargets) => unknown;
}

const everyNth = (n: number, { fleet }: FaultTargets) =>
  fleet.devices.filter((_, index) => index % n === 0);

export const FAULTS: readonly Fault[] = [
  { name: 'server killed', endsProcess: true, run: ({ restartServer }) => restartServer() },
  {
    name: 'a tenth cut',
    run(targets) {
      for (const device of everyNth(10, targets)) device.cut();
    },
  },
  { name: 'database crashed', run: crashDatabase },
  {
    name: 'wrong frames',
    run(targets) {
      for (const device of everyNth(20, targets)) device.sendRaw(NOT_MQTT);
    },
  },
  {
    name: 'clocks set back',
    run(targets) {
      for (const device of everyNth(20, targets)) {
        device.skewMs = device.skewMs === 0 ? JUMP_BACK_MS : 0;
      }
    },
  },
  {
    name: 'all cut',
    run({ fleet }) {
      for (const device of fleet.devices) device.cut();
    },
  },
];

/** Kills a backend: PostgreSQL ends all others, restarts and recovers from its log. */
async function crashDatabase({ database }: FaultTargets): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  const postmaster = parentOf(rows[0]!.pid);
  const backend = postgresBelow(postmaster).find((pid) => pid !== postmaster);
  if (backend !== undefined) process.kill(backend, 'SIGKILL');
  for (;;) {
    try {
      await sql`select 1`.execute(database.db);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
