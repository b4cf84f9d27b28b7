import { describe, expect, it } from 'vitest';
import { type DeviceEvent, type EventLine, markOf } from './device-events.ts';

const COLORS = { command: 'blue', alarm: 'red', gap: 'grey' };
const DAY = 86_400_000;
const line: EventLine = {
  mark: '3',
  label: 'Pump, earlier',
  color: 'brown',
  lane: 2,
  shiftMs: DAY,
};
const alarm: DeviceEvent = {
  key: 'a',
  kind: 'alarm',
  atMs: 1000,
  endMs: 2000,
  untilMs: 2000,
  text: '',
  line: undefined,
};

describe('the marker of an event', () => {
  it('is placed at the time of the event, in the colour of its kind', () => {
    expect(markOf(alarm, COLORS)).toEqual({
      shape: 'diamond',
      atMs: 1000,
      endMs: 2000,
      color: 'red',
    });
  });

  it('of a line has its number and is at the shifted position of the line', () => {
    expect(markOf({ ...alarm, line }, COLORS)).toEqual({
      shape: 'diamond',
      atMs: 1000 + DAY,
      endMs: 2000 + DAY,
      color: 'brown',
      of: { label: '3', lane: 2 },
    });
  });

  it('of an active event has no end', () => {
    const open = { ...alarm, untilMs: Number.POSITIVE_INFINITY, line };
    expect(markOf(open, COLORS).endMs).toBe(Number.POSITIVE_INFINITY);
  });
});
