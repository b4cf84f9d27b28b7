/** Determines when to evaluate a tower next: at its scheduled time, and when its devices report. */
import type { DeviceRef } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { nextTowerAndDevices } from './tower-queries.ts';

/** Tower devices and the breakers of their users, as read by the last run of the job. */
const devicesOf = new WeakMap<Context['database'], ReadonlySet<number>>();

/** Returns the milliseconds until the next tower is due, or null if there is none. */
export async function readTowerWakes(ctx: Context): Promise<number | null> {
  const { ms, devices } = await nextTowerAndDevices(ctx);
  devicesOf.set(ctx.database, new Set(devices));
  return ms;
}

export function wakeTowers({ bus, database }: Context, wake: () => void): () => void {
  const isOfTower = (deviceId: number) => devicesOf.get(database)?.has(deviceId) === true;
  const wakeIfOfTower = ({ deviceId }: DeviceRef) => {
    if (isOfTower(deviceId)) wake();
  };
  const names = [
    'reading.stored',
    'switch.reported',
    'presence.changed',
    'command.changed',
  ] as const;
  const ends = names.map((name) =>
    bus.subscribe(name, wakeIfOfTower, (_customerId, deviceId) => isOfTower(deviceId)),
  );
  return () => {
    for (const end of ends) end();
  };
}
