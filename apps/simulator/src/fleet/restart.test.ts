import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeCommand } from '@busbar/device-protocol/down/encode-down';
import { commandTopic } from '@busbar/device-protocol/topics';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestBroker } from '../../test/broker.ts';
import { SimulatedDevice } from '../device/device.ts';
import type { DeviceSpec } from '../device/device-spec.ts';
import { decodeStored, encodeStored } from '../device/stored-device.ts';
import type { LedgerLine } from './ledger.ts';

const HOUR = 3_600_000;
const CODE = 'BREAKER-0001';
const begin = Date.UTC(2026, 0, 15, 10);
const spec: DeviceSpec = {
  code: CODE,
  type: 'MT61',
  slaveCount: 0,
  ratedCurrentA: 63,
  zone: 'Asia/Shanghai',
  countsFrom: Date.UTC(2026, 0, 1),
  intervalMs: HOUR,
  moveMs: 0,
};

/** Returns the device as a program started at `now` restores it from the text of the file. */
function startedAgain(device: SimulatedDevice, now: number): SimulatedDevice {
  const text = encodeStored(device.snapshot());
  return new SimulatedDevice(device.spec, now, decodeStored(JSON.parse(text)));
}

function submit(device: SimulatedDevice, to: SwitchCommand, id: string, at: number) {
  return device.onCommand(encodeCommand({ id, expiresAt: at + 1000, op: 'switch', to }), at);
}

const registerOf = (device: SimulatedDevice, at: number) =>
  device.readings(at)[0]?.registers?.activeTotal ?? Number.NaN;

describe('a restarted device', () => {
  it('recloses its own trip when due, and continues to count its attempts', () => {
    const before = new SimulatedDevice(spec, begin);
    const set = { ...before.parameters.read('overCurrent'), enable: 'true', doOpen: 'true' };
    const slots = { ct1: '02', ct2: '00', ct3: '00', ct4: '00', ct5: '00', cd1: '60' };
    before.parameters.write('overCurrent', { ...set, ...slots, ocrt: '9999' });
    const overload = { currentA: 70 };
    before.disturb(overload, begin);
    const at = (seconds: number) => begin + seconds * 1_000;
    const actionOf = (device: SimulatedDevice) => device.units[0]?.contact.action;
    /** Steps the device over time; returns each new position. */
    const run = (device: SimulatedDevice, fromS: number, untilS: number) => {
      const seen = [actionOf(device)];
      for (let second = fromS; second <= untilS; second++) {
        device.step(at(second));
        if (actionOf(device) !== seen.at(-1)) seen.push(actionOf(device));
      }
      return seen.slice(1);
    };
    expect(run(before, 0, 20)).toEqual(['openByFault']);
    const after = startedAgain(before, at(21));
    after.disturb(overload, at(21));
    expect(run(after, 21, 50)).toEqual([]);
    expect(run(after, 51, 80)).toEqual(['closeAutomatic', 'openByFault']);
    // The slot has two attempts, one of which remains.
    const again = startedAgain(after, at(81));
    again.disturb(overload, at(81));
    expect(run(again, 81, 600)).toEqual(['closeAutomatic', 'openByFault']);
  });

  it('remains open, and its register does not change until it is closed', () => {
    const before = new SimulatedDevice(spec, begin);
    submit(before, 'open', 'c-1', begin);
    const stood = registerOf(before, begin);
    const after = startedAgain(before, begin + 5 * HOUR);
    expect(after.units[0]?.contact.action).toBe('openByCommand');
    expect(registerOf(after, begin + 9 * HOUR)).toBe(stood);
    submit(after, 'close', 'c-2', begin + 9 * HOUR);
    const again = startedAgain(after, begin + 9 * HOUR);
    expect(registerOf(again, begin + 9 * HOUR)).toBe(stood);
    const used = registerOf(again, begin + 10 * HOUR) - stood;
    const expected = registerOf(new SimulatedDevice(spec, begin), begin + 10 * HOUR) - stood;
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThan(expected / 2);
  });

  it('answers a repeated command with the first reply and does not switch', () => {
    const before = new SimulatedDevice(spec, begin);
    const first = submit(before, 'open', 'c-1', begin);
    submit(before, 'close', 'c-2', begin + 1);
    const after = startedAgain(before, begin + 2);
    const repeated = submit(after, 'open', 'c-1', begin + 3);
    expect(repeated.messages).toEqual([first.messages[0]]);
    expect(repeated.execution).toBeUndefined();
    expect(after.units[0]?.contact.action).toBe('closeByCommand');
  });

  it('restores its timers, and runs them', () => {
    const before = new SimulatedDevice(spec, begin);
    const timers = [{ id: 7, days: 127, at: '18:30', to: 'open' as const }];
    before.onCommand(encodeCommand({ id: 't', expiresAt: begin, op: 'timers', timers }), begin);
    const after = startedAgain(before, begin + 1);
    // 18:30 in Shanghai is 10:30 UTC.
    after.step(begin + HOUR / 2);
    expect(after.units[0]?.contact.action).toBe('openByTimer');
  });

  it('restores written parameters and uses factory values for the others', () => {
    const before = new SimulatedDevice(spec, begin);
    before.parameters.write('overVoltage', { ov: '280.0' });
    before.parameters.write('timingConfig', { s1: { time: '07:00', op: '1' } });
    const { parameters } = startedAgain(before, begin);
    expect(parameters.read('overVoltage')).toMatchObject({ ov: '280.0', orv: '255.0' });
    expect(parameters.read('timingConfig')).toMatchObject({ s1: { time: '07:00', op: '1' } });
    expect(parameters.read('lowVoltage')).toEqual(
      new SimulatedDevice(spec, 0).parameters.read('lowVoltage'),
    );
  });

  it('still refuses to close after an unlock if it had been opened by hand', () => {
    const before = new SimulatedDevice(spec, begin);
    before.moveByHand('open', begin);
    submit(before, 'lock', 'c-1', begin);
    const after = startedAgain(before, begin + 1);
    submit(after, 'unlock', 'c-2', begin + 1);
    expect(after.units[0]?.contact.action).toBe('openByManual');
  });

  it('restores each slave of a gateway by its address', () => {
    const gateway = new SimulatedDevice({ ...spec, type: 'MT88C', slaveCount: 3 }, begin);
    gateway.moveByHand('open', begin, 2);
    const after = startedAgain(gateway, begin + HOUR);
    expect(after.units.map(({ contact }) => contact.closed)).toEqual([true, false, true]);
  });

  it('ignores the stored meter state of another load profile', () => {
    const before = new SimulatedDevice(spec, begin);
    submit(before, 'open', 'c-1', begin - 5 * HOUR);
    submit(before, 'close', 'c-2', begin);
    const other = { ...spec, countsFrom: spec.countsFrom + 24 * HOUR };
    const after = new SimulatedDevice(other, begin, before.snapshot());
    expect(registerOf(after, begin)).toBe(registerOf(new SimulatedDevice(other, begin), begin));
  });

  it('behaves at every instant like a device that was never stopped', () => {
    const doing = fc.constantFrom('open', 'close', 'lock', 'unlock', 'hand open', 'hand close');
    const steps = fc.array(
      fc.record({ doing, ms: fc.integer({ min: 0, max: 9 * HOUR }), ended: fc.boolean() }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, (plan) => {
        const never = new SimulatedDevice(spec, begin);
        let ended = new SimulatedDevice(spec, begin);
        let now = begin;
        for (const [index, step] of plan.entries()) {
          for (const device of [never, ended]) act(device, step.doing, `c-${index}`, now);
          now += step.ms;
          if (step.ended) ended = startedAgain(ended, now);
          expect(ended.readings(now)).toEqual(never.readings(now));
          expect(ended.greeting(now)).toEqual(never.greeting(now));
        }
      }),
      { numRuns: 40 },
    );
  });
});

function act(device: SimulatedDevice, doing: string, id: string, now: number): void {
  if (doing === 'hand open') device.moveByHand('open', now);
  else if (doing === 'hand close') device.moveByHand('close', now);
  else submit(device, doing as SwitchCommand, id, now);
}

const ends: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

describe('a simulator killed right after its reply', () => {
  it('finds the breaker open, and does not execute the command again', {
    timeout: 90_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'busbar-restart-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const broker = await startTestBroker();
    ends.push(() => broker.close());
    const file = (name: string) => join(folder, name);
    writeFileSync(file('fleet.txt'), `${CODE}:secret\n`);
    const run = (): ChildProcess => {
      const program = fileURLToPath(new URL('../main.ts', import.meta.url));
      const url = `mqtt://127.0.0.1:${broker.target.port}`;
      const args = ['--url', url, '--interval', '1', '--speed', '10'];
      const files = ['--credentials', file('fleet.txt'), '--state', file('state.json')];
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', program, ...args, ...files, '--ledger', file('ledger.ndjson')],
        { stdio: 'ignore' },
      );
      ends.push(async () => {
        await ended(child, 'SIGKILL');
      });
      return child;
    };
    const heard = (kind: string, from = 0): string[] =>
      broker.heard
        .slice(from)
        .filter(({ topic }) => topic.endsWith(`/${kind}`))
        .map(({ payload }) => payload);
    const executions = (): LedgerLine[] => {
      const text = existsSync(file('ledger.ndjson'))
        ? readFileSync(file('ledger.ndjson'), 'utf8').trim()
        : '';
      const lines = text === '' ? [] : text.split('\n').map((line) => JSON.parse(line));
      return lines.filter(({ kind }: LedgerLine) => kind === 'executed');
    };
    const sendOpen = () => {
      const expiresAt = Date.now() + 60_000;
      broker.send(
        commandTopic(CODE),
        encodeCommand({ id: 'c-1', expiresAt, op: 'switch', to: 'open' }),
      );
    };

    const first = run();
    await broker.until(() => heard('state').length > 0);
    sendOpen();
    await broker.until(() => heard('reply').length > 0);
    await ended(first, 'SIGKILL');
    expect(statSync(file('state.json')).mode & 0o777).toBe(0o600);
    const executedBefore = executions().length;

    const mark = broker.heard.length;
    const second = run();
    await broker.until(() => heard('state', mark).length > 0);
    expect(JSON.parse(heard('state', mark)[0] ?? '')).toMatchObject({ action: 'openByCommand' });
    sendOpen();
    await broker.until(() => heard('reply', mark).length > 0 && heard('data', mark).length >= 3);
    expect(heard('reply', mark)).toEqual(heard('reply').slice(0, 1));
    expect(heard('state', mark)).toHaveLength(1);
    const shown = heard('data', mark).map((payload) => JSON.parse(payload));
    expect(new Set(shown.map(({ epT }) => epT)).size).toBe(1);
    expect(shown.map(({ curA }) => curA)).toEqual(shown.map(() => 0));
    expect(await ended(second, 'SIGTERM')).toBe(0);
    expect(executions()).toHaveLength(executedBefore);
    expect(executedBefore).toBeLessThanOrEqual(1);
  });
});
