/**
 * Background work of control: sends waiting commands, expires overdue ones, cancels those whose
 * session has ended or whose timer has changed, and requests readings of a breaker that has
 * switched. One instance per process; the database ensures that work that must be done once is done
 * by one process only.
 */
import { isOpenState } from '@busbar/domain/switch/command-state';
import type { Context } from '../../context.ts';
import { type ScheduledJobs, scheduleJobs } from '../../schedule-jobs.ts';
import { expireCommands, resolveAfterRestart } from './commands/command-expiry.ts';
import { createCommandSender } from './commands/command-sender.ts';
import type { DeviceLink } from './commands/device-link.ts';
import { hasOpenCommands } from './commands/open-command-queries.ts';
import { publishUnknownAlarmEnd } from './commands/unknown-alarm.ts';
import { cancelUnwantedCommands } from './commands/unwanted-commands.ts';
import { createReconnectProbe } from './reconnect-probe.ts';
import { summonAfterSwitch } from './summon/summon-after-switch.ts';

/** Poll interval while commands are open, for commands and deadlines without a notification, ms. */
const LOOK_EVERY_MS = 1_000;
/**
 * Poll interval while no command is open, in case the notification of a new one was lost: shorter
 * than the life of a command, ms.
 */
const REST_MS = 10_000;
/** Debounce, ms: many devices that reconnect at once cause one query, not one per device. */
const GATHER_MS = 50;

export interface ControlRuntime {
  /** Called by the gateway when a device can receive commands. */
  linkUp(deviceCode: string): void;
  /** Stops after the work under way has finished. */
  stop(): Promise<void>;
}

export async function startControl(ctx: Context, link: DeviceLink): Promise<ControlRuntime> {
  const sender = createCommandSender(ctx, link);
  const probeUnknown = createReconnectProbe(ctx, link);
  const underWay = new Set<Promise<void>>();
  let stopped = false;
  let gathering = false;
  let looking: ScheduledJobs | undefined;

  function run(work: () => Promise<unknown>, what: string): void {
    if (stopped) return;
    const running: Promise<void> = work()
      .then(() => undefined)
      .catch((error: unknown) => ctx.log.error({ error }, `${what} failed`))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }

  /** Returns the time of the next poll; undefined if no command is open. */
  async function look(): Promise<number | undefined> {
    if (!(await hasOpenCommands(ctx.database.db))) return undefined;
    await cancelUnwantedCommands(ctx);
    await sender.sendWaiting();
    const nextMs = await expireCommands(ctx);
    const isAsking = await probeUnknown();
    if (nextMs === undefined && !isAsking) return undefined;
    return ctx.clock.now() + Math.min(nextMs ?? LOOK_EVERY_MS, LOOK_EVERY_MS);
  }

  function gather(): void {
    if (gathering) return;
    gathering = true;
    ctx.clock.after(GATHER_MS, () => {
      gathering = false;
      run(() => sender.sendWaiting(), 'sending waiting commands');
      // A device that reconnects may have a command with an unknown outcome.
      looking?.wake('commands');
    });
  }

  const unsubscribe = [
    ctx.bus.subscribe('command.waiting', ({ customerId, commandId, linkDeviceCode }) =>
      run(() => sender.send(customerId, commandId, linkDeviceCode), 'sending a command'),
    ),
    ctx.bus.subscribe('presence.changed', ({ presence }) => {
      if (presence === 'online') gather();
    }),
    ctx.bus.subscribe('command.changed', (event) => {
      if (!isOpenState(event.state))
        run(() => publishUnknownAlarmEnd(ctx, event), 'publishing the end of an alarm');
      if (event.state !== 'confirmed' || event.order === null) return;
      run(
        () => summonAfterSwitch(ctx, link, event),
        'requesting readings after a switching operation',
      );
    }),
    ctx.bus.subscribe('session.ended', () =>
      run(() => cancelUnwantedCommands(ctx), 'cancelling commands of ended sessions'),
    ),
  ];

  await resolveAfterRestart(ctx);
  looking = await scheduleJobs(ctx, [
    { name: 'commands', everyMs: REST_MS, gapMs: LOOK_EVERY_MS, run: look },
  ]);
  return {
    linkUp: gather,
    async stop() {
      stopped = true;
      for (const off of unsubscribe) off();
      await looking?.stop();
      await Promise.all(underWay);
    },
  };
}
