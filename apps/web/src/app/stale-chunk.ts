/**
 * After an update the page may request a script that no longer exists. One reload loads the new
 * page; a second failure within one minute is a real error and is displayed.
 */
const MARK = 'busbar.reloaded-at';
const AGAIN_AFTER_MS = 60_000;

export function reloadOnceOnStaleChunk(reload: () => void = () => location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(MARK) ?? 0);
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    sessionStorage.setItem(MARK, String(Date.now()));
    event.preventDefault();
    reload();
  });
}
