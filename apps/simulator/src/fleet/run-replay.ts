/** Sends a recording through one device's connection, as fast as it is acknowledged. */
import type { Reading } from '@busbar/device-protocol/up/decode-data';
import { Connection } from '../connection/connection.ts';
import { SimulatedDevice } from '../device/device.ts';
import type { DeviceSpec } from '../device/device-spec.ts';
import { dataMessages, type Outgoing } from '../device/outgoing.ts';
import type { Ledger } from './ledger.ts';

const READINGS_PER_MESSAGE = 100;
/** Below the capacity of the connection's outbox, so that nothing of a recording is dropped. */
const MAX_WAITING = 32;
const DRAIN_MS = 2000;

export interface ReplayOptions {
  readonly url: string;
  readonly spec: DeviceSpec;
  readonly secret: string;
  readonly readings: readonly Reading[];
  readonly now: () => number;
  readonly random: () => number;
  readonly ledger: Ledger | undefined;
  readonly onProgress: (acknowledged: number, of: number) => void;
  readonly onTrouble: (text: string) => void;
  /** Stops the replay early and gracefully. */
  readonly signal: AbortSignal;
}

/** Resolves with the number of acknowledged readings: all of them, unless it was aborted. */
export async function runReplay(options: ReplayOptions): Promise<number> {
  const { spec, now, readings, signal, ledger } = options;
  const device = new SimulatedDevice(spec, now());
  const messages = dataMessages(spec.code, readings, READINGS_PER_MESSAGE);
  let handedOver = 0;
  let acknowledged = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const connection = new Connection({
    url: options.url,
    code: spec.code,
    secret: options.secret,
    random: options.random,
    greeting: () => device.greeting(now()),
    onCommand: (payload) => {
      const { messages, execution } = device.onCommand(payload, now());
      if (execution !== undefined) ledger?.executed(spec.code, execution);
      return messages;
    },
    onAcknowledged,
    onTrouble: options.onTrouble,
  });

  function feed(): void {
    while (handedOver < messages.length && connection.pending < MAX_WAITING) {
      connection.say(messages.slice(handedOver, ++handedOver));
    }
  }

  function onAcknowledged(message: Outgoing): void {
    acknowledged += message.readings.length;
    ledger?.acknowledged(message.readings, now());
    options.onProgress(acknowledged, readings.length);
    if (acknowledged >= readings.length) finish();
    else feed();
  }

  signal.addEventListener('abort', finish, { once: true });
  if (signal.aborted) finish();
  connection.start();
  feed();
  await finished;
  await connection.stop(DRAIN_MS);
  return acknowledged;
}
