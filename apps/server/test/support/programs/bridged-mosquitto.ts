/**
 * Two brokers, an edge that is bridged to a central one with the dynamic security plugin, with the
 * configuration of docs/operations.md. The line between them is a proxy that a test can cut.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeAfterFile } from '../close-after-file.ts';
import type { TestDevice } from '../factories/tenant-device.ts';
import { createDynamicMosquitto, type DynamicMosquitto } from './dynamic-security.ts';
import { createMosquitto, type Mosquitto } from './mosquitto.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const OPERATIONS = new URL('../../../../../docs/operations.md', import.meta.url);
const PROBE = { username: 'PROBE', password: 'probe' };

export interface BridgedMosquittos {
  readonly central: DynamicMosquitto;
  readonly edge: Mosquitto;
  readonly line: TcpProxy;
}

/** Starts both brokers; they are removed after the test file. */
export async function startBridgedMosquittos(
  devices: readonly Pick<TestDevice, 'deviceCode' | 'secret'>[],
  change: (config: string) => string = (config) => config,
): Promise<BridgedMosquittos> {
  const central = await createDynamicMosquitto();
  central.reset({ username: 'person', password: 'person' });
  closeAfterFile(() => central.remove());
  await central.start();
  const [edgeConfig, account] = documentedBlocks();
  runControl(central.port, account!);
  const line = await startTcpProxy({ host: '127.0.0.1', port: central.port });
  const edge = await createMosquitto({
    probe: PROBE,
    config: (folder, port) => {
      const [passwords, acl] = [join(folder, 'passwords'), join(folder, 'acl')];
      writeFileSync(acl, 'pattern write ep/1/%u/up/#\npattern read ep/1/%u/down/#\n');
      writeFileSync(passwords, '');
      for (const { deviceCode, secret } of devices) addPassword(passwords, deviceCode, secret);
      addPassword(passwords, PROBE.username, PROBE.password);
      for (const file of [passwords, acl]) chmodSync(file, 0o644);
      return change(
        replaceAll(edgeConfig!, [
          ['listener 1883', `listener ${port} 127.0.0.1`],
          ['central.example.com:1883', `127.0.0.1:${line.port}`],
          ['/etc/mosquitto/passwords', passwords],
          ['/etc/mosquitto/acl', acl],
          ['/var/lib/mosquitto/', `${folder}/`],
        ]),
      );
    },
  });
  closeAfterFile(() => edge.remove());
  await edge.start();
  return { central, edge, line };
}

/** The first two blocks of the section: the configuration of the edge, and its account. */
function documentedBlocks(): string[] {
  const section = readFileSync(OPERATIONS, 'utf8').split('\n### Bridged brokers\n')[1] ?? '';
  return [...section.matchAll(/```\n(.*?)```/gs)].map(([, block]) => block!);
}

function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((replaced, [from, to]) => {
    if (!replaced.includes(from)) throw new Error(`docs/operations.md lacks: ${from}`);
    return replaced.replace(from, to);
  }, text);
}

function runControl(port: number, lines: string): void {
  const control = `ctrl() { mosquitto_ctrl -h 127.0.0.1 -p ${port} -u busbar -P busbar-password dynsec "$@"; }`;
  const { status, stderr, stdout } = spawnSync('bash', ['-ec', `${control}\n${lines}`]);
  if (status !== 0 || /error/i.test(`${stdout}${stderr}`)) throw new Error(`${stdout}${stderr}`);
}

function addPassword(file: string, user: string, password: string): void {
  const { status, stderr } = spawnSync('mosquitto_passwd', ['-b', file, user, password]);
  if (status !== 0) throw new Error(String(stderr));
}
