/**
 * Under `npm start` the server has a channel to the script that started it. The channel closes when
 * the script wants the server to stop, and also when the script is killed. A server that is started
 * without `--end-with-parent` does not depend on the program that started it.
 */
export function watchParent(onGone: () => void): void {
  if (!process.argv.includes('--end-with-parent')) return;
  if (process.connected) process.once('disconnect', onGone);
  else onGone();
}
