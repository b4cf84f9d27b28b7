/** Published Modbus frames and register values, and their meaning with the profiles. */

import { hexOf } from '@busbar/device-protocol/frame/hex';
import { describe, expect, it } from 'vitest';
import { bytesOf, frameOf, modbusReply, profileNamed, wordsOf } from '../../test/frames.ts';
import type { Profile, QuantityName } from '../profile.ts';
import { decodeBlock } from './decode-block.ts';
import { type ReadRequest, readPlanOf } from './read-plan.ts';

const SDM630 = profileNamed('eastron-sdm630');

/** The request that reads one quantity alone. */
function requestFor(profile: Profile, name: QuantityName): ReadRequest {
  const quantity = profile.quantities.find((candidate) => candidate.name === name);
  const request = readPlanOf(profile, { leftOut: new Set(), alone: new Set([name]) }).find(
    ({ block, from, count }) =>
      block === quantity?.block && from === quantity.from && count === quantity.length,
  );
  if (request === undefined) throw new Error(`${name} is not read`);
  return request;
}

const valueIn = (profile: Profile, name: QuantityName, words: readonly number[]) =>
  decodeBlock(profile, requestFor(profile, name), words)?.[name];

describe('frames of an SDM630', () => {
  it('ask for the voltage of phase A as the manual does, and contain it', () => {
    const request = requestFor(SDM630, 'voltageA');
    expect(frameOf(request, '1')).toBe(hexOf(bytesOf('01 04 00 00 00 02 71 CB')));
    const reply = modbusReply(request, '01 04 04 43 66 33 34 1B 38');
    // The manual prints 230.2; the bits are those of the next higher float.
    expect(decodeBlock(SDM630, request, wordsOf(reply))).toEqual({ voltageA: 230.20001 });
  });

  it.each([
    ['01 04 04 C3 2C 98 22 ED D0', -172.594],
    ['01 04 04 C1 09 B8 65 A4 51', -8.608],
    ['01 04 04 C2 97 EA 02 B9 71', -75.957],
  ])('contain the exported power of a captured reply: %s', (frame, watts) => {
    const request = requestFor(SDM630, 'activePowerA');
    const decoded = decodeBlock(SDM630, request, wordsOf(modbusReply(request, frame)));
    expect(Math.round(decoded!.activePowerA! * 1e6)).toBe(Math.round(watts * 1000));
  });

  it('are not read if their checksum is wrong, or if they answer another request', () => {
    const voltage = requestFor(SDM630, 'voltageA');
    expect(modbusReply(voltage, '01 04 04 43 66 33 35 1B 38')).toBeUndefined();
    const whole = readPlanOf(SDM630, { leftOut: new Set() })[0]!;
    expect(modbusReply(whole, '01 04 04 43 66 33 34 1B 38')).toBeUndefined();
    const holding = requestFor(profileNamed('abb-b23'), 'voltageA');
    expect(modbusReply(holding, '01 04 04 43 66 33 34 1B 38')).toBeUndefined();
  });

  it('contain the exception of the meter', () => {
    expect(modbusReply(requestFor(SDM630, 'activeExport'), '01 84 02 C2 C1')).toEqual({
      exception: 2,
    });
  });

  it('decode the words of the OpenEMS fixture', () => {
    expect(valueIn(SDM630, 'activePower', [0x461c, 0x4000])).toBe(10);
    expect(valueIn(SDM630, 'activePowerA', [0x45da, 0xc000])).toBe(7);
    expect(valueIn(SDM630, 'activePowerB', [0x464b, 0x2000])).toBe(13);
    expect(valueIn(SDM630, 'reactivePower', [0x459c, 0x4000])).toBe(5);
    expect(valueIn(SDM630, 'powerFactor', [0x3f80, 0x0000])).toBe(1);
  });
});

describe('energy of Acrel meters', () => {
  it('has 32 bits: the registers of a display of 1651.91 and 397.73 kWh', () => {
    const adw300 = profileNamed('acrel-adw300');
    expect(valueIn(adw300, 'activeImport', [2, 34_119])).toBe(1651.91);
    expect(valueIn(adw300, 'activeImport', [0, 39_773])).toBe(397.73);
  });
});

describe('"not available" of ABB', () => {
  const abb = profileNamed('abb-b23');

  it.each<[QuantityName, number[]]>([
    ['voltageC', [0xffff, 0xffff]],
    ['activePowerB', [0x7fff, 0xffff]],
    ['frequency', [0xffff]],
    ['powerFactorC', [0x7fff]],
    ['activeExport', [0xffff, 0xffff, 0xffff, 0xffff]],
  ])('is no value of %s', (name, words) => {
    const decoded = decodeBlock(abb, requestFor(abb, name), words);
    expect(decoded).toEqual({ [name]: undefined });
    expect(Object.keys(decoded!)).toEqual([name]);
  });

  it('is a value beside it', () => {
    expect(valueIn(abb, 'voltageC', [0, 2301])).toBe(230.1);
    // All bits set are −0.01 W, not "not available", where the number has a sign.
    expect(valueIn(abb, 'activePowerB', [0xffff, 0xffff])).toBe(-0.00001);
    expect(valueIn(abb, 'powerFactorC', [0xffff])).toBe(-0.001);
    expect(valueIn(abb, 'activeImport', [0, 0, 0x0002, 0x8547])).toBe(1651.91);
  });
});

describe('CT and PT ratios of the DTSD1352', () => {
  const meter = profileNamed('acrel-dtsd1352');
  const ct40 = { ct: { primary: 200, secondary: 5 }, pt: { primary: 1, secondary: 1 } };
  const decode = (name: QuantityName, words: readonly number[], ratios = ct40) =>
    decodeBlock(meter, requestFor(meter, name), words, ratios)?.[name];

  it('multiply current, power and energy by 40 for a CT of 200/5', () => {
    expect(decode('currentA', [123])).toBe(49.2);
    expect(decode('activePower', [0, 4321])).toBe(172.84);
    expect(decode('activePower', [0xffff, 0xffff])).toBe(-0.04);
    expect(decode('activeImport', [2, 34_119])).toBe(66_076.4);
  });

  it('multiply voltage, power and energy by the PT, and neither frequency nor power factor', () => {
    const pt = { ct: { primary: 1, secondary: 1 }, pt: { primary: 10_000, secondary: 100 } };
    expect(decode('voltageA', [577], pt)).toBe(5770);
    expect(decode('lineVoltageC', [1000], pt)).toBe(10_000);
    expect(decode('currentA', [123], pt)).toBe(1.23);
    expect(decode('activePower', [0, 4321], pt)).toBe(432.1);
    expect(decode('activeImport', [0, 39_773], pt)).toBe(39_773);
    expect(decode('frequency', [5001], pt)).toBe(50.01);
    expect(decode('powerFactor', [0xfc18], pt)).toBe(-1);
  });

  it('are exact for a ratio that is not a whole number', () => {
    const pt = { ct: { primary: 1, secondary: 1 }, pt: { primary: 380, secondary: 100 } };
    expect(decode('voltageA', [1000], pt)).toBe(380);
    expect(decode('voltageB', [1001], pt)).toBe(380.38);
  });

  it('must be given: a missing one is no factor of 1', () => {
    const request = requestFor(meter, 'currentA');
    expect(() => decodeBlock(meter, request, [123])).toThrow('needs the CT ratio');
    expect(() => decodeBlock(meter, request, [123], { ct: { primary: 0, secondary: 5 } })).toThrow(
      'must be greater than zero',
    );
    expect(decodeBlock(meter, requestFor(meter, 'powerFactor'), [1000])).toEqual({
      powerFactor: 1,
    });
  });
});
