// `npm start` (with demo) and `npm run serve` (without): installs and builds what is missing, then
// runs the server, and passes on its output and its exit code. However this script ends, the server
// shuts down gracefully with it, because the channel between them closes.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildWhenNeeded } from './build.mjs';
import { installPackages } from './install.mjs';
import { main, root } from './run-step.mjs';
import { watchStarter } from './watch-starter.mjs';

/** Longer than the maximum duration of a graceful shutdown of the server. */
const STOP_LIMIT_MS = 9_000;

let server;

function stop(exitCode) {
  if (server === undefined) process.exit(exitCode);
  // A terminal sends Ctrl-C to the server as well; further signals have no effect.
  if (!server.connected) return;
  // The channel is closed instead of sending a signal, because Windows has no signal that allows a
  // program to shut down gracefully.
  server.disconnect();
  setTimeout(() => server.kill('SIGKILL'), STOP_LIMIT_MS).unref();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stop(128 + constants.signals[signal]));
}
watchStarter(() => stop(1));

await main(async () => {
  await installPackages();
  await buildWhenNeeded();
  const demo = process.argv.includes('--serve') ? '0' : '1';
  server = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'apps', 'server', 'dist', 'main.js'), '--end-with-parent'],
    { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { DEMO: demo, ...process.env } },
  );
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
});
