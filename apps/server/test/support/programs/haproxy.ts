/** HAProxy with the configuration of docs/operations.md, without certificates. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { closeAfterFile } from '../close-after-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { pollUntil } from './poll-until.ts';
import { freePort } from './server-program.ts';

const PROGRAM = existsSync('/usr/sbin/haproxy') ? '/usr/sbin/haproxy' : 'haproxy';
export const hasHaproxy = spawnSync(PROGRAM, ['-v']).status === 0;
if (!hasHaproxy) console.warn('SKIPPED: HAProxy in front of the server, which is not installed.');

/** Names of the servers in the documented configuration, with their documented ports. */
const SERVERS = [
  { name: 'one', http: 8080, mqtt: 1883 },
  { name: 'two', http: 8081, mqtt: 1884 },
  { name: 'three', http: 8082, mqtt: 1885 },
] as const;

export type ProxiedName = (typeof SERVERS)[number]['name'];

export interface Haproxy {
  /** Port of the pages, the calls and the real-time channel. */
  readonly web: number;
  /** Port to which devices connect. */
  readonly devices: number;
  /** Runs a command at the admin socket and returns its output. */
  command(line: string): Promise<string>;
}

/**
 * Starts it in front of up to three servers, which are named as in the document; the lines of the
 * others are left out. It is stopped after the test file.
 */
export async function startHaproxy(
  servers: readonly { readonly http: number; readonly mqtt: number }[],
): Promise<Haproxy> {
  const [web, devices] = [await freePort(), await freePort()];
  const folder = temporaryFolder();
  const socket = join(folder, 'admin.sock');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, documentedConfig(servers, { web, devices, socket }));
  const proxy = spawn(PROGRAM, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  proxy.stderr.on('data', (part) => {
    output = `${output}${part}`.slice(-4_000);
  });
  const kill = () => void proxy.kill('SIGKILL');
  process.once('exit', kill);
  closeAfterFile(async () => {
    process.off('exit', kill);
    if (proxy.exitCode !== null) return;
    kill();
    await once(proxy, 'exit');
  });
  await pollUntil(
    () =>
      proxy.exitCode !== null ||
      fetch(`http://127.0.0.1:${web}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (isReady) => isReady,
    60_000,
  );
  if (proxy.exitCode !== null) throw new Error(`HAProxy did not start: ${output}`);
  return {
    web,
    devices,
    command(line) {
      const admin = connect(socket);
      admin.end(`${line}\n`);
      return text(admin);
    },
  };
}

function documentedConfig(
  servers: readonly { readonly http: number; readonly mqtt: number }[],
  { web, devices, socket }: { web: number; devices: number; socket: string },
): string {
  const document = readFileSync(
    new URL('../../../../../docs/operations.md', import.meta.url),
    'utf8',
  );
  const [, documented = ''] = /```haproxy\n(.*?)```/s.exec(document) ?? [];
  let config = documented
    .replaceAll(/ ssl crt \S+/g, '')
    .replace('bind :443', `bind 127.0.0.1:${web}`)
    .replace('bind :8883', `bind 127.0.0.1:${devices}`)
    .replace(/stats socket \S+/, `stats socket ${socket}`);
  for (const [index, { name, http, mqtt }] of SERVERS.entries()) {
    const server = servers[index];
    const lines = new RegExp(`^ *server ${name} .*\n`, 'gm');
    config = config.replace(lines, (line) =>
      server === undefined
        ? ''
        : line
            .replace(`127.0.0.1:${http}`, `127.0.0.1:${server.http}`)
            .replace(`127.0.0.1:${mqtt}`, `127.0.0.1:${server.mqtt}`)
            .replace(`port ${http}`, `port ${server.http}`),
    );
  }
  if (/:(443|8883)\b|\b(808|188)[0-9]\b/.test(config) || !config.includes('server one')) {
    throw new Error(`docs/operations.md has another haproxy.cfg than expected:\n${config}`);
  }
  return config;
}
