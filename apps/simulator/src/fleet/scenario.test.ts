import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAULT_NAMES } from '../connection/faults.ts';
import { SimulatedDevice } from '../device/device.ts';
import { decodeStored, encodeStored } from '../device/stored-device.ts';
import { LINE_FAULT_NAMES } from '../dtu/line/line-faults.ts';
import { applyEvent, parseScenario } from './scenario.ts';
import { SITE_EVENT_FIELDS, SITE_EVENT_NAMES } from './site-events.ts';

const now = Date.UTC(2026, 0, 15, 10);
const breaker = () =>
  new SimulatedDevice(
    {
      code: 'BREAKER-0001',
      type: 'MT61',
      slaveCount: 0,
      ratedCurrentA: 63,
      zone: 'Asia/Shanghai',
      countsFrom: Date.UTC(2026, 0, 1),
      intervalMs: 60_000,
      moveMs: 0,
    },
    now,
  );
const parse = (entries: unknown) => parseScenario(JSON.stringify(entries));
const entry = (event: string, more: object = {}) => ({ at: 0, device: '*', event, ...more });
const happens = (device: SimulatedDevice, event: string, more: object = {}) =>
  parse([entry(event, more)]).flatMap((one) => applyEvent(one, device, now));

describe('scenarios', () => {
  it('are parsed into a list sorted by time, for one device or for all devices', () => {
    const events = parse([
      { at: 20, device: '*', event: 'voltage-normal' },
      { at: 1.5, device: 'BREAKER-0001', event: 'voltage', volts: 281 },
    ]);
    expect(events.map(({ atMs, device, name }) => [atMs, device, name])).toEqual([
      [1500, 'BREAKER-0001', 'voltage'],
      [20_000, undefined, 'voltage-normal'],
    ]);
  });

  it('accept every fault and every site event', () => {
    for (const name of [...FAULT_NAMES, ...SITE_EVENT_NAMES]) {
      const [field] = name in SITE_EVENT_FIELDS ? SITE_EVENT_FIELDS[name as 'voltage'] : [];
      const event = entry(name, field === undefined ? {} : { [field]: 1 });
      expect(parse([event])).toHaveLength(1);
    }
  });

  it('accept every fault of a line, of a named meter or not, and document each', () => {
    const guide = readFileSync(new URL('../../../../docs/simulator.md', import.meta.url), 'utf8');
    for (const name of LINE_FAULT_NAMES) {
      expect(parse([entry(name), entry(name, { station: '2' })])).toHaveLength(2);
      expect(guide).toContain(`| \`${name}\` |`);
    }
    expect(() => parse([entry('silent-meter', { station: 2 })])).toThrow('station is not the text');
    expect(() => parse([entry('late-reply', { station: '2' })])).toThrow(
      'late-reply has no station',
    );
  });

  it('the documented example contains every event that the energy ledger distinguishes', () => {
    const file = new URL('../../../../docs/scenarios/energy.json', import.meta.url);
    const used = new Set(parseScenario(readFileSync(file, 'utf8')).map(({ name }) => name));
    const ofMeters = /^(counter|meter|silent|buffered|clock|duplicate|swapped)-/;
    expect(FAULT_NAMES.filter((name) => ofMeters.test(name) && !used.has(name))).toEqual([]);
    expect(FAULT_NAMES.filter((name) => used.has(name))).toHaveLength(13);
  });

  it('the documented lamp example contains failed lamps, theft and lamps burning by day', () => {
    const file = new URL('../../../../docs/scenarios/lamps.json', import.meta.url);
    const used = new Set(parseScenario(readFileSync(file, 'utf8')).map(({ name }) => name));
    const ofLamps = SITE_EVENT_NAMES.filter((name) => name.startsWith('lamps'));
    expect(ofLamps.filter((name) => !used.has(name))).toEqual([]);
  });

  it('the documented floodlights exceed 6 kWh in ten minutes', () => {
    const file = new URL('../../../../docs/scenarios/lamps.json', import.meta.url);
    const floodlights = breaker();
    const shown = (at: number) => floodlights.readings(at)[0]!.registers!.activeTotal!;
    const before = shown(now);
    for (const event of parseScenario(readFileSync(file, 'utf8'))) {
      if (event.device === 'SIM-000004') applyEvent(event, floodlights, now + event.atMs);
    }
    expect(shown(now + 600_000) - before).toBeCloseTo(6, 1);
  });

  it.each([
    ['{', /^the scenario is not JSON$/],
    ['{}', /^the scenario is not a list of events$/],
    ['[7]', /^event 1 of the scenario: is not an object$/],
    ['[{"at":-1,"device":"*","event":"healthy"}]', /^event 1 .*at is not a number of seconds/],
    ['[{"at":0,"event":"healthy"}]', /device is not a code or \*/],
    ['[{"at":0,"device":"*","event":"constructor"}]', /there is no event constructor/],
    ['[{"at":0,"device":"*","event":"voltage"}]', /voltage needs volts or a or b or c/],
    ['[{"at":0,"device":"*","event":"voltage","volts":"281"}]', /volts is not a number/],
    ['[{"at":0,"device":"*","event":"healthy","volts":1}]', /healthy has no volts/],
  ])('%s is refused with one sentence', (text, sentence) => {
    expect(() => parseScenario(text)).toThrow(sentence);
  });
});

describe('site events', () => {
  const measured = (device: SimulatedDevice) => device.readings(now)[0]?.measurement ?? {};

  it('change the measurements until they are over', () => {
    const device = breaker();
    const before = measured(device);
    happens(device, 'voltage', { volts: 250, b: 281 });
    happens(device, 'current', { amps: 20 });
    expect(measured(device)).toMatchObject({ voltageA: 250, voltageB: 281, voltageC: 250 });
    expect(measured(device).currentA).toBeCloseTo(20, 1);
    happens(device, 'load', { kw: 9 });
    expect(measured(device).activePower).toBeCloseTo(9, 2);
    happens(device, 'healthy');
    expect(measured(device)).toEqual(before);
  });

  it.each([
    ['padlocked', 'lockByOrg'],
    ['padlock-off', 'openByManual'],
  ])('the event %s sets the breaker to %s', (event, action) => {
    const device = breaker();
    happens(device, 'padlocked');
    const messages = event === 'padlocked' ? [] : happens(device, event);
    expect(device.units[0]?.contact.action).toBe(action);
    if (event !== 'padlocked') expect(messages[0]?.payload).toContain(action);
  });

  it('release a lock by a fault only at the panel', () => {
    const device = breaker();
    device.units[0]?.become('lockByFault', now);
    happens(device, 'closed-by-hand');
    expect(device.units[0]?.contact.action).toBe('lockByFault');
    happens(device, 'fault-lock-reset');
    expect(device.units[0]?.contact.action).toBe('openByManual');
  });

  it('report a dry contact that changes, and its position after every connect', () => {
    const device = breaker();
    expect(happens(device, 'dry-contact-open', { contact: 3 })).toEqual([]);
    const [moved] = happens(device, 'dry-contact-closed', { contact: 2 });
    expect(moved?.payload).toContain('"dry":[{"n":2,"closed":true}]');
    expect(happens(device, 'dry-contact-closed', { contact: 2 })).toEqual([]);
    const [toggled] = happens(device, 'dry-contact-moved');
    expect(toggled?.payload).toContain('"dry":[{"n":1,"closed":true}]');
    const stored = decodeStored(JSON.parse(encodeStored(device.snapshot())));
    const restarted = new SimulatedDevice(device.spec, now, stored);
    expect(restarted.greeting(now).at(-1)?.payload).toContain(
      '"dry":[{"n":2,"closed":true},{"n":1,"closed":true}]',
    );
  });

  it('end quirks, jams and muteness with the healthy event', () => {
    const device = breaker();
    for (const name of FAULT_NAMES) happens(device, name);
    happens(device, 'healthy');
    expect(device.quirks).toEqual(breaker().quirks);
    expect(device.units[0]).toMatchObject({ mute: false, contact: { jam: 'none' } });
  });
});
