/**
 * A clean Debian as a container with systemd as its first process and a network of its own, so that
 * a package is installed as on a machine of an operator. Its file system is in memory.
 */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE = '2g';
const START_LIMIT_MS = 120_000;
const POLL_MS = 200;

export interface Result {
  readonly code: number;
  /** Standard output and standard error. */
  readonly output: string;
}

export interface Machine {
  /** Runs a shell command as root and resolves with its result. */
  run(command: string): Promise<Result>;
  /** Like `run`, but throws unless the exit code is 0, and returns the output. */
  must(command: string): Promise<string>;
  remove(): Promise<void>;
}

/** Why no machine can be started here; undefined if it can. */
export function machineObstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root starts containers';
  for (const program of ['dpkg-deb', 'mmdebstrap', 'systemd-nspawn', 'nsenter']) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return `no ${program}`;
  }
  const isAllowed = spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'true']);
  return isAllowed.status === 0 ? undefined : 'this container may not start others';
}

/** `packages` is the folder that the machine has as /packages. */
export async function startMachine(packages: string): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-machine-'));
  const root = join(folder, 'root');
  mkdirSync(root);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'busbar', root]);
  let container: ChildProcess | undefined;
  const remove = async () => {
    if (container?.exitCode === null) {
      // The signal of systemd-nspawn for an orderly shutdown of the container.
      container.kill('SIGTERM');
      await once(container, 'exit');
    }
    execFileSync('umount', ['--lazy', root]);
    rmSync(folder, { recursive: true });
  };
  try {
    await installDebian(root);
    container = boot(root, packages);
    const leader = await leaderOf(container.pid!);
    const run = (command: string) => enter(leader, command);
    const { output } = await run('systemctl is-system-running --wait');
    if (output.trim() !== 'running') throw new Error(`the machine did not start: ${output}`);
    return { run, must: (command) => must(run, command), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The release of the machine of the tests, because its programs run in the container. */
async function installDebian(root: string): Promise<void> {
  const [, suite] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  const options = ['--quiet', '--variant=minbase', '--include=systemd,systemd-sysv'];
  const { code, output } = await execute('mmdebstrap', [...options, suite ?? 'stable', root]);
  if (code !== 0) throw new Error(output);
}

function boot(root: string, packages: string): ChildProcess {
  const options = ['--quiet', '--register=no', '--keep-unit', '--private-network', '--boot'];
  return spawn(
    'systemd-nspawn',
    [...options, `--directory=${root}`, `--bind-ro=${packages}:/packages`, '--machine=busbar-test'],
    { stdio: 'ignore' },
  );
}

/** The first process of the container. */
async function leaderOf(pid: number): Promise<number> {
  const until = Date.now() + START_LIMIT_MS;
  while (Date.now() < until) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    const isSystemd = child && spawnSync('cat', [`/proc/${child}/comm`]).stdout.toString();
    // The manager listens here when it accepts requests.
    if (child && isSystemd === 'systemd\n') {
      const { code } = await enter(Number(child), 'test -S /run/systemd/private');
      if (code === 0) return Number(child);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error('systemd did not start in the container');
}

function enter(leader: number, command: string): Promise<Result> {
  const spaces = ['mount', 'uts', 'ipc', 'net', 'pid', 'cgroup', 'root', 'wd'];
  const environment = ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LANG=C.UTF-8'];
  return execute('nsenter', [
    '--target',
    String(leader),
    ...spaces.map((space) => `--${space}`),
    'env',
    '-i',
    ...environment,
    'sh',
    '-c',
    `exec 2>&1; ${command}`,
  ]);
}

function execute(program: string, parameters: readonly string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(program, parameters, { maxBuffer: 1 << 26 }, (error, output, errors) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      resolve({ code, output: `${output}${errors}` });
    });
  });
}

async function must(run: Machine['run'], command: string): Promise<string> {
  const { code, output } = await run(command);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`);
  return output;
}
