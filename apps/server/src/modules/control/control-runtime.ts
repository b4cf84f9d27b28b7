/**
 * The part of control that runs by itself: sends what waits, ends what is over, cancels what nobody
 * stands behind any more, asks a breaker that has moved for its readings. One in each process; what
 * must happen once is decided in the database.
 */
import type { Context } from '../../context.ts';
import { createAskAgain } from './ask-again.ts';
import { expireCommands, settleAfterRestart } from './command-expiry.ts';
import { createCommandSender } from './command-sender.ts';
import type { DeviceLink } from './device-link.ts';
import { ENDS } from './move-command.ts';
import { cancelOfEndedSessions } from './session-commands.ts';
import { summonAfterSwitch } from './summon-after-switch.ts';
import { tellUnknownEnded } from './unknown-alarm.ts';

/** Waiting commands and deadlines are looked at this often even when no hint came. */
const LOOK_EVERY_MS = 1_000;
/** A deadline a moment away is not looked for in a tight loop. */
const SOONEST_MS = 20;
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
  let looking = false;
  let gathering = false;
  let stopTimer: () => void = () => undefined;

  function run(work: () => Promise<unknown>, what: string): void {
    if (stopped) return;
    const running: Promise<void> = work()
      .then(() => undefined)
      .catch((error: unknown) => ctx.log.error({ error }, `${what} failed`))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }

  function lookAfter(delayMs: number): void {
    stopTimer();
    if (!stopped) stopTimer = ctx.clock.after(delayMs, look);
  }

  function look(): void {
    if (looking) return;
    looking = true;
    run(async () => {
      let next: number | undefined;
      try {
        await cancelOfEndedSessions(ctx);
        await sender.sendWaiting();
        next = await expireCommands(ctx);
        await askAgain();
      } finally {
        looking = false;
        lookAfter(Math.max(SOONEST_MS, Math.min(next ?? LOOK_EVERY_MS, LOOK_EVERY_MS)));
      }
    }, 'looking after commands');
  }

  function gather(): void {
    if (gathering) return;
    gathering = true;
    ctx.clock.after(GATHER_MS, () => {
      gathering = false;
      run(() => sender.sendWaiting(), 'sending waiting commands');
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
  look();
  return {
    linkUp: gather,
    async stop() {
      stopped = true;
      stopTimer();
      for (const off of unsubscribe) off();
      await Promise.all(underWay);
    },
  };
}
