/**
 * `npm run docs:screenshots`: takes the pictures of the documentation from a demo and writes them to
 * docs/images, in one language, look and size. Arguments select pictures. The times in them are
 * those of the demo, whose history ends at the present.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { addTimers } from './support/acts/control.ts';
import { showSecret } from './support/acts/devices.ts';
import { openLook, signIn, startBrowser } from './support/browser.ts';
import { historyComputed } from './support/demo/demo-data.ts';
import { type Program, startProgram } from './support/demo/program.ts';
import { startOwnAlarms } from './support/own/own-alarms.ts';
import { settled } from './support/pages/settled.ts';
import { LAST_MONTH, WORKSHOP } from './support/screens/screen.ts';

const FOLDER = fileURLToPath(new URL('../../docs/images', import.meta.url));
const LOOK = {
  name: 'documentation',
  theme: 'light',
  language: 'en',
  width: 1360,
  height: 850,
} as const;
/**
 * The last month is complete, so that its bill and the comparisons with it are. The usual port of
 * MQTT is in a picture.
 */
const DEMO = { DEMO_HISTORY_DAYS: '62', METRICS_PORT: '0', MQTT_PORT: '1883' };
/** Letters remain sharp on a page that shows the picture smaller. */
const SCALE = 1.3;
const LIMIT_BYTES = 120_000;
/** Tried in this order until the picture is small enough. */
const QUALITIES = [0.85, 0.75, 0.65, 0.5];

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly as?: 'platform';
  readonly act?: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'devices', path: '/devicemanage' },
  { name: 'device-control', path: `/devicecontrol?device=${WORKSHOP}` },
  { name: 'switch-question', path: `/devicecontrol?device=${WORKSHOP}`, act: askToOpen },
  {
    name: 'timers',
    path: `/devicecontrol?device=${WORKSHOP}&timers=${WORKSHOP}`,
    act: addTimers,
  },
  { name: 'bill', path: `/bill?start=${LAST_MONTH}` },
  { name: 'alarms', path: '/realalarm' },
  { name: 'register-device', path: '/registerdevice', act: showSecret },
  { name: 'api-reference', path: '/interface?q=devices' },
  { name: 'platform-health', path: '/operations', as: 'platform' },
];

async function askToOpen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open breaker', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: 'Open breaker' })
    .and(page.locator(':enabled'))
    .waitFor();
}

/** Chromium compresses the picture as WebP, smaller than PNG at the same sharpness. */
async function compress(page: Page, png: Buffer): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const encoded = await page.evaluate(
      async ([source, wanted]) => {
        const answer = await fetch(`data:image/png;base64,${source}`);
        const bitmap = await createImageBitmap(await answer.blob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: wanted });
        return Array.from(new Uint8Array(await blob.arrayBuffer()));
      },
      [png.toString('base64'), quality] as const,
    );
    if (encoded.length <= LIMIT_BYTES) return Buffer.from(encoded);
  }
  throw new Error(`The picture has more than ${LIMIT_BYTES} bytes at the lowest quality.`);
}

async function takePictures(browser: Browser, program: Program, only: readonly string[]) {
  const encoder = await browser.newPage();
  const wanted = PICTURES.filter(({ name }) => only.length === 0 || only.includes(name));
  for (const { name, path, as, act } of wanted) {
    const context = await openLook(browser, LOOK, { deviceScaleFactor: SCALE });
    const page = await context.newPage();
    if (as === 'platform') await signIn(page, program.url, 'platform', program.platformPassword);
    else await signIn(page, program.url, 'demo', program.demoPassword);
    await page.goto(program.url + path);
    await settled(page);
    await act?.(page);
    await settled(page);
    const picture = await compress(encoder, await page.screenshot());
    writeFileSync(join(FOLDER, `${name}.webp`), picture);
    console.log(`${name}.webp ${Math.round(picture.length / 1000)} kB`);
    await context.close();
  }
}

mkdirSync(FOLDER, { recursive: true });
const program = await startProgram(DEMO);
try {
  await historyComputed(program);
  const alarms = await startOwnAlarms(program);
  const browser = await startBrowser();
  try {
    await takePictures(browser, program, process.argv.slice(2));
  } finally {
    await browser.close();
    await alarms.stop();
  }
} finally {
  await program.stop();
}
