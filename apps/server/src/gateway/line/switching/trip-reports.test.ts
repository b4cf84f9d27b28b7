import type { AlarmType } from '@busbar/domain/alarm/alarm-type';
import { describe, expect, it } from 'vitest';
import { TripReports } from './trip-reports.ts';

const RELAY = { deviceId: 7, slot: 3 };
const NOTHING = new Uint8Array();
const TYPES: readonly AlarmType[] = ['overCurrent', 'electricLeakage'];

function rig() {
  const sent: string[] = [];
  const trips = new TripReports(({ alarms = [] }) => {
    for (const { type, active } of alarms) sent.push(`${type} ${active ? 'begins' : 'ends'}`);
  });
  const position = (isTripped: boolean) => trips.position(RELAY, isTripped, TYPES, NOTHING);
  const reasons = (...types: AlarmType[]) => trips.reasons(RELAY, types, TYPES, NOTHING);
  return { sent, position, reasons };
}

const ENDS = ['overCurrent ends', 'electricLeakage ends'];

describe('the reasons of a trip', () => {
  it('begin with the trip and end with it', () => {
    const { sent, position, reasons } = rig();
    position(false);
    reasons();
    position(true);
    reasons('electricLeakage');
    reasons('electricLeakage');
    position(true);
    expect(sent).toEqual([...ENDS, 'electricLeakage begins']);
    position(false);
    expect(sent.slice(3)).toEqual(['electricLeakage ends']);
  });

  it('are not those of an earlier trip, which the register still has', () => {
    const { sent, position, reasons } = rig();
    position(false);
    reasons('overCurrent');
    position(false);
    position(true);
    expect(sent).toEqual(ENDS);
    reasons('electricLeakage');
    expect(sent.slice(2)).toEqual(['electricLeakage begins']);
  });

  it('may be several, and change while the breaker is tripped', () => {
    const { sent, position, reasons } = rig();
    position(true);
    expect(sent).toEqual([]);
    reasons('overCurrent', 'electricLeakage');
    reasons('electricLeakage');
    expect(sent).toEqual(['overCurrent begins', 'electricLeakage begins', 'overCurrent ends']);
  });

  it('are unknown if no listed one is read', () => {
    const { sent, position, reasons } = rig();
    position(true);
    reasons();
    expect(sent).toEqual(ENDS);
  });

  it('are used once the position is known', () => {
    const { sent, reasons, position } = rig();
    reasons('overCurrent');
    expect(sent).toEqual([]);
    position(true);
    expect(sent).toEqual(['overCurrent begins', 'electricLeakage ends']);
  });
});
