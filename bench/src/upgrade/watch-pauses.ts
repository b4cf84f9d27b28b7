/** The longest times without an acknowledged reading. */
import type { ReadingDevice } from '../../../apps/server/test/reliability/readings/reading-device.ts';

const LOOK_MS = 50;

export interface Pauses {
  /** The longest time in which no device had a reading acknowledged. */
  readonly fleetS: number;
  /** The longest time in which one of the devices had none acknowledged. */
  readonly deviceS: number;
  readonly acknowledged: number;
}

export function watchPauses(readers: readonly ReadingDevice[]): { stop(): Pauses } {
  const now = performance.now();
  const counts = readers.map(({ acknowledged }) => acknowledged);
  const first = total(counts);
  const since = readers.map(() => now);
  let fleetSince = now;
  let [fleetMs, deviceMs] = [0, 0];
  const look = () => {
    const at = performance.now();
    let isMoving = false;
    for (const [index, { acknowledged }] of readers.entries()) {
      deviceMs = Math.max(deviceMs, at - since[index]!);
      if (acknowledged === counts[index]) continue;
      counts[index] = acknowledged;
      since[index] = at;
      isMoving = true;
    }
    fleetMs = Math.max(fleetMs, at - fleetSince);
    if (isMoving) fleetSince = at;
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return {
        fleetS: fleetMs / 1000,
        deviceS: deviceMs / 1000,
        acknowledged: total(counts) - first,
      };
    },
  };
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
