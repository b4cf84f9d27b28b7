import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import { SCREENS } from './support/screens.ts';
import { settled } from './support/settled.ts';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [url, looks, ...names] = process.argv.slice(2) as [string, string, ...string[]];
const browser = await startBrowser();
try {
  for (const look of LOOKS.filter((l) => looks.includes(l.name))) {
    const context = await openLook(browser, look);
    const page = await context.newPage();
    page.on('pageerror', (e) => console.log('PAGEERROR', String(e)));
    await signIn(page, url, 'demo', 'demo-Journey-1');
    for (const screen of SCREENS.filter((s) => names.includes(s.name))) {
      try {
        await page.goto(url + screen.path);
        await settled(page);
        if (screen.act !== undefined) { await screen.act(page); await settled(page); }
        await page.screenshot({ path: `/tmp/shots/${screen.name}-${look.name}.png`, fullPage: look.name === 'phone' || screen.name.startsWith('notification') });
        await page.evaluate(axeSource);
        const found = await page.evaluate(async () => (await (window as any).axe.run()).violations.map((v: any) => `${v.id}: ${v.nodes.map((n: any) => n.html.slice(0, 160) + ' ' + (n.failureSummary ?? '').slice(0, 200)).join(' | ')}`));
        console.log(look.name, screen.name, found.length === 0 ? 'ok' : JSON.stringify(found, null, 1));
      } catch (e) { console.log(look.name, screen.name, 'FAILED', String(e).slice(0, 400)); }
    }
    await context.close();
  }
} finally { await browser.close(); }
