import { relaysOfState } from '@busbar/device-protocol/tasmota/tasmota-power';
import { describe, expect, it } from 'vitest';
import { TasmotaRelays } from './tasmota-relays.ts';

const UPTIME = { Uptime: '0T00:10:00' };
type Step = { readonly state?: object; readonly shutter?: boolean };

function after(steps: readonly Step[]): TasmotaRelays {
  const relays = new TasmotaRelays();
  for (const { state, shutter = false } of steps) {
    if (state === undefined) relays.sensed(shutter);
    else relays.reported(relaysOfState({ ...state }), shutter);
  }
  return relays;
}
const STATE = { state: { ...UPTIME, POWER1: 'ON', POWER2: 'OFF' } };

describe('the relays of a Tasmota device', () => {
  it.each<[string, readonly Step[], readonly number[] | undefined]>([
    ['are unknown at first', [], undefined],
    ['are unknown without the sensors, which name a shutter', [STATE], undefined],
    ['are unknown without a whole state', [{ state: { POWER2: 'ON' } }, {}], undefined],
    ['are those of the state', [STATE, {}], [1, 2]],
    ['are those of the state after the sensors', [{}, STATE], [1, 2]],
    ['are those of the last state', [STATE, {}, { state: { ...UPTIME, POWER: 'ON' } }], [1]],
    ['are none of a device that only measures', [{ state: UPTIME }, {}], []],
    ['are no breakers if they drive a shutter', [STATE, { shutter: true }], []],
    ['are no breakers once a shutter has moved', [STATE, {}, { state: {}, shutter: true }], []],
    ['are breakers again without the shutter', [STATE, { shutter: true }, {}], [1, 2]],
  ])('%s', (_, steps, expected) => {
    const { numbers } = after(steps);
    expect(numbers && [...numbers]).toEqual(expected);
  });

  it.each<[string, boolean, boolean, readonly Step[]]>([
    ['before anything is known', true, false, []],
    ['of two', true, true, [STATE, {}]],
    ['of a shutter', false, false, [STATE, { shutter: true }]],
    ['of a device with one', true, false, [{ state: { ...UPTIME, POWER: 'ON' } }, {}]],
  ])('%s: the first is switched: %s, the second: %s', (_, first, second, steps) => {
    const relays = after(steps);
    expect([relays.isBreaker(1), relays.isBreaker(2)]).toEqual([first, second]);
  });

  it.each<[string, boolean, readonly Step[]]>([
    ['without a number', false, [{ state: { POWER: 'ON' } }]],
    ['with a number', true, [{ state: { POWER1: 'ON' } }]],
    ['of which the second has moved', true, [{ state: { POWER2: 'ON' } }]],
  ])('%s are requested: %s', (_, is, steps) => {
    const relays = after(steps);
    expect(relays.isQuestion).toBe(is);
    relays.asked();
    expect(relays.isQuestion).toBe(false);
  });

  it.each<[string, boolean, readonly Step[]]>([
    ['before anything is known', true, []],
    ['after the sensors alone', true, [{}]],
    ['with a number', true, [{}, { state: { POWER1: 'ON' } }]],
    ['with a number, before the sensors', true, [STATE]],
    ['without a number', false, [{}, { state: { POWER: 'ON' } }]],
    ['of a device that only measures', false, [{}, { state: UPTIME }]],
    ['of which all are known', false, [STATE, {}]],
  ])('%s may be several of an unknown number: %s', (_, is, steps) => {
    expect(after(steps).mayBeSeveral).toBe(is);
  });
});
