/**
 * docs/promises.md T9: collects everything in the page that an injected script can read, in the
 * same way as such a script.
 */
import type { BrowserContext, Page } from 'playwright-core';

/** Matches texts that may be secrets: no prose, no short words, no files. */
const CANDIDATE = /[A-Za-z0-9_\-.~+/=%]{20,300}/g;
/** Maximum number of objects visited in memory. */
const MAX_OBJECTS = 300_000;

/**
 * Installed before the first page: records the page's requests and responses where a script can
 * read them.
 */
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
    // Memory: all objects that are reachable from the window and from the properties of elements.
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
          // The property cannot be read: a getter that requires another `this`, or a cross-origin
          // frame.
        }
      }
    }
    return found;
  }, MAX_OBJECTS);
  return [...new Set(texts.flatMap((text) => text.match(CANDIDATE) ?? []))];
}
