// `npm run check`: format, lint and import rules, types of every workspace, unused code.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { installPackages } from './install.mjs';
import { capture, isProgram, main, root, seconds } from './run-step.mjs';

/** Runs every check, prints each with its result, and resolves with true if all passed. */
export async function check() {
  // The longest check, which uses one core, starts first.
  const waiting = [
    ['unused code (knip)', 'knip'],
    ...typeProjects().map((project) => [`types (${project})`, 'tsc', '-p', project]),
    ['format, lint, floors (biome)', 'biome', 'ci', '--diagnostic-level=warn'],
  ];
  const failed = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, tool, ...parameters] = next;
      const started = performance.now();
      const { code, output } = await capture(process.execPath, [tools[tool], ...parameters]);
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds(started)}\n`);
      if (code !== 0) {
        failed.push(name);
        process.stdout.write(`${output}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return failed.length === 0;
}

const tools = Object.fromEntries(
  Object.entries({
    biome: ['@biomejs', 'biome', 'bin', 'biome'],
    tsc: ['typescript', 'bin', 'tsc'],
    knip: ['knip', 'bin', 'knip.js'],
  }).map(([tool, path]) => [tool, join(root, 'node_modules', ...path)]),
);

/** The root project and every workspace with its own project file. */
function typeProjects() {
  const own = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => `${folder}/${name}/tsconfig.json`),
  );
  return [
    'tsconfig.json',
    'apps/web/tsconfig.test.json',
    ...own.filter((project) => existsSync(join(root, project))),
  ];
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    await installPackages();
    return (await check()) ? 0 : 1;
  });
}
