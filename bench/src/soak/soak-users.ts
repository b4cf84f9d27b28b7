/** Users of a soak: commands, reports and pages over HTTP, and browsers with sockets. */
import { FleetBrowser } from '../../../apps/server/test/support/fleet/fleet-browser.ts';
import type { FleetDevice } from '../../../apps/server/test/support/fleet/fleet-device.ts';

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

/** Requests a report of the last hours; returns its state, or undefined if the server is away. */
export async function requestReport({ url, token }: SoakUser): Promise<string | undefined> {
  const day = new Date().toISOString().slice(0, 10);
  try {
    const response = await fetch(
      `${url}/api/v2/report?type=parameter&format=csv&start=${day}&end=${day}`,
      { headers: { authorization: token } },
    );
    const body = (await response.json()) as { data?: { state?: string }; reason?: string };
    return body.data?.state ?? body.reason;
  } catch {
    return undefined;
  }
}
