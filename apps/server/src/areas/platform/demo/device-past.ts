/**
 * Past events of three demo devices before the first start, so that the demo has something to
 * explain. The device names mention the events; `demo-fleet.ts` assigns them.
 */
import type { MeterPast } from '@busbar/domain/demand/meter-past';

export type PastKind = 'counter-zeroed' | 'meter-replaced' | 'silent-week';

export type DevicePast =
  | MeterPast
  | { readonly kind: 'silent'; readonly from: number; readonly to: number };

const DAY_MS = 86_400_000;

/** Uses UTC midnights, like the device list of the simulated fleet. */
export function devicePast(kind: PastKind, firstStart: number): DevicePast {
  const daysBefore = (days: number) => Math.floor(firstStart / DAY_MS - days) * DAY_MS;
  switch (kind) {
    case 'counter-zeroed':
      return { kind: 'zeroed', at: daysBefore(3) };
    case 'meter-replaced':
      return { kind: 'replaced', at: daysBefore(5) };
    case 'silent-week':
      return { kind: 'silent', from: daysBefore(8), to: daysBefore(1) };
  }
}

export function isSilent(past: DevicePast | undefined, at: number): boolean {
  return past?.kind === 'silent' && at >= past.from && at < past.to;
}

export function meterPastOf(past: DevicePast | undefined): MeterPast | undefined {
  return past?.kind === 'silent' ? undefined : past;
}
