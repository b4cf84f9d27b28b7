import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SimulatedDevice } from '../device/device.ts';
import type { DeviceSpec } from '../device/device-spec.ts';
import type { StoredDevice } from '../device/stored-device.ts';
import { StateFile } from './state-file.ts';

const now = Date.UTC(2026, 0, 15, 10);
const spec: DeviceSpec = {
  code: 'BREAKER-0001',
  type: 'MT61',
  slaveCount: 0,
  ratedCurrentA: 63,
  zone: 'Asia/Shanghai',
  countsFrom: Date.UTC(2026, 0, 1),
  intervalMs: 60_000,
  moveMs: 0,
};

let folder: string;
let path: string;
let warnings: string[];
const warn = (text: string) => void warnings.push(text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'busbar-state-'));
  path = join(folder, 'state.json');
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fresh = (): StoredDevice => new SimulatedDevice(spec, now).snapshot();

function opened(): StoredDevice {
  const device = new SimulatedDevice(spec, now);
  device.moveByHand('open', now);
  return device.snapshot();
}

const actionIn = (file: StateFile, code: string) => file.find(code)?.units[0]?.contact.action;

describe('state file', () => {
  it('is created, readable only by its owner and with one line of warning, if it is missing', () => {
    StateFile.open(path, warn);
    expect(warnings).toEqual([`the state ${path} is not there yet: every device is new`]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    StateFile.open(path, warn);
    expect(warnings).toHaveLength(1);
  });

  it('removes the permissions of other users, and leaves no temporary file', () => {
    writeFileSync(path, '{"version":1,"devices":{}}', { mode: 0o644 });
    writeFileSync(`${path}.new`, 'half of a', { mode: 0o644 });
    StateFile.open(path, warn).keep([['A', opened()]]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  const withUnit = (change: (unit: Record<string, unknown>) => void): string => {
    const device = JSON.parse(JSON.stringify({ ...fresh(), parameters: {} }));
    change(device.units[0]);
    return JSON.stringify({ version: 1, devices: { A: device } });
  };
  it.each([
    ['empty', ''],
    ['cut off', withUnit(() => undefined).slice(0, 90)],
    ['no object', '[]'],
    ['null', 'null'],
    ['of another version', '{"version":2,"devices":{}}'],
    ['with an invalid device', '{"version":1,"devices":{"A":7}}'],
    [
      'with an unknown action',
      withUnit((unit) => Object.assign(unit, { contact: { action: 'ajar' } })),
    ],
    [
      'with three bands',
      withUnit((unit) => Object.assign(unit.meter as object, { shift: [0, 0, 0] })),
    ],
    [
      'with text for energy',
      withUnit((unit) => Object.assign(unit.meter as object, { shift: [0, 0, 0, '1'] })),
    ],
    ['with an invalid meter', withUnit((unit) => Object.assign(unit, { meter: null }))],
  ])('%s causes one warning, and every device is new', (_name, content) => {
    writeFileSync(path, content);
    const file = StateFile.open(path, warn);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('every device is new');
    expect(warnings[0]).not.toContain('\n');
    expect(file.find('A')).toBeUndefined();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, devices: {} });
  });

  it('restores the counters of a file with active counters only', () => {
    const shift = [0, 0, 0, 500];
    writeFileSync(
      path,
      withUnit((unit) => Object.assign(unit.meter as object, { shift })),
    );
    const [unit] = StateFile.open(path, warn).find('A')?.units ?? [];
    expect(unit?.meter.shift).toEqual({ active: shift, reactive: [0, 0, 0, 0] });
    expect(warnings).toEqual([]);
  });

  it('restores the content of a valid file', () => {
    writeFileSync(
      path,
      withUnit(() => undefined),
    );
    expect(actionIn(StateFile.open(path, warn), 'A')).toBe('closeByManual');
    expect(warnings).toEqual([]);
  });

  it('retains the state of devices that are not part of this run', () => {
    StateFile.open(path, warn).keep([['A', opened()]]);
    StateFile.open(path, warn).keep([['B', opened()]]);
    const file = StateFile.open(path, warn);
    expect([actionIn(file, 'A'), actionIn(file, 'B'), actionIn(file, 'C')]).toEqual([
      'openByManual',
      'openByManual',
      undefined,
    ]);
  });

  it('is written only if something has changed', () => {
    const file = StateFile.open(path, warn);
    file.note('A', fresh());
    rmSync(path);
    file.keep([['A', fresh()]]);
    expect(readdirSync(folder)).toEqual([]);
    file.keep([['A', opened()]]);
    expect(actionIn(StateFile.open(path, warn), 'A')).toBe('openByManual');
  });

  it('fails at the start with a message of one sentence if it is not writable', () => {
    const nowhere = join(folder, 'none', 'state.json');
    expect(() => StateFile.open(nowhere, warn)).toThrow(`the state ${nowhere} cannot be written`);
  });

  it('warns once when it can no longer be written, and is written as soon as possible', () => {
    const file = StateFile.open(path, warn);
    warnings = [];
    rmSync(folder, { recursive: true });
    file.keep([['A', opened()]]);
    file.keep([['A', fresh()]]);
    expect(warnings).toEqual([`the state ${path} cannot be written`]);
    expect(() => file.close()).toThrow('cannot be written');
    mkdirSync(folder);
    file.close();
    expect(actionIn(StateFile.open(path, warn), 'A')).toBe('closeByManual');
  });
});
