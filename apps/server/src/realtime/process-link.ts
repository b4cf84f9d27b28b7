/**
 * Connects the event buses of several processes on one database by LISTEN and NOTIFY. Local events
 * are sent to the other processes by id; events received that a listener of this process wants are
 * read from the database and published here, marked so that they are not sent again. Device events are frequent: they are batched, and
 * sent only while another process is known to listen.
 */
import { type Bus, type BusMessage, publishAll } from '../bus.ts';
import type { Context } from '../context.ts';
import type { WakeableJob } from '../wake-job.ts';
import {
  type DeviceKey,
  decode,
  encode,
  type LinkMessage,
  NEWS,
  type News,
  split,
} from './link-message.ts';
import { recentCommands, reread } from './reload-events.ts';

const CHANNEL = 'busbar_events';
const GATHER_MS = 200;
const HELLO_EVERY_MS = 10_000;
/** A process without a heartbeat for this long is considered stopped. */
const PEER_LIFE_MS = 35_000;

/** Starts the link, unless no second process is possible; returns a function that stops it. */
export async function startProcessLink(ctx: Context): Promise<() => Promise<void>> {
  if (ctx.database.isExclusive) return () => Promise.resolve();
  const gathered = new Map<News, Map<number, DeviceKey>>(NEWS.map((about) => [about, new Map()]));
  const peers = new Map<string, number>();
  const dueJobs = new Set<WakeableJob>();
  const underWay = new Set<Promise<void>>();
  let relaying = false;
  let gathering = false;
  let stopped = false;

  function run(work: Promise<void>, what: string): void {
    const running: Promise<void> = work
      .catch((error: unknown) => ctx.log.warn({ error }, `${what} failed`))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }

  function notify(message: LinkMessage): void {
    if (relaying || stopped) return;
    for (const part of split(message)) {
      run(ctx.database.notify(CHANNEL, encode(ctx.processId, part)), 'notifying other processes');
    }
  }

  function gather(about: News, { customerId, deviceId }: { customerId: number; deviceId: number }) {
    if (relaying || stopped || peers.size === 0) return;
    gathered.get(about)?.set(deviceId, [customerId, deviceId]);
    sendSoon();
  }

  function gatherJobs(names: readonly WakeableJob[]): void {
    if (relaying || stopped || peers.size === 0) return;
    for (const name of names) dueJobs.add(name);
    sendSoon();
  }

  function sendSoon(): void {
    if (gathering) return;
    gathering = true;
    ctx.clock.after(GATHER_MS, () => {
      gathering = false;
      for (const [kind, devices] of gathered) {
        const keys = [...devices.values()];
        devices.clear();
        if (keys.length > 0) notify({ kind: 'news', about: kind, devices: keys });
      }
      const names = [...dueJobs];
      dueJobs.clear();
      if (names.length > 0) notify({ kind: 'jobs', names });
    });
  }

  function hear(payload: string): void {
    if (stopped) return;
    if (payload === '') {
      run(recentCommands(ctx).then(relay), 'reading commands that may have been missed');
      ctx.bus.publish('events.missed', {});
      return;
    }
    const envelope = decode(payload);
    if (envelope === undefined || envelope.from === ctx.processId) return;
    const isNew = !peers.has(envelope.from);
    peers.set(envelope.from, ctx.clock.monotonic());
    if (isNew) notify({ kind: 'hello' });
    run(reread(ctx, envelope.message).then(relay), 'reading the changes of another process');
  }

  function relay(messages: readonly BusMessage[]): void {
    relaying = true;
    try {
      publishAll(ctx.bus, messages);
    } finally {
      relaying = false;
    }
  }

  const { bus } = ctx;
  /** Sends a local event; it needs none of those that were received. */
  const tell: Bus['subscribe'] = (name, listener) => bus.subscribe(name, listener, () => false);
  const off = [
    bus.subscribe('command.waiting', ({ customerId, commandId, linkDeviceCode }) =>
      notify({ kind: 'waiting', customerId, commandId, link: linkDeviceCode }),
    ),
    bus.subscribe('command.changed', ({ customerId, commandId }) =>
      notify({ kind: 'command', customerId, commandId }),
    ),
    bus.subscribe('parameters.read', ({ customerId, deviceId, set }) =>
      notify({ kind: 'parameters', customerId, deviceId, set }),
    ),
    bus.subscribe('device.changed', ({ customerId, deviceId, deviceCode, credentialsEnded }) =>
      notify({ kind: 'device', customerId, deviceId, code: deviceCode, ended: credentialsEnded }),
    ),
    bus.subscribe('line.viewed', ({ customerId, deviceId, deviceCode }) => {
      if (peers.size > 0) notify({ kind: 'line', customerId, deviceId, code: deviceCode });
    }),
    bus.subscribe('line.testRequested', ({ deviceCode, ...ids }) => {
      if (peers.size > 0) notify({ kind: 'line-test', ...ids, code: deviceCode });
    }),
    bus.subscribe('notification.added', ({ customerId, userId, notification }) =>
      notify({ kind: 'notification', customerId, userId, id: notification?.id ?? null }),
    ),
    bus.subscribe('groups.changed', ({ customerId, move, groupIds }) =>
      notify({ kind: 'groups', customerId, move, groups: groupIds }),
    ),
    bus.subscribe('session.ended', ({ tokenHashes }) =>
      notify({ kind: 'sessions', hashes: tokenHashes }),
    ),
    bus.subscribe('jobs.due', ({ names }) => gatherJobs(names)),
    tell('reading.stored', (event) => {
      if (event.latest) gather('reading', event);
    }),
    tell('switch.reported', (event) => gather('switch', event)),
    tell('presence.changed', (event) => gather('presence', event)),
    tell('slaves.reported', (event) => gather('slaves', event)),
    tell('alarms.changed', (event) => gather('alarms', event)),
    tell('lamps.checked', (event) => gather('lamps', event)),
    tell('alarm.changed', ({ customerId, alarm }) =>
      gather('alarm', { customerId, deviceId: alarm.id }),
    ),
  ];
  const stopListening = await ctx.database.listen(CHANNEL, hear);
  notify({ kind: 'hello' });
  const stopHello = ctx.clock.every(HELLO_EVERY_MS, () => {
    const now = ctx.clock.monotonic();
    for (const [peer, heardAt] of peers) {
      if (now - heardAt > PEER_LIFE_MS) peers.delete(peer);
    }
    notify({ kind: 'hello' });
  });

  return async () => {
    stopped = true;
    stopHello();
    for (const end of off) end();
    await stopListening();
    await Promise.all(underWay);
  };
}
