/** Timeout for loading the script of a page (docs/specification/platform.md 7.5). */
const LIMIT_MS = 120_000;

/** Throws if the script does not arrive within the timeout; the router shows its error page. */
export async function loadPage<T>(script: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The script of the page did not arrive within 120 s'));
    }, LIMIT_MS);
  });
  try {
    return await Promise.race([script, limit]);
  } finally {
    clearTimeout(timer);
  }
}
