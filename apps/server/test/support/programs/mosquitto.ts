/**
 * Debian's mosquitto with its own configuration and folder. `MOSQUITTO` names another executable.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { pollUntil } from './poll-until.ts';
import { freePort } from './server-program.ts';

export const mosquittoProgram = [
  process.env['MOSQUITTO'] ?? 'mosquitto',
  '/usr/sbin/mosquitto',
].find((file) => spawnSync(file, ['-h']).error === undefined);

if (mosquittoProgram === undefined) {
  console.error(
    '\n!!! NO MOSQUITTO FOUND: the external broker is SKIPPED. Install it with: apt-get install mosquitto\n',
  );
}

export interface Mosquitto {
  readonly port: number;
  readonly url: string;
  readonly folder: string;
  start(): Promise<void>;
  /** SIGTERM makes the broker save its sessions; SIGKILL does not. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  remove(): Promise<void>;
}

interface MosquittoOptions {
  /** Configuration lines in addition to those for listener and persistence. */
  readonly lines?: (folder: string) => readonly string[];
  /** The whole configuration, instead of the lines above. */
  readonly config?: (folder: string, port: number) => string;
  /** Account of the probe that waits for the start. */
  readonly probe?: { readonly username: string; readonly password: string };
}

const OPEN = ['allow_anonymous true'];

/**
 * Creates a broker whose queue is unlimited and saved on a stop, as described in
 * docs/operations.md.
 */
export async function createMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-mosquitto-'));
  // When started by root, mosquitto switches to its own user.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const lines = [
    `listener ${port} 127.0.0.1`,
    'persistence true',
    `persistence_location ${folder}/`,
    'max_queued_messages 0',
    ...(options.lines?.(folder) ?? OPEN),
  ];
  const config = options.config?.(folder, port) ?? `${lines.join('\n')}\n`;
  writeFileSync(join(folder, 'mosquitto.conf'), config);
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGKILL'));

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child.kill(signal);
    await ended;
    child = undefined;
  }

  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    folder,
    async start() {
      child = spawn(mosquittoProgram!, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
      const isUp = () =>
        mqtt.connectAsync({ host: '127.0.0.1', port, reconnectPeriod: 0, ...options.probe }).then(
          (probe) => probe.endAsync().then(() => true),
          () => false,
        );
      await pollUntil(isUp, (is) => is);
    },
    stop,
    async remove() {
      await stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
