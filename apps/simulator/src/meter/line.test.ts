/** Replies of the meter on the serial line of a device, decoded by the codec of the console. */

import { encodeCommand } from '@busbar/device-protocol/down/encode-down';
import { encodeFrame, type ProtocolVersion } from '@busbar/device-protocol/frame/encode-frame';
import { explainReply } from '@busbar/device-protocol/frame/explain-reply';
import { hexOf, readHex } from '@busbar/device-protocol/frame/hex';
import { decodeReply } from '@busbar/device-protocol/up/decode-reply';
import { describe, expect, it } from 'vitest';
import { SimulatedDevice } from '../device/device.ts';
import { busAddress, meterAddress } from './line.ts';

const now = Date.UTC(2026, 10, 21, 14, 30, 5);

const breaker = () =>
  new SimulatedDevice(
    {
      code: 'DEMO-BRK-0007',
      type: 'MT61',
      slaveCount: 0,
      ratedCurrentA: 63,
      zone: 'Asia/Shanghai',
      countsFrom: Date.UTC(2026, 9, 1),
      intervalMs: 60_000,
      moveMs: 150,
    },
    now,
  );

let commands = 0;

function pass(
  device: SimulatedDevice,
  commandCode: string,
  data: string,
  {
    version = 1,
    address = version === 1 ? '7' : '7',
  }: { version?: ProtocolVersion; address?: string } = {},
) {
  const frame = encodeFrame({ address, commandCode, data, version });
  if (!frame.ok) throw new Error(frame.refusal);
  const id = `c-${++commands}`;
  const command = { id, expiresAt: now + 30_000, op: 'frame', hex: hexOf(frame.value) } as const;
  const { messages } = device.onCommand(encodeCommand(command), now);
  const reply = decodeReply(messages[0]!.payload).accepted[0]!;
  const hex = readHex(String(reply.data?.hex ?? ''));
  const frames = hex.ok ? explainReply(frame.value, hex.bytes).frames : [];
  return {
    code: reply.code,
    states: messages
      .filter(({ kind }) => kind === 'state')
      .map(({ payload }) => JSON.parse(payload)),
    problems: frames.flatMap(({ problems }) => problems.map(({ key }) => key)),
    rows: frames.flatMap(({ rows }) => rows).map(({ name, value, unit }) => [name, value, unit]),
  };
}

const valueNamed = (rows: unknown[][], name: string) => rows.find(([label]) => label === name)?.[1];

describe('meter addresses', () => {
  it('are derived from the device code', () => {
    expect(meterAddress('DEMO-BRK-0007')).toBe('000000000007');
    expect(busAddress('DEMO-BRK-0007')).toBe(7);
    expect(busAddress('DEMO-BRK-0248')).toBe(1);
  });
});

describe('DL/T 645-2007', () => {
  it('reads the measurements of the device', () => {
    const device = breaker();
    const { measurement = {}, registers = {} } = device.units[0]!.reading(now, now);
    const volts = pass(device, '11', '00ff0102');
    expect(volts.problems).toEqual([]);
    expect(valueNamed(volts.rows, 'Voltage, phase B')).toBeCloseTo(measurement.voltageB!, 1);
    const power = pass(device, '11', '00000302');
    expect(valueNamed(power.rows, 'Active power, total')).toBeCloseTo(measurement.activePower!, 3);
    const energy = pass(device, '11', '00ff0100');
    expect(energy.problems).toEqual([]);
    expect(valueNamed(energy.rows, 'Forward active energy, total')).toBe(registers.activeImport);
    expect(valueNamed(energy.rows, 'Forward active energy, valley')).toBe(
      registers.activeImportValley,
    );
    expect(valueNamed(pass(device, '11', '02010004').rows, 'Time of day')).toBe('22:30:05');
  });

  it('returns its address to a request for any address', () => {
    const { rows } = pass(breaker(), '13', '', { address: 'AA' });
    expect(valueNamed(rows, 'Communication address')).toBe('000000000007');
  });

  it('does not reply to another address', () => {
    expect(pass(breaker(), '11', '00010102', { address: '8' })).toMatchObject({
      code: 500,
      rows: [],
    });
  });

  it('reports an error for data it does not have', () => {
    const { rows } = pass(breaker(), '11', '12345678');
    expect(valueNamed(rows, 'Error word')).toBe('no such data');
  });

  it('accepts a write only with the correct password', () => {
    const device = breaker();
    const write = (password: string) => pass(device, '14', `03010004${password}0000000030`);
    expect(valueNamed(write('02111111').rows, 'Error word')).toMatch('password');
    expect(write('02000000').rows[3]?.[1]).toBe('reply, write data');
    expect(valueNamed(pass(device, '11', '03010004').rows, 'Demand period')).toBe(30);
  });

  it('trips and closes its contact and reports the relay status', () => {
    const device = breaker();
    const switchTo = (n1: string) => pass(device, '1c', `0200000000000000${n1}00595923311226`);
    expect(switchTo('1a').states).toEqual([expect.objectContaining({ action: 'openByCommand' })]);
    expect(device.units[0]!.contact.closed).toBe(false);
    expect(valueNamed(pass(device, '11', '03050004').rows, 'Running status word, 3')).toBe(
      'relay open, relay commanded open',
    );
    expect(switchTo('1c').states).toEqual([expect.objectContaining({ action: 'closeByCommand' })]);
    device.units[0]!.become('lockByCommand', now);
    expect(valueNamed(switchTo('1b').rows, 'Error word')).toBe('other error');
  });
});

describe('Modbus RTU', () => {
  const modbus = { version: 2 } as const;

  it('reads registers at the requested addresses', () => {
    const device = breaker();
    const { measurement = {}, registers = {} } = device.units[0]!.reading(now, now);
    const { rows, problems } = pass(device, '03', '0000000d', modbus);
    expect(problems).toEqual([]);
    expect(valueNamed(rows, 'Register, 1')).toBe(Math.round(measurement.voltageB! * 10));
    const energy =
      Number(valueNamed(rows, 'Register, 8')) * 65_536 + Number(valueNamed(rows, 'Register, 9'));
    expect(energy).toBe(Math.round(registers.activeImport! * 100));
    expect(valueNamed(rows, 'Register, 12')).toBe(1);
  });

  it('writes registers and reads them back', () => {
    const device = breaker();
    expect(pass(device, '06', '0064002a', modbus).problems).toEqual([]);
    expect(pass(device, '10', '006500010200ff', modbus).problems).toEqual([]);
    const { rows } = pass(device, '03', '00640002', modbus);
    expect([valueNamed(rows, 'Register, 100'), valueNamed(rows, 'Register, 101')]).toEqual([
      42, 255,
    ]);
  });

  it('replies with an exception to an unsupported request', () => {
    const device = breaker();
    const exception = (code: string, data: string) =>
      valueNamed(pass(device, code, data, modbus).rows, 'Exception');
    expect(exception('03', '03e80001')).toBe('address not supported');
    expect(exception('06', '00000001')).toBe('address not supported');
    expect(exception('05', '00001234')).toBe('value not allowed');
    expect(exception('0f', '0000000801ff')).toBe('function not supported');
    device.units[0]!.become('lockByCommand', now);
    expect(exception('05', '0000ff00')).toBe('device failure');
  });

  it('switches its contact by the coil', () => {
    const device = breaker();
    expect(pass(device, '05', '00000000', modbus).states).toHaveLength(1);
    expect(valueNamed(pass(device, '01', '00000001', modbus).rows, 'Coils, 0')).toBe('00000000');
  });

  it('does not reply to another address', () => {
    expect(pass(breaker(), '03', '00000001', { ...modbus, address: '8' }).code).toBe(500);
  });
});
