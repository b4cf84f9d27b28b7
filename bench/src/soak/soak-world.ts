/** Customer, devices and timers of a soak, written before the server starts. */
import { setTimer } from '../../../apps/server/src/areas/control/timers/timer-service.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { callerOf } from '../../../apps/server/test/support/factories/tenant-users.ts';
import { testContext } from '../../../apps/server/test/support/test-context.ts';
import { type BenchWorld, createBenchWorld } from '../engine/bench-devices.ts';

const ZONE = 'Asia/Shanghai';
const MINUTE_MS = 60_000;
/** Days with timers, as a set of bits. */
const EVERY_DAY = 127;

export interface SoakTimer {
  readonly id: number;
  /** Time of its first run, epoch ms. */
  readonly at: number;
}

export interface SoakWorld extends BenchWorld {
  readonly timers: readonly SoakTimer[];
}

/** The first `timed` devices have no clock of their own, so the platform runs their timers. */
export async function createSoakWorld(
  database: Database,
  devices: number,
  { timed, minutes }: { timed: number; minutes: number },
): Promise<SoakWorld> {
  const world = await createBenchWorld(database, devices, { label: 'soak' });
  await database.db
    .updateTable('device')
    .set({ kind: 'dtu' })
    .where('customer_id', '=', world.tenant.customerId)
    .where(
      'device_id',
      'in',
      world.devices.slice(0, timed).map(({ id }) => id),
    )
    .execute();
  const ctx = testContext(database, {}, Date.now());
  const caller = callerOf(world.tenant, 'operator', ZONE);
  const wall = new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    hour: '2-digit',
    minute: '2-digit',
  });
  const firstMinute = Math.ceil(Date.now() / MINUTE_MS) + 1;
  const timers: SoakTimer[] = [];
  for (let i = 0; i < timed; i++) {
    // Spread over the run, or over the first 24 hours of it.
    const offset = Math.floor((i * Math.min(minutes, 1_440)) / timed);
    const at = (firstMinute + offset) * MINUTE_MS;
    const outcome = await setTimer(ctx, caller, {
      device: world.devices[i]!.id,
      days: EVERY_DAY,
      time: wall.format(at),
      command: 'open',
      enabled: true,
    });
    if (!outcome.ok) throw new Error(`the timer was refused: ${outcome.refusal}`);
    timers.push({ id: outcome.value, at });
  }
  return { ...world, timers };
}
