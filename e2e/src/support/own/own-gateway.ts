/**
 * A simulated gateway created by the test, over a real socket; the test controls the devices on its
 * line.
 */
import type { SimulatedDevice } from '@busbar/simulator/device/device';
import { specOf } from '@busbar/simulator/device/device-spec';
import { Fleet } from '@busbar/simulator/fleet/fleet';
import type { Page } from 'playwright-core';
import type { Program } from '../demo/program.ts';

/** Report interval of the gateway, which applies the test's changes with each report. */
const REPORT_MS = 500;

export interface OwnGateway {
  readonly device: SimulatedDevice;
  stop(): Promise<void>;
}

/**
 * Connects a gateway that is registered with this secret, with slaves at addresses 1 to
 * `slaveCount`.
 */
export function startOwnGateway(
  program: Program,
  { code, secret, slaveCount }: { code: string; secret: string; slaveCount: number },
): OwnGateway {
  const line = { zone: 'Asia/Shanghai', countsFrom: Date.now(), intervalMs: REPORT_MS };
  const fleet = new Fleet({
    url: `mqtt://127.0.0.1:${program.mqttPort}`,
    members: [
      {
        spec: specOf({ code, type: 'MT88C', slaveCount, ratedCurrentA: 63 }, line),
        secret,
        faults: [],
      },
    ],
    now: Date.now,
    random: () => 0,
    ledger: undefined,
    connectPerSecond: 1,
  });
  fleet.start();
  return { device: fleet.device(code)!, stop: () => fleet.stop() };
}

/** Registers the gateway through the API as a user would; returns its secret. */
export async function registerGateway(
  page: Page,
  url: string,
  { code, name }: { code: string; name: string },
): Promise<string> {
  await page.goto(`${url}/registerdevice`);
  await page.getByLabel('Device code').fill(code);
  await page.getByLabel('Device type').click();
  await page.locator('.ant-select-item-option[title="MT88C"]').click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Device name').fill(name);
  await page.getByLabel('Tariff').click();
  await page.locator('.ant-select-item-option').last().click();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const secret = await page
    .locator('.connection div', { hasText: 'Password' })
    .locator('bdi')
    .textContent();
  return secret!;
}
