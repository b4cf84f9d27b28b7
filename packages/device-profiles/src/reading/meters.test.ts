/**
 * Every meter with different values in all its registers, as its register table lists them. The
 * meters are written here by address and type, independently of the profile files: a wrong address,
 * type, word order, scale or unit, and exchanged phases or directions of energy, all give another
 * number.
 */
import { describe, expect, it } from 'vitest';
import { FakeMeter } from '../../test/fake-meter.ts';
import { profileNamed, wordsOf } from '../../test/frames.ts';
import type { Quantities, Ratios } from '../profile.ts';
import { decodeBlock } from './decode-block.ts';
import { NOTHING_LEFT_OUT, readPlanOf } from './read-plan.ts';

function readingOf(id: string, meter: FakeMeter, ratios: Ratios = {}): Quantities {
  const profile = profileNamed(id);
  return Object.assign(
    {},
    ...readPlanOf(profile, NOTHING_LEFT_OUT).map((request) =>
      decodeBlock(profile, request, wordsOf(meter.answer(request)), ratios),
    ),
  );
}

const phases = <N extends string>(name: N, [a, b, c]: readonly [number, number, number]) =>
  ({ [`${name}A`]: a, [`${name}B`]: b, [`${name}C`]: c }) as Quantities;

const VOLTS = phases('voltage', [230.1, 231.2, 229.3]);
const AMPERES = phases('current', [5.25, 6.5, 7.75]);
const KILOWATTS = { ...phases('activePower', [1.2, 1.5, -0.3]), activePower: 2.4 };
const FACTORS = { ...phases('powerFactor', [0.991, 0.982, -0.973]), powerFactor: 0.964 };

describe('a reading of each meter', () => {
  it('Eastron SDM630', () => {
    const meter = new FakeMeter(4)
      .setEach(0x00, 2, 'float32', [230.1, 231.2, 229.3])
      .setEach(0x06, 2, 'float32', [5.25, 6.5, 7.75])
      .setEach(0x0c, 2, 'float32', [1200, 1500, -300])
      .setEach(0x18, 2, 'float32', [100, 200, -50])
      .setEach(0x1e, 2, 'float32', [0.991, 0.982, -0.973])
      .set(0x34, 'float32', 2400)
      .set(0x3c, 'float32', 250)
      .set(0x3e, 'float32', 0.964)
      .set(0x46, 'float32', 50.02)
      .setEach(0x48, 2, 'float32', [1234.5, 67.5, 89.5, 12.5])
      .set(0x156, 'float32', 1302)
      .fill(0, 80);
    expect(readingOf('eastron-sdm630', meter)).toEqual({
      ...VOLTS,
      ...AMPERES,
      ...KILOWATTS,
      ...phases('reactivePower', [0.1, 0.2, -0.05]),
      reactivePower: 0.25,
      ...FACTORS,
      frequency: 50.02,
      activeImport: 1234.5,
      activeExport: 67.5,
      reactiveImport: 89.5,
      reactiveExport: 12.5,
      activeTotal: 1302,
    });
  });

  it('ABB B23', () => {
    const meter = new FakeMeter(3)
      .setEach(0x5000, 4, 'u64', [123_456_789, 6_789])
      .setEach(0x5b00, 2, 'u32', [2301, 2312, 2293])
      .setEach(0x5b0c, 2, 'u32', [525, 650, 775])
      .setEach(0x5b14, 2, 's32', [240_000, 120_000, 150_000, -30_000])
      .set(0x5b2c, 'u16', 5002)
      .setEach(0x5b3a, 1, 's16', [964, 991, 982, -973])
      .fill(0x5b00, 62);
    expect(readingOf('abb-b23', meter)).toEqual({
      ...VOLTS,
      ...AMPERES,
      ...KILOWATTS,
      ...FACTORS,
      frequency: 50.02,
      activeImport: 1_234_567.89,
      activeExport: 67.89,
    });
  });

  it('Schneider iEM3000', () => {
    const meter = new FakeMeter(3)
      .setEach(0x0bb7, 2, 'float32', [5.25, 6.5, 7.75])
      .setEach(0x0bd3, 2, 'float32', [230.1, 231.2, 229.3])
      .setEach(0x0bed, 2, 'float32', [1.2, 1.5, -0.3, 2.4])
      .set(0x0bfb, 'float32', 0.25)
      .set(0x0c25, 'float32', 50.02)
      .setEach(0x0c83, 4, 's64', [1_234_567, 67_891])
      .setEach(0x0c93, 4, 's64', [89_012, 3_456]);
    expect(readingOf('schneider-iem3000', meter)).toEqual({
      ...VOLTS,
      ...AMPERES,
      ...KILOWATTS,
      reactivePower: 0.25,
      frequency: 50.02,
      activeImport: 1234.567,
      activeExport: 67.891,
      reactiveImport: 89.012,
      reactiveExport: 3.456,
    });
  });

  const em24 = () =>
    new FakeMeter(4, { isLowWordFirst: true })
      .setEach(0x00, 2, 's32', [2301, 2312, 2293])
      .setEach(0x0c, 2, 's32', [5250, 6500, 7750])
      .setEach(0x12, 2, 's32', [12_000, 15_000, -3000])
      .set(0x28, 's32', 24_000);
  const OF_EM24 = {
    ...VOLTS,
    ...AMPERES,
    ...KILOWATTS,
    ...FACTORS,
    frequency: 50,
    activeImport: 12_345.6,
    activeExport: 78.9,
  };

  it('Carlo Gavazzi EM24 (RS-485): the import is the total, not the partial counter', () => {
    const meter = em24()
      .setEach(0x32, 1, 's16', [991, 982, -973, 964])
      .set(0x36, 's16', 0)
      .set(0x37, 's16', 500)
      .set(0x3e, 's32', 123_456)
      .set(0x42, 's32', 99)
      .setEach(0x46, 2, 's32', [41_000, 41_001, 41_002])
      .set(0x5c, 's32', 789);
    expect(readingOf('carlo-gavazzi-em24', meter)).toEqual(OF_EM24);
  });

  it('Carlo Gavazzi EM24_E1 (Ethernet): the import is the total, not that of a phase', () => {
    const meter = em24()
      .setEach(0x2e, 1, 's16', [991, 982, -973, 964])
      .set(0x32, 's16', 0)
      .set(0x33, 's16', 500)
      .set(0x34, 's32', 123_456)
      .setEach(0x40, 2, 's32', [41_000, 41_001, 41_002])
      .set(0x4e, 's32', 789);
    expect(readingOf('carlo-gavazzi-em24-e1', meter)).toEqual(OF_EM24);
  });

  it('Chint DTSU666: floats with a scale', () => {
    const meter = new FakeMeter(3)
      .setEach(0x2006, 2, 'float32', [2301, 2312, 2293])
      .setEach(0x200c, 2, 'float32', [5250, 6500, 7750])
      .setEach(0x2012, 2, 'float32', [24_000, 12_000, 15_000, -3000])
      .setEach(0x201a, 2, 'float32', [2500, 1000, 2000, -500])
      .setEach(0x202a, 2, 'float32', [964, 991, 982, -973])
      .set(0x2044, 'float32', 5002)
      .set(0x101e, 'float32', 1234.56)
      .set(0x1028, 'float32', 67.89);
    expect(readingOf('chint-dtsu666', meter)).toEqual({
      ...VOLTS,
      ...AMPERES,
      ...KILOWATTS,
      ...phases('reactivePower', [0.1, 0.2, -0.05]),
      reactivePower: 0.25,
      ...FACTORS,
      frequency: 50.02,
      activeImport: 1234.56,
      activeExport: 67.89,
    });
  });

  it('Chint DTSU666-H: the same registers without a scale, the energies elsewhere', () => {
    const meter = new FakeMeter(4)
      .setEach(0x2006, 2, 'float32', [230.1, 231.2, 229.3])
      .setEach(0x200c, 2, 'float32', [5.25, 6.5, 7.75])
      .setEach(0x2012, 2, 'float32', [2400, 1200, 1500, -300])
      .setEach(0x201a, 2, 'float32', [250, 100, 200, -50])
      .setEach(0x202a, 2, 'float32', [0.964, 0.991, 0.982, -0.973])
      .set(0x401e, 'float32', 1234.56)
      .set(0x4028, 'float32', 67.89);
    expect(readingOf('chint-dtsu666-h', meter)).toEqual({
      ...VOLTS,
      ...AMPERES,
      ...KILOWATTS,
      ...phases('reactivePower', [0.1, 0.2, -0.05]),
      reactivePower: 0.25,
      ...FACTORS,
      activeImport: 1234.56,
      activeExport: 67.89,
    });
  });

  it('Acrel ADW300', () => {
    const meter = new FakeMeter(3)
      .setEach(20, 1, 'u16', [2301, 2312, 2293])
      .setEach(26, 1, 'u16', [525, 650, 775])
      .setEach(30, 2, 's32', [1200, 1500, -300, 2400])
      .setEach(62, 2, 's32', [165_191, 39_773])
      .fill(20, 18);
    expect(readingOf('acrel-adw300', meter)).toEqual({
      ...VOLTS,
      ...AMPERES,
      ...KILOWATTS,
      activeImport: 1651.91,
      activeExport: 397.73,
    });
  });

  it('Acrel DTSD1352 with a CT of 200/5: voltages of 16 bits, each in its register', () => {
    const meter = new FakeMeter(3)
      .set(0x0a, 's32', 165_191)
      .set(0x14, 's32', 39_773)
      .set(0x28, 's32', 1001)
      .set(0x32, 's32', 202)
      .fill(0x0a, 42)
      .setEach(0x61, 1, 'u16', [2301, 2312, 2293])
      .setEach(0x64, 1, 'u16', [525, 650, 775])
      .setEach(0x77, 1, 'u16', [5002, 3991, 3982, 4003])
      .setEach(0x164, 2, 's32', [1200, 1500, -300, 2400])
      .set(0x172, 's32', 250)
      .fill(0x164, 16)
      .set(0x17f, 's16', -964);
    const ratios = { ct: { primary: 200, secondary: 5 }, pt: { primary: 1, secondary: 1 } };
    expect(readingOf('acrel-dtsd1352', meter, ratios)).toEqual({
      ...VOLTS,
      ...phases('lineVoltage', [399.1, 398.2, 400.3]),
      ...phases('current', [210, 260, 310]),
      ...phases('activePower', [48, 60, -12]),
      activePower: 96,
      reactivePower: 10,
      powerFactor: -0.964,
      frequency: 50.02,
      activeImport: 66_076.4,
      activeExport: 15_909.2,
      reactiveImport: 400.4,
      reactiveExport: 80.8,
    });
  });

  it('the generic example', () => {
    const meter = new FakeMeter(3)
      .setEach(0, 1, 'u16', [2301, 2312, 2293])
      .setEach(3, 1, 'u16', [525, 650, 775])
      .set(6, 's32', -2400)
      .set(8, 'u32', 4_000_000_001)
      .set(10, 'u16', 5002)
      .set(11, 's16', -964);
    expect(readingOf('generic-modbus', meter)).toEqual({
      ...VOLTS,
      ...AMPERES,
      activePower: -2.4,
      powerFactor: -0.964,
      frequency: 50.02,
      activeImport: 40_000_000.01,
    });
  });
});
