import { describe, expect, it } from 'vitest';
import { SimulatedDevice } from '../device/device.ts';
import { decodeStored, encodeStored } from '../device/stored-device.ts';
import { LampBank, type LampBankSpec } from './lamp-bank.ts';
import { applyEvent, parseScenario } from './scenario.ts';

/** 22:00 in Shanghai. */
const NIGHT = Date.UTC(2026, 10, 20, 14);
const NOON = Date.UTC(2026, 10, 20, 4);
const MINUTE = 60_000;
const led: LampBankSpec = {
  count: 20,
  watts: 100,
  kind: 'led',
  from: 17,
  to: 7,
  zone: 'Asia/Shanghai',
};
const sodium: LampBankSpec = { ...led, kind: 'sodium', watts: 250 };

describe('a bank of lamps', () => {
  it.each([
    ['LED by night', led, NIGHT, 230, true, 2],
    ['LED at low voltage', led, NIGHT, 207, true, 2],
    ['LED by day', led, NOON, 230, true, 0],
    ['behind an open breaker', led, NIGHT, 230, false, 0],
    ['without voltage', led, NIGHT, 0, true, 0],
    ['sodium, warm, with its ballast', sodium, NIGHT, 230, true, 5.6],
    ['sodium at 207 V', sodium, NIGHT, 207, true, 4.6326],
    ['always on', { ...led, from: 0, to: 0 }, NOON, 230, true, 2],
  ] as const)('draws the expected power: %s', (_, spec, now, voltageV, closed, kw) => {
    expect(new LampBank(spec).powerKw(now, voltageV, closed)).toBeCloseTo(kw, 3);
  });

  it('of sodium lamps warms up in six minutes', () => {
    const bank = new LampBank(sodium);
    bank.powerKw(NIGHT, 230, false);
    expect(bank.powerKw(NIGHT, 230, true)).toBeCloseTo(1.68, 3);
    expect(bank.powerKw(NIGHT + 3 * MINUTE, 230, true)).toBeCloseTo(3.64, 3);
    expect(bank.powerKw(NIGHT + 6 * MINUTE, 230, true)).toBeCloseTo(5.6, 3);
  });

  it('loses the power of failed lamps, supplies theft, and burns by day when stuck', () => {
    const bank = new LampBank(led);
    bank.failed = 2;
    expect(bank.powerKw(NIGHT, 230, true)).toBeCloseTo(1.8, 3);
    bank.theftKw = 0.7;
    expect(bank.powerKw(NIGHT, 230, true)).toBeCloseTo(2.5, 3);
    expect(bank.powerKw(NOON, 230, true)).toBeCloseTo(0.7, 3);
    bank.stuck = true;
    expect(bank.powerKw(NOON, 230, false)).toBeCloseTo(2.5, 3);
  });
});

describe('lamp scenarios', () => {
  const device = () =>
    new SimulatedDevice(
      {
        code: 'LAMPS-000001',
        type: 'MT61',
        slaveCount: 0,
        ratedCurrentA: 63,
        zone: 'Asia/Shanghai',
        countsFrom: Date.UTC(2026, 9, 1),
        intervalMs: 60_000,
        moveMs: 0,
      },
      NIGHT,
    );
  function powerAfter(...events: object[]): number {
    const lamps = device();
    const entries = events.map((event) => ({ at: 0, device: '*', ...event }));
    for (const event of parseScenario(JSON.stringify(entries))) applyEvent(event, lamps, NIGHT);
    const [data] = lamps.step(NIGHT + 2 * MINUTE).filter(({ kind }) => kind === 'data');
    const payload = JSON.parse(String(data!.payload)) as { insP: number } | { insP: number }[];
    return (Array.isArray(payload) ? payload[0]! : payload).insP;
  }
  const there = { event: 'lamps', count: 20, watts: 100, from: 17, to: 7 };

  it.each([
    ['all burn', [there], 2],
    ['two fail', [there, { event: 'lamps-fail', count: 2 }], 1.8],
    ['theft', [there, { event: 'lamps-theft', kw: 0.6 }], 2.6],
    ['repaired', [there, { event: 'lamps-fail', count: 2 }, { event: 'lamps-mended' }], 2],
    ['off by day', [{ ...there, from: 7, to: 17 }], 0],
    ['stuck by day', [{ ...there, from: 7, to: 17 }, { event: 'lamps-stuck' }], 2],
  ])('determine the power of the lamps: %s', (_, events, kw) => {
    expect(powerAfter(...events)).toBeCloseTo(kw, 2);
  });
});

describe('counters behind lamps', () => {
  const HOUR = 3_600_000;
  const spec = {
    code: 'LAMPS-000001',
    type: 'MT61',
    slaveCount: 0,
    ratedCurrentA: 63,
    zone: 'Asia/Shanghai',
    countsFrom: Date.UTC(2026, 9, 1),
    intervalMs: 60_000,
    moveMs: 0,
  };
  const always = { ...led, from: 0, to: 0 };
  const shown = (device: SimulatedDevice, now: number) =>
    device.readings(now)[0]!.registers!.activeTotal!;
  function lit(bank = new LampBank(always)) {
    const device = new SimulatedDevice(spec, NIGHT);
    const before = shown(device, NIGHT);
    device.light(bank, NIGHT);
    return { device, since: (now: number) => shown(device, now) - before };
  }

  it('count between readings at uneven intervals', () => {
    const { since } = lit(new LampBank(led));
    const quarter = NIGHT + HOUR / 4;
    since(quarter - 1000);
    expect(since(quarter + 3001)).toBeCloseTo(0.5, 2);
  });

  it.each([
    ['all burn', always, () => {}, 2],
    ['dark at noon by their photocell', { ...led, from: 7, to: 17 }, () => {}, 0],
    [
      'two fail after half an hour',
      always,
      (device: SimulatedDevice) => device.changeLamps({ failed: 2 }, NIGHT + HOUR / 2),
      1.9,
    ],
    [
      'opened by hand after a quarter',
      always,
      (device: SimulatedDevice) => device.moveByHand('open', NIGHT + HOUR / 4),
      0.5,
    ],
    [
      'no voltage from a quarter on',
      always,
      (device: SimulatedDevice) =>
        device.disturb({ voltageV: { A: 0, B: 0, C: 0 } }, NIGHT + HOUR / 4),
      0.5,
    ],
  ] as const)('increase by the energy of the lamps in an hour: %s', (_, bank, change, kwh) => {
    const { device, since } = lit(new LampBank(bank));
    expect(since(NIGHT)).toBe(0);
    change(device);
    expect(since(NIGHT + HOUR)).toBeCloseTo(kwh, 2);
  });

  it('count the same energy however often they are read', () => {
    const one = lit(new LampBank({ ...sodium, from: 0, to: 0 }));
    const other = lit(new LampBank({ ...sodium, from: 0, to: 0 }));
    for (let at = NIGHT; at < NIGHT + HOUR; at += 7_000) other.since(at);
    expect(other.since(NIGHT + HOUR)).toBeCloseTo(one.since(NIGHT + HOUR), 1);
  });

  it('are assigned to the tariff band of the hour', () => {
    const { device } = lit();
    const bands = (now: number) => device.readings(now)[0]!.registers!;
    const before = bands(NIGHT);
    // 22:00 to 24:00: an hour in the off-peak band, an hour in the valley band.
    const after = bands(NIGHT + 2 * HOUR);
    const rise = (name: 'activeTotalOffPeak' | 'activeTotalValley' | 'activeTotalSharp') =>
      after[name]! - before[name]!;
    expect(rise('activeTotalOffPeak')).toBeCloseTo(2, 2);
    expect(rise('activeTotalValley')).toBeCloseTo(2, 2);
    expect(rise('activeTotalSharp')).toBe(0);
  });

  it('continue from their values after a restart', () => {
    const { device } = lit();
    const last = shown(device, NIGHT + HOUR);
    const again = new SimulatedDevice(
      spec,
      NIGHT + HOUR,
      decodeStored(JSON.parse(encodeStored(device.snapshot()))),
    );
    again.light(new LampBank(always), NIGHT + HOUR);
    expect(shown(again, NIGHT + HOUR)).toBe(last);
    expect(shown(again, NIGHT + 2 * HOUR)).toBeCloseTo(last + 2, 2);
  });
});
