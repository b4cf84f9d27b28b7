// Detects that the npm process which runs this script has ended, for example because it was killed,
// which npm cannot forward.
const CHECK_MS = 500;

/** Calls `onGone` once when npm has ended. */
export function watchStarter(onGone) {
  // If npm is not running the script, the server outlives the shell that started it.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent && isRunning(parent)) return;
    clearInterval(check);
    onGone();
  }, CHECK_MS);
  check.unref();
}

/** On Windows the parent's process id remains after the parent has ended. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
