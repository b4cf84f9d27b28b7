/** Sends the slave tables of gateways: each group receives the slaves that it may see. */
import { slavePathsOf } from '../areas/control/slaves/slave-queries.ts';
import type { BusEvents } from '../bus.ts';
import type { Context } from '../context.ts';
import type { DevicePaths } from './device-paths.ts';
import { slaveFrame } from './frames.ts';
import type { SocketRegistry } from './socket-registry.ts';

export function publishSlaveTables(
  ctx: Context,
  sockets: SocketRegistry,
  paths: DevicePaths,
): () => void {
  async function send(event: BusEvents['slaves.reported']): Promise<void> {
    const { customerId } = event;
    // Read now: a slave can be moved while the table is in flight.
    const slavePaths = await slavePathsOf(ctx.database.db, event);
    for (const socket of sockets.subscribersOf(customerId, await paths.of(event))) {
      const { groupId, zone } = socket.caller;
      // A slave that is not registered is shown with its gateway, as by `v2.gateway-slots`.
      const isHidden = (address: number) => slavePaths.get(address)?.includes(groupId) === false;
      socket.sendResult(slaveFrame(event, isHidden).render(zone));
    }
  }

  // One after the other, so that a later table is not sent before an earlier one.
  let sending = Promise.resolve();
  const listener = (event: BusEvents['slaves.reported']) => {
    if (!sockets.hasCustomer(event.customerId)) return;
    sending = sending
      .then(() => send(event))
      .catch((error: unknown) => {
        ctx.log.error({ error, deviceId: event.deviceId }, 'a slave table could not be sent');
      });
  };
  return ctx.bus.subscribe('slaves.reported', listener, (customerId) =>
    sockets.hasCustomer(customerId),
  );
}
