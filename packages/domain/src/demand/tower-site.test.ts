import { describe, expect, it } from 'vitest';
import { loadOfDevice } from './device-load.ts';
import {
  isBranchOf,
  isScheduledOutage,
  siteMeasuredBy,
  supplyOfPast,
  TowerSite,
} from './tower-site.ts';

const START = Date.UTC(2026, 10, 2);
const HOUR = 3_600_000;

function site(): TowerSite {
  const site = new TowerSite('TOWER-0001', START);
  site.setMains(true, START);
  return site;
}

describe('simulated tower', () => {
  it('is identified by the codes of its devices', () => {
    expect(siteMeasuredBy('TOWER-0001-DC')).toBe('TOWER-0001');
    expect(siteMeasuredBy('TOWER-0001-U1')).toBeUndefined();
    expect(isBranchOf('TOWER-0001', 'TOWER-0001-U4')).toBe(true);
    expect(isBranchOf('TOWER-0001', 'TOWER-0002-U4')).toBe(false);
  });

  it('has the float voltage while mains are present, and supplies its users through the rectifiers', () => {
    expect(site().measurement(START, 5.7)).toEqual({
      voltageA: 229,
      lineVoltageA: -53.5,
      lineVoltageB: -53.5,
      activePower: 6,
      temperature: 25,
    });
  });

  it('supplies its users from the battery for four hours along its curve, and charges again', () => {
    const tower = site();
    tower.setMains(false, START);
    const volts: number[] = [];
    for (let hour = 0; hour <= 4; hour += 1) {
      const measured = tower.measurement(START + hour * HOUR, 6);
      expect([measured.voltageA, measured.activePower]).toEqual([0, 0]);
      volts.push(-(measured.lineVoltageA ?? 0));
    }
    expect(volts).toEqual([51.5, 49.45, 48.2, 46.5, 42.5]);
    tower.setMains(true, START + 4 * HOUR);
    const back = [4, 5, 11].map((hour) => tower.measurement(START + hour * HOUR, 6).lineVoltageA);
    expect(back).toEqual([-50.5, -51, -53.5]);
  });

  it('runs longer on battery if a user is cut', () => {
    const left = (kw: number) => {
      const tower = site();
      tower.setMains(false, START);
      tower.measurement(START, kw);
      return -(tower.measurement(START + 3 * HOUR, kw).lineVoltageA ?? 0);
    };
    expect(left(3)).toBeGreaterThan(left(6));
  });

  it('has an outage of one to five hours every two to three days', () => {
    let outages = 0;
    let hours = 0;
    let before = false;
    for (let quarter = 0; quarter < 60 * 96; quarter += 1) {
      const now = isScheduledOutage('TOWER-0001', START + (quarter * HOUR) / 4);
      if (now && !before) outages += 1;
      if (now) hours += 0.25;
      before = now;
    }
    expect(outages).toBeGreaterThanOrEqual(23);
    expect(outages).toBeLessThanOrEqual(25);
    expect(hours / outages).toBeGreaterThan(1);
    expect(hours / outages).toBeLessThan(5);
  });

  it('can be set to a given percentage of battery charge', () => {
    const tower = site();
    tower.setMains(false, START);
    tower.setBattery(20, START);
    expect(tower.measurement(START, 6).lineVoltageA).toBe(-46);
  });

  it('has a past with one outage, during and after which it discharges, charges and floats', () => {
    const branches = [1, 2, 3, 4].map((slot) =>
      loadOfDevice({
        code: `TOWER-0001-U${slot}`,
        phases: 3,
        ratedCurrentA: 32,
        zone: 'Asia/Shanghai',
        countsFrom: START - 24 * HOUR,
      }),
    );
    const outage = { from: START, to: START + 1.5 * HOUR };
    const volts = (hour: number) => {
      const { voltageA, lineVoltageA } = supplyOfPast(outage, branches, START + hour * HOUR);
      return [voltageA, -(lineVoltageA ?? 0)] as const;
    };
    expect(volts(-1)).toEqual([229, 53.5]);
    expect(volts(0)).toEqual([0, 51.5]);
    expect(volts(1)[1]).toBeLessThan(volts(0.5)[1]);
    expect(volts(1.49)[0]).toBe(0);
    expect(volts(1.5)[0]).toBe(229);
    expect(volts(1.6)[1]).toBeLessThan(53.5);
    expect(volts(12)).toEqual([229, 53.5]);
  });
});
