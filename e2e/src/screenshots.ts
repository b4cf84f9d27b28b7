/**
 * `npm run screenshots`: saves every screen in light, dark, Arabic and phone width to
 * `.screenshots/` (ignored by git). Arguments select screens, variants and languages: `npm run
 * screenshots -- phone device-live`, `npm run screenshots -- light zh fr dashboard`. Uses a running
 * server if BUSBAR_URL and DEMO_PASSWORD are set, otherwise starts one.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MENU_LANGUAGES } from '@busbar/domain/access/menu/menu-arrangement';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import { startProgram } from './support/demo/program.ts';
import { startOwnAlarms } from './support/own/own-alarms.ts';
import { startOwnLamps } from './support/own/own-lamps.ts';
import { makeOwed } from './support/own/own-owed.ts';
import { MAIL_THAT_WAITS, setOwnSchedules } from './support/own/own-schedules.ts';
import { startOwnTower } from './support/own/own-tower.ts';
import { SCREENS } from './support/pages/screens.ts';
import { settled } from './support/pages/settled.ts';

const folder = join(process.cwd(), '.screenshots');
mkdirSync(folder, { recursive: true });
const args = process.argv.slice(2);
const isLook = (arg: string) => LOOKS.some(({ name }) => name === arg);
const isLanguage = (arg: string) => MENU_LANGUAGES.some((language) => language === arg);
const only = args.filter((arg) => !isLook(arg) && !isLanguage(arg));
const languages = args.filter(isLanguage);
const looks = LOOKS.filter(({ name }) => !args.some(isLook) || args.includes(name)).flatMap(
  (look) =>
    languages.length === 0
      ? [look]
      : languages.map((language) => ({ ...look, language, name: `${look.name}-${language}` })),
);
const running = process.env.BUSBAR_URL;
const stops: { stop(): Promise<void> }[] = [];
const stopped = <T extends { stop(): Promise<void> }>(part: T): T => {
  stops.unshift(part);
  return part;
};
try {
  await saveScreens();
} finally {
  for (const part of stops) await part.stop();
}

/** Starts a server with alarms, lamps and a tower whose second user is disconnected. */
async function startAll() {
  const program = stopped(await startProgram(MAIL_THAT_WAITS));
  stopped(await startOwnAlarms(program));
  stopped(await startOwnLamps(program));
  const tower = stopped(await startOwnTower(program));
  await tower.cutOne();
  await setOwnSchedules(program);
  return { program, owed: await makeOwed(program) };
}

async function saveScreens(): Promise<void> {
  const { program, owed } = running === undefined ? await startAll() : {};
  const url = running ?? program!.url;
  const demoPassword = process.env.DEMO_PASSWORD ?? program?.demoPassword ?? '';
  const platformPassword = process.env.PLATFORM_ADMIN_PASSWORD ?? program?.platformPassword ?? '';
  const browser = await startBrowser();
  stopped({ stop: () => browser.close() });
  for (const look of looks) {
    for (const as of ['nobody', 'demo', 'platform', 'owed'] as const) {
      const screens = SCREENS.filter(
        (screen) => screen.as === as && (only.length === 0 || only.includes(screen.name)),
      );
      if (screens.length === 0 || (as === 'owed' && owed === undefined)) continue;
      const context = await openLook(browser, look);
      const page = await context.newPage();
      if (as === 'demo') await signIn(page, url, 'demo', demoPassword);
      if (as === 'platform') await signIn(page, url, 'platform', platformPassword);
      if (owed !== undefined && as === 'owed') await signIn(page, url, owed.account, owed.password);
      for (const screen of screens) {
        await page.goto(url + screen.path);
        await settled(page).catch((error: unknown) => console.error(`${screen.name}: ${error}`));
        try {
          await screen.act?.(page);
          if (screen.act !== undefined) await settled(page);
        } catch (error) {
          console.error(`${screen.name}-${look.name}: ${error}`);
          process.exitCode = 1;
        }
        const file = join(folder, `${screen.name}-${look.name}.png`);
        await page.screenshot({ path: file, fullPage: look.width < 600 });
        console.log(file);
      }
      await context.close();
    }
  }
}
