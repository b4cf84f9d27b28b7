/**
 * The device map with a tile server on loopback: its tiles and attribution, the card with its
 * commands, and the outlines if the tiles fail.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from '../support/browser.ts';
import type { Program } from '../support/demo/program.ts';
import { startDemo } from '../support/demo/start-demo.ts';
import { picturePixels } from '../support/pages/picture-pixels.ts';
import { settled } from '../support/pages/settled.ts';

const COLOUR = '#40a070';
const SIZE = 256;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function tile(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(SIZE * 3, COLOUR.slice(1), 'hex')]);
  const rows = Buffer.concat(Array.from({ length: SIZE }, () => row));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

let tiles: Server;
let isBroken = false;
const requests: { url: string; referrer: string | undefined }[] = [];
/** Hosts that the browser sent requests to. */
const hosts = new Set<string>();
let program: Program;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const image = tile();
  tiles = createServer((request, response) => {
    requests.push({ url: request.url ?? '', referrer: request.headers.referer });
    if (isBroken) response.writeHead(503).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  });
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
  const { port } = tiles.address() as AddressInfo;
  program = await startDemo({
    MAP_TILE_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    MAP_TILE_ATTRIBUTION: '© Example <b>Maps</b>',
  });
  browser = await startBrowser();
  page = await (await openLook(browser, LOOKS[0]!)).newPage();
  page.setDefaultTimeout(20_000);
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:') hosts.add(host);
  });
  await signIn(page, program.url, 'demo', program.demoPassword);
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
  tiles?.closeAllConnections();
  tiles?.close();
});

const frame = () => page.locator('.map-tile .map-frame');

async function tilePixels(): Promise<number> {
  const { colors, width, height } = await picturePixels(page, await frame().screenshot());
  return (colors[COLOUR] ?? 0) / (width * height);
}

describe('the device map with a tile server', () => {
  it('shows the tiles and the attribution as plain text', async () => {
    await page.goto(`${program.url}/dashboard`);
    await settled(page);
    await frame().scrollIntoViewIfNeeded();
    await expect.poll(tilePixels).toBeGreaterThan(0.6);
    expect(await frame().locator('.map-frame__credit').textContent()).toBe('© Example <b>Maps</b>');
    expect(requests.length).toBeGreaterThan(0);
    for (const { url, referrer } of requests) {
      expect(url).toMatch(/^\/\d+\/\d+\/\d+\.png$/);
      expect(referrer).toBe(`${new URL(program.url).origin}/`);
    }
    const { port } = tiles.address() as AddressInfo;
    expect(hosts).toEqual(new Set([new URL(program.url).host, `127.0.0.1:${port}`]));
  });

  it('opens a card by keyboard and switches nothing without the confirmation', async () => {
    await page.locator('.map-list__rows').focus();
    await page.keyboard.press('Enter');
    const card = page.locator('.map-info');
    await card.getByRole('link', { name: 'Device page' }).waitFor();
    await card
      .getByRole('button', { name: /^(Open|Close) breaker$/ })
      .and(page.locator(':enabled'))
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await card.waitFor();
    await card.focus();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    const isListFocused = () => document.activeElement?.classList.contains('map-list__rows');
    expect(await page.evaluate(isListFocused)).toBe(true);
  });

  it('shows the outlines with a note if the tiles fail', async () => {
    isBroken = true;
    await page.reload();
    await settled(page);
    await frame().scrollIntoViewIfNeeded();
    await frame().getByText('The map service cannot be reached.').waitFor();
    await expect.poll(tilePixels).toBe(0);
    expect(await frame().locator('.map-frame__credit').count()).toBe(0);
  });
});
