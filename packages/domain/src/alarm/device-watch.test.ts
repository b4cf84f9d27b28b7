import { describe, expect, it } from 'vitest';
import { MEASUREMENT_FIELDS, type Measurement } from '../device/measurement.ts';
import { ALARM_RULES, limitsOf, ratingOf, ruleOf, settingProblem } from './alarm-rule.ts';
import { DeviceWatch, type RuleEvent, type RuleSettings } from './device-watch.ts';

const ORDER = Object.keys(MEASUREMENT_FIELDS) as (keyof Measurement)[];
const values = (measured: Measurement) => ORDER.map((field) => measured[field] ?? Number.NaN);
const defaults: RuleSettings = (type) => ruleOf(type)!.defaults;

/** Repeats one reading for two minutes, every ten seconds, starting at a given second. */
function hold(device: DeviceWatch, measured: Measurement, fromS = 0, settings = defaults) {
  const events: RuleEvent[] = [];
  for (let s = fromS; s <= fromS + 120; s += 10) {
    events.push(...device.read(settings, values(measured), s * 1000, s * 1000));
  }
  return events;
}
const raised = (events: readonly RuleEvent[]) =>
  events
    .filter(({ active, goesOn }) => active && !goesOn)
    .map(({ type, phase }) => `${type} ${phase}`.trim());

const three = (a: number, b: number, c: number) => ({ voltageA: a, voltageB: b, voltageC: c });
const currents = (a: number, b: number, c: number) => ({ currentA: a, currentB: b, currentC: c });

describe('alarm rules on live readings', () => {
  it.each<[string, Measurement, string[]]>([
    [
      'a healthy supply',
      { ...three(230, 231, 229), ...currents(20, 20, 20), temperature: 40, activePower: 13 },
      [],
    ],
    ['just inside 10 %', three(253, 207, 230), []],
    ['more than 110 % in one phase', three(230, 254, 230), ['overVoltage B']],
    ['less than 90 % in one phase', three(230, 206, 230), ['underVoltage B']],
    ['a lost phase', three(230, 12, 230), ['phaseLoss B']],
    ['a lost phase on a single-phase device', { voltageA: 80 }, ['underVoltage A']],
    ['no voltage in all phases', three(3, 0, 1), ['powerOutage']],
    ['more than the rated current', currents(64, 20, 63), ['overCurrent A', 'phaseUnbalance']],
    ['a reverse current', currents(-64, -60, -60), ['overCurrent A']],
    ['more than the rated power', { ...three(230, 230, 230), activePower: 43.6 }, ['overLoad']],
    ['exactly the rated power of three phases', { ...three(230, 230, 230), activePower: 43.4 }, []],
    ['a high temperature', { temperature: 80.1 }, ['overTemp']],
    ['unbalanced currents under load', currents(10, 10, 20), ['phaseUnbalance']],
    ['unbalanced currents without load', currents(1, 1, 4), []],
    ['a missing value', { currentA: 10, currentB: 40 }, []],
  ])('evaluate %s', (_name, measured, expected) => {
    expect(raised(hold(new DeviceWatch(ratingOf(230, 63), []), measured))).toEqual(expected);
  });

  it('ignore currents of a device with an unknown rating', () => {
    const device = new DeviceWatch(ratingOf(null, null), []);
    expect(hold(device, { ...currents(500, 1, 1), activePower: 900 })).toEqual([]);
  });

  it('accept a nameplate with the line voltage', () => {
    expect(ratingOf(400, 63).voltageV).toBeCloseTo(230.94, 2);
  });

  it('end alarms raised by an earlier process', () => {
    const device = new DeviceWatch(ratingOf(230, 63), [{ type: 'overVoltage', phase: 'B' }]);
    const events = hold(device, three(230, 230, 230));
    expect(events).toMatchObject([{ type: 'overVoltage', phase: 'B', active: false, at: 10_000 }]);
  });

  it('report count and peak of an active alarm every ten seconds at most', () => {
    const device = new DeviceWatch(ratingOf(230, 63), []);
    const events: RuleEvent[] = [];
    for (let s = 0; s <= 60; s += 1) {
      const measured = three(255 + s, 230, 230);
      events.push(...device.read(defaults, values(measured), s * 1000, s * 1000));
    }
    const going = events.filter(({ goesOn }) => goesOn);
    expect(going.map(({ at }) => at / 1000)).toEqual([20, 30, 40, 50, 60]);
    expect(going.at(-1)).toMatchObject({ value: 315, peak: 315, times: 0 });
  });

  it('report a peak between two updates once', () => {
    const device = new DeviceWatch(ratingOf(230, 63), []);
    const events: RuleEvent[] = [];
    for (let s = 0; s <= 60; s += 1) {
      const measured = three(s === 13 ? 300 : 260, 230, 230);
      events.push(...device.read(defaults, values(measured), s * 1000, s * 1000));
    }
    const going = events.filter(({ goesOn }) => goesOn);
    expect(going).toMatchObject([{ at: 20_000, value: 260, peak: 300 }]);
  });

  it('end active alarms when a rule is switched off, and raise no more', () => {
    const device = new DeviceWatch(ratingOf(230, 63), []);
    expect(raised(hold(device, three(260, 230, 230)))).toEqual(['overVoltage A']);
    const off: RuleSettings = (type) => ({ ...defaults(type), inUse: type !== 'overVoltage' });
    expect(hold(device, three(260, 230, 230), 130, off)).toMatchObject([
      { type: 'overVoltage', phase: 'A', active: false },
    ]);
  });

  it('ignore readings that are late or out of order', () => {
    const device = new DeviceWatch(ratingOf(230, 63), []);
    const high = values(three(300, 230, 230));
    for (let s = 0; s < 60; s += 1) {
      expect(device.read(defaults, high, s * 1000, s * 1000 + 600_001)).toEqual([]);
    }
    device.read(defaults, values(three(230, 230, 230)), 100_000, 100_000);
    for (let s = 0; s < 60; s += 1) {
      expect(device.read(defaults, high, s * 1000, 100_000)).toEqual([]);
    }
  });
});

describe('settings of an alarm rule', () => {
  it('accept the defaults of the rule', () => {
    for (const rule of ALARM_RULES) expect(settingProblem(rule, rule.defaults)).toBeUndefined();
  });

  it.each([
    ['limit', { limit: 151 }],
    ['limit', { limit: Number.NaN }],
    ['clear', { clear: 111 }],
    ['clear', { clear: -1 }],
    ['delayS', { delayS: -1 }],
    ['delayS', { delayS: 1.5 }],
    ['holdS', { holdS: 3601 }],
  ])('report the invalid field %s of %o', (field, change) => {
    const rule = ruleOf('overVoltage')!;
    expect(settingProblem(rule, { ...rule.defaults, ...change })).toBe(field);
  });

  it('require a clear value above a lower limit', () => {
    const rule = ruleOf('underVoltage')!;
    expect(settingProblem(rule, { ...rule.defaults, clear: 89 })).toBe('clear');
  });

  it('are converted to the unit of the value with the rating', () => {
    const rule = ruleOf('overVoltage')!;
    expect(limitsOf(rule, rule.defaults, ratingOf(220, null))?.limit).toBeCloseTo(242);
  });
});
