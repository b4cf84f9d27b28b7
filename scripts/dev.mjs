// `npm run dev`: the server from its sources, restarted after each change, and the pages with hot
// reload in front of it. If one of the two ends, so does the other.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from './install.mjs';
import { main, root } from './run-step.mjs';

await main(async () => {
  await installPackages();
  const bin = (name, ...file) => join(root, 'node_modules', name, ...file);
  const programs = [
    [
      root,
      bin('tsx', 'dist', 'cli.mjs'),
      'watch',
      '--clear-screen=false',
      'apps/server/src/main.ts',
    ],
    [join(root, 'apps', 'web'), bin('vite', 'bin', 'vite.js')],
  ].map(([cwd, ...parameters]) =>
    spawn(process.execPath, parameters, {
      cwd,
      stdio: 'inherit',
      env: { DEMO: '1', DATA_DIR: join(root, 'data'), ...process.env },
    }),
  );
  const endAll = (signal) => {
    for (const program of programs) program.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => endAll(signal));
  const ends = programs.map(
    (program) =>
      new Promise((resolve) => {
        program.once('exit', (code) => {
          endAll('SIGTERM');
          resolve(code ?? 0);
        });
      }),
  );
  return Math.max(...(await Promise.all(ends)));
});
