/** Podman with images, containers and volumes in a folder of its own. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The limits that podman sets by default are above those of some machines. */
const LIMITS = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'];

/** crun, the default, starts no container if cgroups of both versions are mounted. */
const RUNTIME = existsSync('/usr/sbin/runc') ? ['--runtime=/usr/sbin/runc'] : [];

export interface Podman {
  /** Returns the output; throws with the messages of podman if it fails. */
  run(...parameters: string[]): Promise<string>;
  /** Returns the exit code and the output. */
  attempt(...parameters: string[]): Promise<{ readonly code: number; readonly output: string }>;
  /** Runs one command in the network of the machine, which needs no further programs. */
  command(image: string, options: readonly string[], ...command: string[]): Promise<string>;
  /** Starts the program of an image in the network of the machine. */
  start(name: string, options: readonly string[], image: string): Promise<string>;
  /** Builds in a chroot, which needs no cgroups. */
  build(image: string, context: string, values: Readonly<Record<string, string>>): Promise<string>;
  /** Removes everything and releases the folder. */
  close(): Promise<void>;
}

export function openPodman(folder: string): Podman {
  const storage = join(folder, 'storage.conf');
  const graph = join(folder, 'graph');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${graph}"\nrunroot = "${join(folder, 'run')}"\n`,
  );
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: storage, LC_ALL: 'C' };

  const attempt: Podman['attempt'] = (...parameters) =>
    new Promise((resolve) => {
      const options = { env, maxBuffer: 2 ** 26 };
      execFile('podman', [...RUNTIME, ...parameters], options, (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : Number(error.code ?? 1),
          output: error === null ? stdout.trim() : `${stdout}${stderr}`,
        }),
      );
    });

  async function run(...parameters: string[]): Promise<string> {
    const { code, output } = await attempt(...parameters);
    if (code !== 0)
      throw new Error(`podman ${parameters.join(' ')} ended with ${code}:\n${output}`);
    return output;
  }

  return {
    attempt,
    run,
    command: (image, options, ...command) =>
      run('run', '--rm', '--network=host', ...LIMITS, ...options, image, ...command),
    start: (name, options, image) =>
      run('run', '--detach', `--name=${name}`, '--network=host', ...LIMITS, ...options, image),
    build: (image, context, values) =>
      run(
        'build',
        '--format=docker',
        '--isolation=chroot',
        '--network=host',
        '--pull=never',
        `--tag=${image}`,
        ...Object.entries(values).map(([name, value]) => `--build-arg=${name}=${value}`),
        context,
      ),
    async close() {
      await attempt('rm', '--all', '--force', '--time=0');
      await attempt('volume', 'rm', '--all', '--force');
      // Podman leaves its own mount of the folder.
      await new Promise((resolve) => execFile('umount', [join(graph, 'overlay')], resolve));
    },
  };
}

export const hasProgram = (name: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
