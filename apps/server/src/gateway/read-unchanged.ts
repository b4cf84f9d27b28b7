import { parseSlaveCode } from '@busbar/domain/device/device-code';
import type { Bus } from '../bus.ts';
import { followMoves } from './follow-moves.ts';

/** The customer is unknown until the device has been read for the first time. */
interface Changing {
  readonly deviceCode: string;
  readonly customerId?: number;
}

/**
 * Reads a device, again if a change of it was published in the meantime, and passes the result to
 * `use` before any later change can be published.
 */
export async function readUnchanged<Found, Result>(
  { bus }: { readonly bus: Bus },
  { deviceCode, customerId }: Changing,
  read: () => Promise<Found>,
  use: (found: Found) => Result,
): Promise<Result> {
  let isChanged = false;
  const stops = [
    bus.subscribe('events.missed', () => {
      isChanged = true;
    }),
    bus.subscribe('device.changed', ({ deviceCode: code }) => {
      isChanged ||= code === deviceCode || parseSlaveCode(code)?.gateway === deviceCode;
    }),
    followMoves({ bus }, (of) => {
      isChanged ||= customerId === undefined || of === customerId;
    }),
  ];
  try {
    for (;;) {
      isChanged = false;
      const found = await read();
      if (!isChanged) return use(found);
    }
  } finally {
    for (const stop of stops) stop();
  }
}
