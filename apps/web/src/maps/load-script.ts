/** Loads a provider's script once per page. After a timeout the page continues without it. */

const SCRIPT_TIMEOUT_MS = 8_000;
const scripts = new Map<string, Promise<void>>();

/**
 * Loads a script that calls the global function `ready` when it is usable. Rejects on timeout; the
 * next call retries.
 */
export function loadScript(address: string, ready: string): Promise<void> {
  const known = scripts.get(address);
  if (known !== undefined) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      clearTimeout(timer);
      script.remove();
      scripts.delete(address);
      reject(new Error(reason));
    };
    const timer = setTimeout(() => fail('the map did not come in time'), SCRIPT_TIMEOUT_MS);
    Object.assign(window, {
      [ready]: () => {
        clearTimeout(timer);
        resolve();
      },
    });
    script.src = address;
    script.async = true;
    script.onerror = () => fail('the map did not load');
    document.head.append(script);
  });
  scripts.set(address, loading);
  return loading;
}
