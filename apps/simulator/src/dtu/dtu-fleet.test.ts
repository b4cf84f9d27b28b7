/** DTUs of the program, as a user starts it: options, credentials, scenario and shutdown. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  isWholeModbus,
  MasterLine,
  readRequest,
  registersIn,
  startLineMaster,
} from '../../test/line-master.ts';

const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url));
const VOLTAGE = readRequest(1, 4, 0, 6);

/** Runs the simulator and returns the process and its output. */
function simulate(args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...args]);
  onTestFinished(() => ended(child, 'SIGKILL').then(() => undefined));
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    output += text;
  });
  return { child, output: () => output };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

function textFile(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-dtus-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('simulated DTUs', () => {
  it('dial in with the meters of the credentials file, and follow the scenario', async () => {
    const master = await startLineMaster();
    onTestFinished(() => master.close());
    const credentials = textFile(
      'fleet.txt',
      'SIMDTU-000001:first:HF-DTU:0:63:::1=eastron-sdm630,2=generic-modbus\n' +
        'SIMDTU-000002:second:HF-DTU:0:63:::1=eastron-sdm630\n',
    );
    const scenario = textFile(
      'scenario.json',
      JSON.stringify([
        { at: 0, device: 'SIMDTU-000001', event: 'silent-meter' },
        { at: 0, device: 'SIMDTU-000002', event: 'wrong-crc', station: '1' },
        { at: 4, device: 'SIMDTU-000002', event: 'healthy' },
      ]),
    );
    const { child } = simulate([
      ...['--credentials', credentials, '--scenario', scenario, '--baud', '1000000'],
      ...['--dtu-url', `tcp://127.0.0.1:${master.port}`],
    ]);
    const lines = [await master.line(0), await master.line(1)];
    await Promise.all(lines.map((line) => line.until(() => line.text.includes('\n'))));
    lines.sort((one, other) => (one.text < other.text ? -1 : 1));
    const [first, second] = lines;
    expect(lines.map(({ text }) => text)).toEqual([
      'SIMDTU-000001:first\r\n',
      'SIMDTU-000002:second\r\n',
    ]);
    first!.send(VOLTAGE);
    const reply = await first!.exchange(readRequest(2, 3, 0, 3), 11);
    expect(registersIn(reply, 2, 3)[0]).toBeGreaterThan(2000);
    let damaged = await second!.exchange(VOLTAGE, 17);
    expect(isWholeModbus(damaged)).toBe(false);
    while (!isWholeModbus(damaged)) damaged = await second!.exchange(VOLTAGE, 17);
    expect(await ended(child, 'SIGTERM')).toBe(0);
  });

  it('listen on a port each, and are in the progress line', async () => {
    const port = await freePorts(2);
    const { child, output } = simulate(
      `--dtus 2 --meters 1 --meter-profile eastron-sdm630 --dtu-listen ${port}`.split(' '),
    );
    while (!output().includes('0 of 2 DTUs connected')) await once(child.stdout, 'data');
    for (const at of [port, port + 1]) {
      const socket = await connected(at);
      onTestFinished(() => {
        socket.destroy();
      });
      const line = new MasterLine(socket);
      const [high] = registersIn(await line.exchange(VOLTAGE, 17), 1, 4);
      expect(high).toBeGreaterThan(0x4300);
    }
    expect(await ended(child, 'SIGTERM')).toBe(0);
    expect(output()).not.toContain('EADDRINUSE');
  });
});

async function connected(port: number) {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const opened = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (opened) return socket;
  }
}

/** Returns the first of `count` ports that are free now. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const servers = [createServer().listen(0, '127.0.0.1')];
    await once(servers[0]!, 'listening');
    const { port } = servers[0]!.address() as { port: number };
    let isFree = true;
    for (let next = 1; next < count; next++) {
      const server = createServer().listen(port + next, '127.0.0.1');
      servers.push(server);
      isFree &&= await once(server, 'listening').then(
        () => true,
        () => false,
      );
    }
    await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
    if (isFree) return port;
  }
}
