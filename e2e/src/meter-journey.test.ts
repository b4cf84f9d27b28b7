/**
 * A new user connects a meter behind a DTU: registration, line, meter, values, frames on the line
 * monitor, tariff and first energy. The DTU and its meter are simulated over a real socket.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from './support/ask.ts';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import type { Program } from './support/demo/program.ts';
import { startDemo } from './support/demo/start-demo.ts';
import { beginTask, type Task } from './support/effort.ts';
import { freePort } from './support/free-port.ts';
import { type OwnDtu, startOwnDtu } from './support/own/own-dtu.ts';
import { settled } from './support/pages/settled.ts';

const CODE = 'HF-90210000001';
const WAIT = { timeout: 90_000 };

let program: Program;
let browser: Browser;
let page: Page;
let client: ApiClient;
let dtuPort: number;
let dtu: OwnDtu | undefined;

beforeAll(async () => {
  dtuPort = await freePort();
  program = await startDemo({ DTU_PORT: String(dtuPort) });
  client = new ApiClient(program);
  await client.signIn('demo', program.demoPassword);
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(30_000);
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await dtu?.stop();
  await program?.stop();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const meters = () => page.getByRole('region', { name: 'Meters on this line' });

describe('a meter behind a DTU', () => {
  let task: Task;

  it('is connected in fewer than 12 clicks', async () => {
    task = await beginTask(page, program, '/registerdevice');
    await page.getByLabel('Device code').fill(CODE);
    await task.choose(page.getByLabel('Device type'), 'HF-DTU');
    await task.click(button('Next'));
    await page.getByLabel('Device name').fill('Boiler house');
    // The tariff of the group is preselected when it is loaded.
    await settled(page);
    await task.click(button('Register'));
    const packet = page.locator('.connection div', { hasText: `${CODE}:` }).locator('bdi');
    const secret = ((await packet.first().textContent()) ?? '').slice(CODE.length + 1);
    dtu = startOwnDtu({ port: dtuPort, code: CODE, secret, meters: '1=eastron-sdm630' });
    await task.click(button('I have stored it'));
    await task.click(page.getByRole('link', { name: 'Set up line and meters' }));
    await task.click(button('Save line settings'));
    await task.click(button('Add meter'));
    await dialog().waitFor();
    const model = dialog().getByRole('combobox', { name: 'Maker and model' });
    await task.click(model);
    await model.fill('SDM630');
    await task.click(page.locator('.ant-select-item-option', { hasText: 'SDM630' }).first());
    await task.click(dialog().getByRole('button', { name: 'Add meter' }));
    await meters().getByRole('link').first().waitFor();
    await expect.poll(() => meters().textContent(), WAIT).not.toContain('No reading yet');
    expect(task.clicks()).toBeLessThan(12);
    expect(dtu.answers()).toBeGreaterThan(0);
  });

  it('shows the frames of its line, and explains one', async () => {
    const monitor = page.getByRole('region', { name: 'Line monitor' });
    await monitor.getByRole('button', { name: 'Start' }).click();
    const frames = monitor.getByRole('list', { name: 'Last frames' });
    const answer = frames.getByRole('listitem').filter({ hasText: 'Answer' }).first();
    await answer.waitFor(WAIT);
    // The SDM630 is read with function 04.
    expect(await answer.textContent()).toMatch(/01 04 [0-9A-F]{2} /);
    await answer.getByRole('button', { name: 'Explain' }).click();
    const explanation = page.getByRole('dialog', { name: 'Explanation of the frame' });
    await explanation.getByText('Checksum correct').waitFor();
    await page.keyboard.press('Escape');
    await monitor.getByRole('button', { name: 'Stop' }).click();
  });

  it('shows the values of its readings, its tariff and its first energy', async () => {
    await meters().getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /^Boiler house 1/ }).waitFor();
    const [meter] = (await client.call('GET', '/api/v2/devices?ps=1000')).list.filter(
      ({ parent_code: parent }: { parent_code: string | null }) => parent === CODE,
    );
    const stored = () => client.call('GET', `/api/v2/device?device_code=${meter.device_code}`);
    const { load_kw: loadKw, rate_name: tariff } = await stored();
    expect(loadKw).toBeGreaterThan(0);
    const main = page.getByRole('main');
    await expect.poll(() => main.textContent(), WAIT).toContain(`${loadKw.toFixed(2)}\u202FkW`);

    const rates: { name: string; rate_1: number }[] = await client.call('GET', '/api/v2/rates');
    expect(rates.find(({ name }) => name === tariff)?.rate_1).toBeGreaterThan(0);
    // The second reading of a minute later makes the first energy.
    const energyWait = { timeout: 180_000, interval: 2_000 };
    await expect.poll(async () => (await stored()).energy_today, energyWait).toBeGreaterThan(0.01);
    await page.reload();
    const today = page.getByRole('region', { name: 'Energy and fees' });
    const shown = async () => Number(/([\d.]+)\s*kWh/.exec((await today.textContent()) ?? '')?.[1]);
    await expect.poll(shown, energyWait).toBeGreaterThan(0.01);
    expect(Math.abs((await shown()) - (await stored()).energy_today)).toBeLessThan(0.2);
  });
});
