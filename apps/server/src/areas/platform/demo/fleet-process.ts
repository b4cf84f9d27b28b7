/**
 * Runs a simulated fleet (that of the demo, or the simulated breakers of customers) as a separate
 * program over real sockets, like any other fleet. It is restarted if it exits, and stopped with
 * the server.
 */
import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Context } from '../../../context.ts';

const RESTART_MS = 5_000;
const END_LIMIT_MS = 3_000;

export interface FleetProcess {
  /** Process id of the running program; undefined while it is being restarted. */
  readonly pid: number | undefined;
  /** Sends a message over the IPC channel; dropped while the program is being restarted. */
  send(message: Serializable): void;
  stop(): Promise<void>;
}

export interface FleetProcessOptions {
  /** Name in the log. */
  readonly part: string;
  /** Called after each start, to send the program what it needs. */
  readonly onStart?: (send: (message: Serializable) => void) => void;
  /** Called with each message of the program. */
  readonly onMessage?: (message: unknown) => void;
}

/** Located next to the bundle in a build, in its workspace when running from source. */
function program(): { file: string; execArgv: string[] } {
  const built = fileURLToPath(new URL('./simulator.js', import.meta.url));
  if (existsSync(built)) return { file: built, execArgv: [] };
  const source = new URL('../../../../../simulator/src/main.ts', import.meta.url);
  return { file: fileURLToPath(source), execArgv: ['--import', 'tsx'] };
}

export function startFleetProcess(
  ctx: Context,
  args: readonly string[],
  { part, onStart, onMessage }: FleetProcessOptions,
): FleetProcess {
  const log = ctx.log.child({ part });
  const { file, execArgv } = program();
  let stopped = false;
  let child: ChildProcess | undefined;
  let cancelRestart: (() => void) | undefined;

  function send(message: Serializable): void {
    // The channel may close while a message is sent; the exit of the program is handled below.
    if (child?.connected === true) child.send(message, () => undefined);
  }

  function start(): void {
    child = spawn(process.execPath, [...execArgv, file, ...args], {
      // The IPC channel closes when this process ends in any way, and the simulator exits with it.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let lastOutput = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      lastOutput = chunk.toString().trim().slice(-500);
    });
    const restart = () => {
      cancelRestart?.();
      if (!stopped) cancelRestart = ctx.clock.after(RESTART_MS, start);
    };
    child.once('error', (error) => {
      log.error({ err: error }, 'the fleet could not be started');
      // A program that could not be started does not exit either.
      if (child?.pid === undefined) restart();
    });
    child.once('exit', (code) => {
      if (!stopped) log.warn({ code, lastOutput }, 'the fleet ended, restarting it');
      restart();
    });
    if (onMessage !== undefined) child.on('message', onMessage);
    onStart?.(send);
  }

  start();
  return {
    get pid() {
      return child?.connected === true ? child.pid : undefined;
    },
    send,
    async stop() {
      stopped = true;
      cancelRestart?.();
      const running = child;
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise<void>((resolve) => {
        const limit = setTimeout(() => running.kill('SIGKILL'), END_LIMIT_MS);
        running.once('exit', () => {
          clearTimeout(limit);
          resolve();
        });
        running.kill('SIGTERM');
      });
    },
  };
}
