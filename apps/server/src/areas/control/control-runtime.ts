/**
 * The part of control that runs by itself: sends what waits, ends what is over, cancels what nobody
 * stands behind any more, asks a breaker that has moved for its readings. One in each process; what
 * must happen once is decided in the database.
 */
import type { Context } from '../../context.ts';
import { type ScheduledJobs, scheduleJobs } from '../../schedule-jobs.ts';
import { createAskAgain } from './ask-again.ts';
import { expireCommands, settleAfterRestart } from './commands/command-expiry.ts';
import { hasOpenCommands } from './commands/command-repository.ts';
import { createCommandSender } from './commands/command-sender.ts';
import type { DeviceLink } from './commands/device-link.ts';
import { ENDS } from './commands/move-command.ts';
import { cancelOfEndedSessions } from './commands/session-commands.ts';
import { tellUnknownEnded } from './commands/unknown-alarm.ts';
import { summonAfterSwitch } from './summon/summon-after-switch.ts';

/** Open commands and their deadlines are looked at this often even when no hint came. */
const LOOK_EVERY_MS = 1_000;
/** If the notification of a new command was lost: within the life of a command. */
const REST_MS = 10_000;
/** A storm of devices coming back asks the database once, not once a device. */
const GATHER_MS = 50;

export interface ControlRuntime {
  /** The gateway says: this device can take commands from now on. */
  linkUp(deviceCode: string): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

export async function startControl(ctx: Context, link: DeviceLink): Promise<ControlRuntime> {
  const sender = createCommandSender(ctx, link);
  const askAgain = createAskAgain(ctx, link);
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

  /** Returns when the next look is due; undefined when no command is open. */
  async function look(): Promise<number | undefined> {
    if (!(await hasOpenCommands(ctx.database.db))) return undefined;
    await cancelOfEndedSessions(ctx);
    await sender.sendWaiting();
    const nextMs = await expireCommands(ctx);
    const isAsking = await askAgain();
    if (nextMs === undefined && !isAsking) return undefined;
    return ctx.clock.now() + Math.min(nextMs ?? LOOK_EVERY_MS, LOOK_EVERY_MS);
  }

  function gather(): void {
    if (gathering) return;
    gathering = true;
    ctx.clock.after(GATHER_MS, () => {
      gathering = false;
      run(() => sender.sendWaiting(), 'sending waiting commands');
      // It may be one whose command has an unknown outcome.
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
      if (ENDS.includes(event.state))
        run(() => tellUnknownEnded(ctx, event), 'telling the end of an alarm');
      if (event.state !== 'confirmed' || event.order === null) return;
      run(() => summonAfterSwitch(ctx, link, event), 'asking for readings after a movement');
    }),
    ctx.bus.subscribe('session.ended', () =>
      run(() => cancelOfEndedSessions(ctx), 'cancelling commands of ended sessions'),
    ),
  ];

  await settleAfterRestart(ctx);
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
