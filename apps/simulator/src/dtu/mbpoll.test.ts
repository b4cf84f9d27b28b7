/**
 * A foreign master reads a simulated meter: mbpoll (libmodbus), which opens a serial port, joined by
 * socat to a line that listens.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLine } from '../../test/simulated-line.ts';
import { applyLineFault } from './line/line-faults.ts';
import { startLineServer } from './line-server.ts';

const run = promisify(execFile);
const missing = ['mbpoll', 'socat'].filter(
  (program) => spawnSync(program, ['-h']).error !== undefined,
);
if (missing.length > 0) {
  const names = missing.join(' ');
  process.stderr.write(
    `\n!!! NO ${names} FOUND: the foreign Modbus master is SKIPPED. Install with: apt-get install ${names}\n`,
  );
}

const METERS = '7=eastron-sdm630,9=generic-modbus,11=carlo-gavazzi-em24';

/** Starts a line that listens, and returns its serial port. */
async function openPort() {
  const created = createLine(METERS, { baud: 9600 });
  const server = await startLineServer(created.line, 0);
  onTestFinished(() => server.close());
  const folder = mkdtempSync(join(tmpdir(), 'busbar-mbpoll-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const port = join(folder, 'tty');
  const watcher = watch(folder);
  const socat = spawn('socat', [`pty,link=${port},raw,echo=0`, `tcp:127.0.0.1:${server.port}`]);
  onTestFinished(async () => {
    watcher.close();
    if (socat.exitCode !== null) return;
    socat.kill();
    await once(socat, 'exit');
  });
  while (!existsSync(port)) await once(watcher, 'change');
  return { ...created, port };
}

/** Values of registers `from` on, as mbpoll prints them; an exception is thrown as its message. */
async function poll(port: string, station: number, from: number, count: number, type: string[]) {
  const where = ['-a', `${station}`, '-0', '-r', `${from}`, '-c', `${count}`];
  const how = ['-m', 'rtu', '-b', '9600', '-P', 'none', '-o', '5', '-1', ...type];
  const { stdout, stderr } = await run('mbpoll', [...how, ...where, port]);
  const error = /Read .* failed: (.*)/.exec(stderr + stdout)?.[1];
  if (error !== undefined) throw new Error(error);
  return [...stdout.matchAll(/^\[\d+\]:\s+(\S+)(?: \((-\d+)\))?$/gm)].map(([, value, signed]) =>
    Number(signed ?? value),
  );
}

describe.skipIf(missing.length > 0)('mbpoll', () => {
  it('reads floats, integers and low-word-first integers of simulated meters', async () => {
    const { port, stations, clock } = await openPort();
    const values = stations.map((station) => station.values(clock.now));
    const volts = await poll(port, 7, 0, 3, ['-t', '3:float', '-B']);
    const { voltageA, voltageB, voltageC } = values[0]!;
    expect(volts).toEqual([voltageA, voltageB, voltageC]);
    const registers = await poll(port, 9, 0, 12, ['-t', '4']);
    expect(registers[0]! / 10).toBe(values[1]!.voltageA);
    expect((registers[8]! * 65_536 + (registers[9]! & 0xffff)) / 100).toBe(values[1]!.activeImport);
    const [power] = await poll(port, 11, 0x28, 1, ['-t', '3:int']);
    expect(power! / 10_000).toBeCloseTo(values[2]!.activePower!, 3);
  });

  it('reports the exception of an unknown register, and a wrong checksum', async () => {
    const { port, line } = await openPort();
    await expect(poll(port, 7, 0x0100, 1, ['-t', '3:float'])).rejects.toThrow(
      'Illegal data address',
    );
    applyLineFault('wrong-crc', line);
    await expect(poll(port, 7, 0, 1, ['-t', '3:float'])).rejects.toThrow('Invalid CRC');
  });
});
