/** Events of a scenario and faults of the command line at the meters of a DTU. */
import { describe, expect, it } from 'vitest';
import { createLine } from '../../test/simulated-line.ts';
import { parseScenario } from '../fleet/scenario.ts';
import { applyDtuEvent, applyDtuFault } from './dtu-events.ts';
import { LINE_FAULT_NAMES } from './line/line-faults.ts';

const METERS = '1=eastron-sdm630,2=generic-modbus';
const entry = (event: string, more: object = {}) => ({ at: 0, device: '*', event, ...more });
const eventsOf = (...entries: object[]) => parseScenario(JSON.stringify(entries));

describe('events of a DTU', () => {
  it('concern the first meter, the named meter or all meters of the line', () => {
    const { line, stations, clock } = createLine(METERS);
    const silent = () => stations.map(({ quirks }) => quirks.isSilent);
    const happens = (more: object) => {
      for (const event of eventsOf(entry('healthy'), entry('silent-meter', more))) {
        applyDtuEvent(event, line, clock.now);
      }
      return silent();
    };
    expect(happens({})).toEqual([true, false]);
    expect(happens({ station: '2' })).toEqual([false, true]);
    expect(happens({ station: '*' })).toEqual([true, true]);
    expect(happens({ station: '9' })).toEqual([false, false]);
  });

  it('end with healthy', () => {
    const { line, stations, clock } = createLine(METERS);
    const state = () => JSON.stringify([line.quirks, stations.map(({ quirks }) => quirks)]);
    const before = state();
    const seen = LINE_FAULT_NAMES.map((name) => {
      applyDtuFault(name, line, clock.now);
      return state();
    });
    expect(new Set([before, ...seen]).size).toBe(1 + LINE_FAULT_NAMES.length);
    applyDtuEvent(eventsOf(entry('healthy'))[0]!, line, clock.now);
    expect(JSON.parse(state())).toEqual(JSON.parse(before));
  });

  it('change the counters of all meters, and ignore what only devices have', () => {
    const { line, stations, clock } = createLine(METERS);
    const imports = () => stations.map((station) => station.values(clock.now).activeImport);
    for (const event of eventsOf(entry('counter-reset'))) applyDtuEvent(event, line, clock.now);
    expect(imports()).toEqual([0, 0]);
    applyDtuEvent(eventsOf(entry('padlocked'))[0]!, line, clock.now);
    expect(imports()).toEqual([0, 0]);
    applyDtuFault('meter-swap', line, clock.now);
    expect(imports().every((kwh) => kwh! > 1000)).toBe(true);
  });
});
