import { describe, expect, it } from 'vitest';
import type { FrameEffect } from './frame-interlock.ts';
import { type FrameAddress, frameTarget, type LineDevice } from './frame-target.ts';

const CARRIER = 1;
const modbus = (station: string): FrameAddress => ({ protocol: 'modbus', station });
const dlt645 = (station: string): FrameAddress => ({ protocol: 'dlt645', station });

const device = (deviceId: number, more: Partial<LineDevice>): LineDevice => ({
  deviceId,
  isInScope: true,
  address: undefined,
  slaveAddress: undefined,
  ...more,
});
const carrier = device(CARRIER, {});
/** A line with settings: the DTU is a meter itself, and station 3 is in another group. */
const LINE = [
  device(CARRIER, { address: modbus('1') }),
  device(2, { address: modbus('2') }),
  device(3, { address: modbus('3'), isInScope: false }),
];
const METERS = [
  carrier,
  device(2, { address: dlt645('000000000022') }),
  device(3, { address: dlt645('000000000033'), isInScope: false }),
];
/** A gateway without line settings, whose slaves have only their bus addresses. */
const GATEWAY = [carrier, device(2, { slaveAddress: 2 }), device(3, { slaveAddress: 13 })];
const FOREIGN = [...GATEWAY, device(4, { slaveAddress: 4, isInScope: false })];

const targetOf = (effect: FrameEffect, devices: LineDevice[], addresses: FrameAddress[]) => {
  const outcome = frameTarget({ effect, addresses, carrierId: CARRIER, devices });
  return outcome.ok ? outcome.value : outcome.refusal;
};

describe('the target of a frame', () => {
  it.each<[string, LineDevice[], FrameAddress[], string | number, string | number]>([
    // The line, the addresses, and the target of a frame that reads and of one that writes.
    ['any address without slaves', [carrier], [modbus('7')], 1, 1],
    ['a broadcast without slaves', [carrier], [dlt645('AAAAAAAAAAAA')], 1, 1],
    ['the station of the DTU', LINE, [modbus('1')], 1, 1],
    ['the station of a slave', LINE, [modbus('2')], 2, 2],
    ['the station of another group', LINE, [modbus('3')], 'not-found', 'not-found'],
    ['an unused station', LINE, [modbus('9')], 1, 'frame-station-unknown'],
    ['a Modbus broadcast', LINE, [modbus('0')], 'not-found', 'not-found'],
    ['a Modbus broadcast in scope', LINE.slice(0, 2), [modbus('0')], 1, 'frame-station-unknown'],
    ['a reserved number', LINE.slice(0, 2), [modbus('255')], 1, 'frame-station-unknown'],
    ['the other protocol', LINE, [dlt645('000000000002')], 1, 'frame-station-unknown'],
    ['both protocols', LINE, [modbus('2'), dlt645('000000000002')], 1, 'frame-station-unknown'],
    ['a twelve-digit station', METERS, [dlt645('000000000022')], 2, 2],
    ['a wildcard of one slave', METERS, [dlt645('AAAAAAAAAA22')], 1, 'frame-station-unknown'],
    ['a wildcard of another group', METERS, [dlt645('AAAAAAAAAA33')], 'not-found', 'not-found'],
    ['a wildcard of all', METERS, [dlt645('AAAAAAAAAAAA')], 'not-found', 'not-found'],
    ['the DL/T 645 broadcast', METERS, [dlt645('999999999999')], 'not-found', 'not-found'],
    [
      'an address that is not decimal',
      METERS,
      [dlt645('00000000002B')],
      1,
      'frame-station-unknown',
    ],
    ['a bus address', GATEWAY, [modbus('13')], 3, 3],
    ['a bus address of twelve digits', GATEWAY, [dlt645('000000000013')], 3, 3],
    ['an unused bus address', GATEWAY, [modbus('4')], 1, 'frame-station-unknown'],
    ['a bus address of another group', FOREIGN, [modbus('4')], 'not-found', 'not-found'],
    [
      'a meter of another group perhaps',
      FOREIGN,
      [modbus('9')],
      'not-found',
      'frame-station-unknown',
    ],
  ])('follows from %s', (_case, devices, addresses, read, write) => {
    expect(targetOf('read', devices, addresses)).toBe(read);
    for (const effect of ['open', 'close', 'write'] as const) {
      expect(targetOf(effect, devices, addresses), effect).toBe(write);
    }
  });
});
