/** Users of a soak: commands, reports and pages over HTTP, and browsers with sockets. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FleetBrowser } from '../../../apps/server/test/support/fleet/fleet-browser.ts';
import type { FleetDevice } from '../../../apps/server/test/support/fleet/fleet-device.ts';

const REPORT_LIMIT_MS = 240_000;
const REPORT_POLL_MS = 1_000;
const CALLS = ['dashboard-now', 'statistics-online', 'energy-fee?date_type=day&count=14'];

export interface SoakUser {
  readonly url: string;
  readonly token: string;
  readonly userId: number;
}

export function openBrowsers({ url, token, userId }: SoakUser, count: number): FleetBrowser[] {
  return Array.from({ length: count }, () => {
    const browser = new FleetBrowser({
      port: () => Number(new URL(url).port),
      token,
      userId,
      from: '127.0.5.1',
      calls: CALLS.map((call) => `/api/v2/${call}`),
      random: Math.random,
    });
    browser.start();
    return browser;
  });
}

/** Returns false if the command was refused, or the server is away. */
export async function sendCommand(
  { url, token }: SoakUser,
  device: FleetDevice,
  command: 'open' | 'close',
): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/v2/device/control`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ device_code: device.code, data: { switch: command } }),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Requests a report of today; resolves with true when its file is done. */
export async function requestReport(user: SoakUser): Promise<boolean> {
  const day = new Date().toISOString().slice(0, 10);
  const endsAt = performance.now() + REPORT_LIMIT_MS;
  let query = `type=parameter&format=csv&start=${day}&end=${day}`;
  while (performance.now() < endsAt) {
    const task = await readReport(user, query);
    if (task?.state === 'done') return true;
    // A kill of the server interrupts its reports.
    if (task?.state === 'failed') return false;
    if (task !== undefined) query = `task_id=${task.task_id}`;
    await sleep(REPORT_POLL_MS);
  }
  return false;
}

/** Returns undefined if the server is away, or refuses the request. */
async function readReport(
  { url, token }: SoakUser,
  query: string,
): Promise<{ readonly task_id: number; readonly state: string } | undefined> {
  try {
    const headers = { authorization: token };
    const response = await fetch(`${url}/api/v2/report?${query}`, { headers });
    const body = (await response.json()) as { data?: { task_id: number; state: string } };
    return body.data;
  } catch {
    return undefined;
  }
}
