// Builds the server (one bundle, plus the simulator and the commands of an operator), the pages and
// the documentation in parallel. Packages from the registry are not bundled, because some are native.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buildDocumentation, buildDocumentationWhenNeeded } from './build-documentation.mjs';
import { installPackages } from './install.mjs';
import { isProgram, main, root, run, step } from './run-step.mjs';
import { sourcesHash } from './sources-hash.mjs';

const serverOutput = join(root, 'apps', 'server', 'dist');
const webOutput = join(root, 'apps', 'web', 'dist');
const stamp = join(serverOutput, 'sources.sha256');

/** Builds unless the existing build was made from the current sources. */
export async function buildWhenNeeded() {
  const wanted = sourcesHash(root);
  const built = existsSync(stamp) && existsSync(join(webOutput, 'index.html'));
  if (built && readFileSync(stamp, 'utf8') === wanted) await buildDocumentationWhenNeeded();
  else await build(wanted);
}

async function build(hash) {
  rmSync(stamp, { force: true });
  await step('Building the server, the pages and the documentation', () =>
    Promise.all([buildServer(), buildPages(), buildDocumentation()]),
  );
  writeFileSync(stamp, hash);
}

/** Benchmarks also use this function, to build into a folder of their own. */
export async function buildServer(output = serverOutput) {
  const { build: bundle } = await import('esbuild');
  mkdirSync(output, { recursive: true });
  for (const name of readdirSync(output)) {
    // Files named `test-` remain: the server tests bundle programs here, and npm test builds while
    // they run.
    if (!name.startsWith('test-')) rmSync(join(output, name), { recursive: true });
  }
  const server = join(root, 'apps', 'server', 'src');
  const options = {
    outdir: output,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [{ name: 'registry-packages-outside', setup: keepPackagesOutside }],
  };
  const programs = bundle({
    ...options,
    entryPoints: {
      main: join(server, 'main.ts'),
      // Separate files, which hash-threads.ts, import-reader.ts and fleet-process.ts start from the
      // bundle.
      'hash-worker': join(server, 'areas', 'identity', 'passwords', 'hash-worker.mjs'),
      'import-worker': join(server, 'areas', 'onboarding', 'import-files', 'import-worker.mjs'),
      simulator: join(root, 'apps', 'simulator', 'src', 'main.ts'),
    },
  });
  const commands = bundle({
    ...options,
    entryPoints: {
      migrate: join(server, 'storage', 'migrate-cli.ts'),
      distribute: join(server, 'storage', 'distributed', 'distribute-cli.ts'),
      backup: join(server, 'backup', 'backup-cli.ts'),
      restore: join(server, 'backup', 'restore-cli.ts'),
      health: join(server, 'health-cli.ts'),
      'secrets-rotate': join(
        server,
        ...['areas', 'shared', 'installation', 'rotation', 'rotate-cli.ts'],
      ),
      'audit-verify': join(server, 'areas', 'identity', 'audit', 'audit-cli.ts'),
    },
    // The code that the commands share is stored once, in the same folder, where it finds the migrations.
    splitting: true,
    chunkNames: 'shared-[hash]',
  });
  await Promise.all([programs, commands]);
  cpSync(join(server, 'storage', 'migrations'), join(output, 'migrations'), { recursive: true });
}

function keepPackagesOutside(esbuild) {
  esbuild.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@busbar/') ? undefined : { path, external: true },
  );
}

function buildPages() {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return run(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps', 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    await installPackages();
    await (process.argv.includes('--when-needed') ? buildWhenNeeded() : build(sourcesHash(root)));
  });
}
