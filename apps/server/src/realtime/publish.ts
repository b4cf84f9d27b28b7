/** Sends server events to the sockets that may receive them, one subscription per event. */
import type { BusEventName, BusEvents, DeviceRef } from '../bus.ts';
import type { Context } from '../context.ts';
import { DevicePaths } from './device-paths.ts';
import {
  alarmFrames,
  alarmRowFrames,
  commandFrames,
  type Frame,
  lampFrames,
  notificationFrame,
  parameterFrames,
  presenceFrames,
  readingFrames,
  switchFrames,
} from './frames.ts';
import { CLOSE } from './live-socket.ts';
import { publishSlaveTables } from './publish-slave-tables.ts';
import type { SocketRegistry } from './socket-registry.ts';
import type { TelemetryFeed } from './telemetry-feed.ts';
import { appendDevices } from './telemetry-log.ts';

const DEVICES_PAUSE_MS = 1_000;

/** Starts pushing; returns a function that stops it. */
export function publishToSockets(
  ctx: Context,
  sockets: SocketRegistry,
  feed: TelemetryFeed,
): () => void {
  const paths = new DevicePaths(ctx);

  function push<N extends BusEventName>(
    name: N,
    frames: (event: BusEvents[N] & DeviceRef) => Frame[],
  ): () => void {
    const listener = (event: BusEvents[N]) => {
      const ref = event as BusEvents[N] & DeviceRef;
      if (!sockets.hasCustomer(ref.customerId)) return;
      const path = paths.of(ref);
      if ('then' in path)
        void path.then((known) => send({ sockets, feed }, ref, known, frames(ref)));
      else send({ sockets, feed }, ref, path, frames(ref));
    };
    return ctx.bus.subscribe(name, listener, (customerId) => sockets.hasCustomer(customerId));
  }

  /** Changes are collected, because an import changes thousands of devices in a short time. */
  const changed = new Map<number, Promise<readonly number[]>[]>();
  function announceDevices(customerId: number, path: Promise<readonly number[]>): void {
    const gathered = changed.get(customerId);
    if (gathered !== undefined) {
      gathered.push(path);
      return;
    }
    const places = [path];
    changed.set(customerId, places);
    ctx.clock.after(DEVICES_PAUSE_MS, async () => {
      changed.delete(customerId);
      const groups = new Set((await Promise.all(places)).flat());
      if (!sockets.hasCustomer(customerId)) return;
      appendDevices(feed.logFor(customerId), groups);
    });
  }

  const off = [
    push('reading.stored', readingFrames),
    push('switch.reported', switchFrames),
    push('command.changed', commandFrames),
    push('presence.changed', presenceFrames),
    push('alarms.changed', alarmFrames),
    push('alarm.changed', alarmRowFrames),
    push('lamps.checked', lampFrames),
    push('parameters.read', parameterFrames),
    publishSlaveTables(ctx, sockets, paths),
    ctx.bus.subscribe('notification.added', (event) => {
      const frame = notificationFrame(event);
      for (const socket of sockets.ofUser(event.customerId, event.userId)) {
        socket.sendResult(frame.render(socket.caller.zone));
      }
    }),
    // The pages read everything again when they reconnect.
    ctx.bus.subscribe('events.missed', () => {
      for (const socket of sockets.all()) socket.close(CLOSE.viewChanged, 'events were missed');
    }),
    ctx.bus.subscribe('device.changed', ({ customerId, deviceId }) => {
      announceDevices(customerId, paths.changed(customerId, deviceId));
    }),
    ctx.bus.subscribe('groups.changed', ({ customerId, move, groupIds }) => {
      if (move !== null) paths.moved(customerId, move);
      sockets.viewChanged(customerId, groupIds);
    }),
  ];
  return () => {
    for (const end of off) end();
  };
}

function send(
  { sockets, feed }: { readonly sockets: SocketRegistry; readonly feed: TelemetryFeed },
  ref: DeviceRef,
  path: readonly number[],
  frames: readonly Frame[],
): void {
  for (const frame of frames) {
    if (frame.isResult) {
      for (const socket of sockets.subscribersOf(ref.customerId, path)) {
        socket.sendResult(frame.render(socket.caller.zone));
      }
    } else {
      const key = `${frame.about ?? ref.deviceId} ${frame.type}`;
      feed.logFor(ref.customerId).append(key, frame, path);
    }
  }
}
