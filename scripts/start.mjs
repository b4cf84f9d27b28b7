// `npm start` (with demo) and `npm run serve` (without): installs and builds what is missing, then
// runs the server in place of this script: its output and its exit code. However this script ends,
// the server ends with it, in order: the channel between them closes.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildWhenNeeded } from './build.mjs';
import { installPackages } from './install.mjs';
import { main, root } from './run-step.mjs';
import { watchStarter } from './watch-starter.mjs';

/** Longer than the server takes at most to stop in order. */
const STOP_LIMIT_MS = 9_000;

let server;

function stop(exitCode) {
  if (server === undefined) process.exit(exitCode);
  // A terminal sends Ctrl-C to the server as well; further signals change nothing.
  if (!server.connected) return;
  // Not a signal: Windows has none that a program could answer with an orderly stop.
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
