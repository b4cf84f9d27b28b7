/**
 * Fetches the files of the first page after the sign-in into the browser's cache while the user
 * types. The build lists them in the page (`prefetch-plugin.ts`); they are public.
 */

import { whenIdle } from './when-idle.ts';

interface LaterFiles {
  readonly files: readonly string[];
  /** By language. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** A browser opens six connections to a server of HTTP/1.1; the sign-in needs a free one. */
const MAX_PARALLEL = 2;

/** Starts when the browser is idle; returns a function that starts no further request. */
export function fetchAhead(language: string): () => void {
  const list = readList();
  if (list === undefined || savesData()) return () => undefined;
  const waiting = [...(list.texts[language] ?? []), ...list.files];
  const fetchNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const answer = await fetch(`/${file}`, { priority: 'low' }).catch(() => undefined);
      // Read to the end, because the browser caches complete answers only.
      await answer?.arrayBuffer().catch(() => undefined);
    }
  };
  const cancel = whenIdle(() => {
    for (let i = 0; i < MAX_PARALLEL; i += 1) void fetchNext();
  });
  return () => {
    waiting.length = 0;
    cancel();
  };
}

function readList(): LaterFiles | undefined {
  const text = document.getElementById('later-files')?.textContent;
  return text ? (JSON.parse(text) as LaterFiles) : undefined;
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
