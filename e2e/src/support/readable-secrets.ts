/**
 * docs/promises.md T9: everything a script that got into the page can read, gathered as such a
 * script would.
 */
import type { BrowserContext, Page } from 'playwright-core';

/** What could be a secret of anything: no prose, no short word, no file. */
const CANDIDATE = /[A-Za-z0-9_\-.~+/=%]{20,300}/g;
/** Objects looked at before the walk through memory ends. */
const MOST_OBJECTS = 300_000;

/** Before the first page: what the page sends and is answered is written down where the script can read it. */
export async function listenIn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const send = globalThis.fetch;
    globalThis.fetch = async (...given) => {
      const request = new Request(...given);
      heard.push(request.url, ...[...request.headers].flat());
      const answer = await send(...given);
      const copy = answer.clone();
      void copy.text().then((text) => heard.push(text, ...[...copy.headers].flat()));
      return answer;
    };
  });
}

export async function readableSecrets(page: Page): Promise<string[]> {
  const texts = await page.evaluate(async (mostObjects) => {
    const found: string[] = [document.cookie, location.href, document.documentElement.outerHTML];
    for (const store of [localStorage, sessionStorage]) found.push(...Object.values(store));
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        found.push(JSON.stringify(rows));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const answer of await cache.matchAll()) found.push(await answer.clone().text());
    }
    found.push(...performance.getEntries().map(({ name }) => name));
    // Memory: all that can be reached from the window and from what hangs on the elements.
    const seen = new Set<unknown>();
    const waiting: unknown[] = [globalThis, history.state, ...document.querySelectorAll('*')];
    for (let next = waiting.shift(); waiting.length > 0; next = waiting.shift()) {
      if (next === null || (typeof next !== 'object' && typeof next !== 'function')) continue;
      if (seen.has(next) || seen.size > mostObjects) continue;
      seen.add(next);
      if (next instanceof Map || next instanceof Set) waiting.push(...[...next].flat());
      for (const key of Object.getOwnPropertyNames(next)) {
        try {
          const value = (next as Record<string, unknown>)[key];
          if (typeof value === 'string') found.push(value);
          else waiting.push(value);
        } catch {
          // A getter that wants another `this`, or a frame of elsewhere: not readable.
        }
      }
    }
    return found;
  }, MOST_OBJECTS);
  return [...new Set(texts.flatMap((text) => text.match(CANDIDATE) ?? []))];
}
