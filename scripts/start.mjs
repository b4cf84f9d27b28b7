// `npm start` (with demo) and `npm run serve` (without): installs and builds what is missing, then
// runs the server in place of this script: its output, its signals, its exit code.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildWhenNeeded } from './build.mjs';
import { installPackages } from './install.mjs';
import { main, root } from './run-step.mjs';

await main(async () => {
  await installPackages();
  await buildWhenNeeded();
  const demo = process.argv.includes('--serve') ? '0' : '1';
  const server = spawn(
    process.execPath,
    ['--enable-source-maps', join(root, 'apps', 'server', 'dist', 'main.js')],
    { stdio: 'inherit', env: { DEMO: demo, ...process.env } },
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Always as SIGTERM: a terminal sends Ctrl-C to the server as well, and a second SIGINT would
    // cut short the orderly stop that the first began.
    process.on(signal, () => server.kill('SIGTERM'));
  }
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
});
