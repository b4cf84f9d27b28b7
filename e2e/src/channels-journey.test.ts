/**
 * An operator switches one of three relays of a Tasmota: the device gets the command of that relay
 * only, and the others keep their position. The device is simulated over a real socket.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import type { Program } from './support/demo/program.ts';
import { startDemo } from './support/demo/start-demo.ts';
import { type OwnTasmota, startOwnTasmota } from './support/own/own-tasmota.ts';
import { registerDevice } from './support/own/register-device.ts';

const CODE = 'TASMOTA-JOURNEY-01';
const NAME = 'Pumping station';

let program: Program;
let browser: Browser;
let page: Page;
let tasmota: OwnTasmota | undefined;

beforeAll(async () => {
  program = await startDemo();
  const client = new ApiClient(program);
  await client.signIn('demo', program.demoPassword);
  const secret = await registerDevice(client, {
    ...{ code: CODE, name: NAME, type: 'MT61', protocol: 'tasmota' },
  });
  tasmota = await startOwnTasmota(program, { code: CODE, secret, relays: 3 });
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(30_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await tasmota?.stop();
  await program?.stop();
});

const card = (relay: number) =>
  page.getByRole('article', { name: new RegExp(`^Channel ${relay} ${NAME}`) });
const position = (relay: number, text: 'Open' | 'Closed') =>
  card(relay).getByText(text, { exact: true }).waitFor();

describe('a Tasmota with three relays', () => {
  it('has a card for each relay, with its own load', async () => {
    await page.goto(`${program.url}/devicecontrol`);
    await page.getByRole('treeitem', { name: NAME }).click();
    for (const relay of [1, 2, 3]) {
      await position(relay, 'Closed');
      await expect.poll(() => card(relay).textContent()).toContain(`0.${relay}0\u202FkW`);
    }
  });

  it('has relay 2 opened, which alone gets a command', async () => {
    await card(2).getByRole('button', { name: 'Open breaker', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 only. The other channels are not switched.').waitFor();
    await dialog.getByRole('button', { name: 'Open breaker' }).click();
    const timeline = card(2).getByRole('region', { name: /Last command/ });
    await timeline.getByText('Confirmed', { exact: true }).waitFor();
    await position(2, 'Open');
    await card(2).getByText('by command', { exact: true }).waitFor();
    expect(tasmota!.switched).toEqual(['2 OFF']);
  });

  it('leaves the others closed and under load', async () => {
    await expect.poll(() => card(2).textContent()).toContain('0.00\u202FkW');
    for (const relay of [1, 3]) {
      await position(relay, 'Closed');
      expect(await card(relay).textContent()).toContain(`0.${relay}0\u202FkW`);
      expect(
        await card(relay)
          .getByRole('region', { name: /Last command/ })
          .count(),
      ).toBe(0);
    }
  });
});
