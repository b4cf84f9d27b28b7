/**
 * Follows what happens to the devices of the connections of this process: changes, moves of their
 * groups, newer connections to other processes.
 */
import { parseSlaveCode } from '@busbar/domain/device/device-code';
import { raiseClonedAlarm } from '../areas/telemetry/presence/cloned-alarm.ts';
import {
  type ConnectionBook,
  LINK_TAKEN_CHANNEL,
} from '../areas/telemetry/presence/connection-book.ts';
import { followMove, inherit, type LinkDevice } from '../areas/telemetry/presence/link-device.ts';
import type { BusEvents } from '../bus.ts';
import type { Context } from '../context.ts';
import { checkHash } from './check-secret.ts';
import type { ConnectionTable, DeviceConnection } from './connection-table.ts';
import { followMoves } from './follow-moves.ts';
import { type LinkFinder, MAX_AT_ONCE } from './link-finder.ts';

export interface Following {
  /** Ends everything except the notifications of other processes. */
  stopChanges(): void;
  stop(): Promise<void>;
}

export async function followDevices<Connection extends DeviceConnection>(
  ctx: Context,
  book: ConnectionBook,
  links: ConnectionTable<Connection>,
  finder: LinkFinder,
): Promise<Following> {
  const stopFollowing = ctx.bus.subscribe('device.changed', (event) => {
    void followChange(ctx, links, finder, event);
  });
  const stopMissed = ctx.bus.subscribe('events.missed', () => {
    void followMissed(ctx, links, finder);
  });
  const stopMoves = followMoves(ctx, (customerId, move) => {
    for (const { device } of links.all()) {
      if (device !== undefined) followMove(device, customerId, move);
    }
  });
  const stopListening = await ctx.database.listen(LINK_TAKEN_CHANNEL, (payload) => {
    if (payload === '') {
      closeTakenElsewhere(book, links).catch((err: unknown) =>
        ctx.log.warn({ err }, 'the connections to other processes could not be read'),
      );
      return;
    }
    const [process, code = ''] = payload.split(' ');
    if (process !== ctx.processId) links.takenElsewhere(code);
  });
  return {
    stopChanges() {
      stopFollowing();
      stopMissed();
      stopMoves();
    },
    stop: stopListening,
  };
}

/**
 * Closes the connections whose devices have a newer one to another process, after notifications may
 * have been missed. A connection that is opened during the check is the newest.
 */
async function closeTakenElsewhere(
  book: ConnectionBook,
  links: ConnectionTable<DeviceConnection>,
): Promise<void> {
  const sessions = new Set(links.all());
  const devices = [...sessions].flatMap(({ device }) => (device === undefined ? [] : [device]));
  for (const code of await book.listTakenElsewhere(devices)) {
    const session = links.sessionOf(code);
    if (session !== undefined && sessions.has(session)) links.takenElsewhere(code);
  }
}

export function reportCloned(ctx: Context, { ref }: LinkDevice): void {
  ctx.log.warn({ device: ref.deviceCode }, 'two devices use the same secret: both are blocked');
  raiseClonedAlarm(ctx, ref).catch((err: unknown) => {
    ctx.log.error({ err, device: ref.deviceCode }, 'an alarm could not be raised');
  });
}

/** Handles a device that was moved, renamed, given slaves or deleted, or whose secret changed. */
async function followChange(
  ctx: Context,
  links: ConnectionTable<DeviceConnection>,
  finder: LinkFinder,
  event: BusEvents['device.changed'],
): Promise<void> {
  const own = links.sessionOf(event.deviceCode);
  if (event.credentialsEnded) own?.close('credentials');
  const gateway = parseSlaveCode(event.deviceCode)?.gateway;
  const codes = [event.deviceCode, ...(gateway === undefined ? [] : [gateway])];
  for (const code of codes) await reloadDevice(ctx, links, finder, code);
}

/** Reads the devices of all connections again, after changes of them may have been missed. */
async function followMissed(
  ctx: Context,
  links: ConnectionTable<DeviceConnection>,
  finder: LinkFinder,
): Promise<void> {
  const codes = [...links.all()].flatMap(({ device }) => device?.ref.deviceCode ?? []);
  for (let from = 0; from < codes.length; from += MAX_AT_ONCE) {
    const some = codes.slice(from, from + MAX_AT_ONCE);
    await Promise.all(some.map((code) => reloadDevice(ctx, links, finder, code)));
  }
}

/** Closes the connection of a device that no longer exists, or whose secret is no longer valid. */
async function reloadDevice(
  ctx: Context,
  links: ConnectionTable<DeviceConnection>,
  finder: LinkFinder,
  code: string,
): Promise<void> {
  const session = links.sessionOf(code);
  const known = session?.device;
  if (session === undefined || known === undefined) return;
  try {
    const found = await finder.find(code);
    if (found === undefined || found.device.ref.deviceId !== known.ref.deviceId) {
      session.close();
      return;
    }
    const { secretHash } = session;
    const checked = secretHash && checkHash(found, secretHash, ctx.clock.now());
    if (secretHash !== undefined && checked === undefined) {
      session.close('credentials');
      return;
    }
    session.secretEnds(checked?.secretUntil);
    session.refresh(inherit(found.device, session.device ?? known));
  } catch (error) {
    ctx.log.warn({ err: error, device: code }, 'a changed device could not be reloaded');
    session.close();
  }
}
