// Notices that the npm which runs this script is gone, for example killed: npm cannot pass that on.
const CHECK_MS = 500;

/** Calls `onGone` once when npm has ended. */
export function watchStarter(onGone) {
  // Started without npm, the server outlives the shell that it was started from.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return;
    clearInterval(check);
    onGone();
  }, CHECK_MS);
  check.unref();
}

/** On Windows a process keeps the number of its parent when that has ended. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
