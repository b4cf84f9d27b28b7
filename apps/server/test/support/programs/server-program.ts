/** The program as a separate process, built once per test file, to be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, parse } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { closeAfterFile } from '../close-after-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { TEST_SECRETS_KEY } from '../test-context.ts';
import { endPostmaster } from './embedded-processes.ts';

const source = fileURLToPath(new URL('../../../src', import.meta.url));
/** The output is below the workspace, so that packages resolve like those of the real program. */
const output = fileURLToPath(new URL(`../../../dist/test-${process.pid}`, import.meta.url));

let built: Promise<string> | undefined;

/**
 * Returns the program to run with node, bundled on the first call, because a bundle starts in a
 * fraction of the time.
 */
export function programFile(): Promise<string> {
  built ??= buildProgram(source, output);
  return built;
}

/** Bundles the sources of a server; the output is removed with the process. */
export async function buildProgram(from: string, to: string): Promise<string> {
  mkdirSync(to, { recursive: true });
  process.once('exit', () => rmSync(to, { recursive: true, force: true }));
  await build({
    entryPoints: { main: join(from, 'main.ts'), ...workersIn(from) },
    outdir: to,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    plugins: [
      {
        name: 'packages-outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@busbar/') ? null : { path, external: true },
          );
        },
      },
    ],
  });
  cpSync(join(from, 'storage', 'migrations'), join(to, 'migrations'), { recursive: true });
  return join(to, 'main.js');
}

/** The threads of a program by their names; a former release has them in other folders. */
function workersIn(from: string): Record<string, string> {
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' });
  const workers = files.filter((file) => file.endsWith('-worker.mjs'));
  return Object.fromEntries(workers.map((file) => [parse(file).name, join(from, file)]));
}

let planted = 0;

/** Returns a copy of the program with further migrations, by their file names. */
export async function programWithMigrations(
  migrations: Readonly<Record<string, string>>,
): Promise<string> {
  await programFile();
  planted += 1;
  const to = `${output}-planted-${planted}`;
  closeAfterFile(async () => rmSync(to, { recursive: true, force: true }));
  cpSync(output, to, { recursive: true });
  for (const [name, text] of Object.entries(migrations)) {
    writeFileSync(join(to, 'migrations', `${name}.sql`), text);
  }
  return join(to, 'main.js');
}

const children = new Set<ChildProcess>();
// A test that fails midway must not leave its programs running.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export interface ServerProgram {
  /** The port is the same at every start. */
  readonly mqttPort: number;
  readonly dataDir: string;
  /** Every line of all starts of the program, from both streams. */
  readonly said: readonly string[];
  /** Resolves with the time in ms until the program reported that it is ready. */
  start(): Promise<number>;
  /** Resolves when the process has exited. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Ends the program and removes its folder. */
  remove(): Promise<void>;
}

/** Uses a new data folder, unless `env` has a DATA_DIR. */
export async function serverProgram(
  env: Readonly<Record<string, string>>,
  file: Promise<string> = programFile(),
): Promise<ServerProgram> {
  const program = await file;
  const dataDir = env['DATA_DIR'] ?? temporaryFolder();
  const mqttPort = await freePort();
  const said: string[] = [];
  let child: ChildProcess | undefined;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child.kill(signal);
    await ended;
    children.delete(child);
    child = undefined;
  }

  return {
    mqttPort,
    dataDir,
    said,
    async start() {
      const began = performance.now();
      child = spawn(process.execPath, [program], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          LOG_LEVEL: 'error',
          HOST: '127.0.0.1',
          PORT: '0',
          MQTT_PORT: String(mqttPort),
          DATA_DIR: dataDir,
          SECRETS_KEY: TEST_SECRETS_KEY,
          ...env,
        },
      });
      children.add(child);
      child.stderr!.pipe(process.stderr, { end: false });
      createInterface({ input: child.stderr! }).on('line', (line) => said.push(line));
      await saysReady(child, said);
      return performance.now() - began;
    },
    end,
    async remove() {
      await end('SIGKILL');
      await endPostmaster(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function saysReady(child: ChildProcess, said: string[]): Promise<void> {
  const lines = createInterface({ input: child.stdout! });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      if (line.includes('is ready')) resolve();
    });
    child.once('exit', () => reject(new Error(`the program ended:\n${said.join('\n')}`)));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
