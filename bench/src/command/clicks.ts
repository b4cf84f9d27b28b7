/**
 * Clicks of an operator: a command over HTTP, timed up to the response and up to the push message
 * that confirms it.
 */

import type { openPushSocket } from '../browser/push-socket.ts';
import { percentile } from '../engine/print-table.ts';
import type { LoadDevice } from '../load/load-instruction.ts';

const LONGEST_WAIT_MS = 60_000;

export interface Clicked {
  readonly answeredMs: number;
  /** Infinite if the platform reported that the device did not answer. */
  readonly confirmedMs: number;
}

/** Thrown if no push message reports the end of a command within `LONGEST_WAIT_MS`. */
export class UnconfirmedError extends Error {
  readonly answeredMs: number;

  constructor(answeredMs: number, message: string) {
    super(message);
    this.answeredMs = answeredMs;
  }
}

/**
 * Sends one command every `everyMs`, each to the device that has been idle longest; sends none
 * while all of them are busy.
 */
export async function clickAll(
  atRest: LoadDevice[],
  count: number,
  everyMs: number,
  click: (device: LoadDevice) => Promise<Clicked>,
): Promise<Clicked[]> {
  const began = performance.now();
  const clicked: Promise<Clicked>[] = [];
  for (let i = 0; i < count; ) {
    const waitMs = Math.max(began + i * everyMs - performance.now(), 0);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const device = atRest.shift();
    if (device === undefined) continue;
    i += 1;
    clicked.push(click(device).finally(() => atRest.push(device)));
  }
  return Promise.all(clicked);
}

export async function clickOnce(
  url: string,
  token: string,
  socket: Awaited<ReturnType<typeof openPushSocket>>,
  device: LoadDevice,
  command: 'open' | 'close',
): Promise<Clicked> {
  const began = performance.now();
  const response = await fetch(`${url}/api/v2/device/control`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ device_code: device.code, data: { switch: command } }),
  });
  const answer = (await response.json()) as { code?: number; data?: { command_id?: string } };
  const answeredMs = performance.now() - began;
  const commandId = answer.data?.command_id;
  if (commandId === undefined) throw new Error(`not ordered: ${JSON.stringify(answer)}`);
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = async () => {
      const headers = { authorization: token };
      const response = await fetch(`${url}/api/v2/device/command/${commandId}`, { headers });
      const text = await response.text();
      reject(new UnconfirmedError(answeredMs, `${device.code} has not confirmed: ${text}`));
    };
    limit = setTimeout(() => void giveUp(), LONGEST_WAIT_MS);
  });
  const at = await Promise.race([socket.confirmed(commandId), late]);
  clearTimeout(limit);
  return { answeredMs, confirmedMs: at - began };
}

/** Formats the 50th and the 99th percentile. */
export const parts = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((part) => percentile(sorted, part).toFixed(1)).join(' / ');
};
