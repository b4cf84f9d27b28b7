import { parseSlaveCode } from '@busbar/domain/device/device-code';
import type { Bus, DeviceRef } from '../../../bus.ts';
import { followMoves } from '../../follow-moves.ts';

/**
 * Reads a device, again if a change of it was published in the meantime, and passes the result to
 * `use` before any later change can be published.
 */
export async function readUnchanged<Found, Result>(
  { bus }: { readonly bus: Bus },
  { deviceCode, customerId }: DeviceRef,
  read: () => Promise<Found>,
  use: (found: Found) => Result,
): Promise<Result> {
  let isChanged = false;
  const stops = [
    bus.subscribe('device.changed', ({ deviceCode: code }) => {
      isChanged ||= code === deviceCode || parseSlaveCode(code)?.gateway === deviceCode;
    }),
    followMoves({ bus }, (of) => {
      isChanged ||= of === customerId;
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
