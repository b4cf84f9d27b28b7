import { describe, expect, it } from 'vitest';
import { effectiveTime, isOfFormerOwner, ownedSince } from './reading-time.ts';

const receivedAt = Date.UTC(2026, 5, 15, 12);
const minute = 60_000;
const day = 86_400_000;

const CASES = [
  ['now', receivedAt, receivedAt, 'device'],
  ['5 minutes ahead', receivedAt + 5 * minute, receivedAt + 5 * minute, 'device'],
  ['more than 5 minutes ahead by 1 ms', receivedAt + 5 * minute + 1, receivedAt, 'clock'],
  ['in the year 2036', Date.UTC(2036, 0, 1), receivedAt, 'clock'],
  ['in 1970', 0, receivedAt, 'clock'],
  ['just before 2015', Date.UTC(2015, 0, 1) - 1, receivedAt, 'clock'],
  ['400 days late', receivedAt - 400 * day, receivedAt - 400 * day, 'device'],
  ['6 hours late', receivedAt - 6 * 60 * minute, receivedAt - 6 * 60 * minute, 'device'],
  ['absent', undefined, receivedAt, 'arrival'],
] as const;

describe('effective time of a reading', () => {
  it.each(CASES)('with a device time: %s', (_name, deviceTime, at, quality) => {
    expect(effectiveTime({ deviceTime, receivedAt })).toEqual({ accepted: true, at, quality });
  });

  it('rejects a reading that is older than 400 days', () => {
    const tooOld = { accepted: false, reason: 'too-old' };
    expect(effectiveTime({ deviceTime: receivedAt - 400 * day - 1, receivedAt })).toEqual(tooOld);
    expect(effectiveTime({ deviceTime: Date.UTC(2015, 0, 1), receivedAt })).toEqual(tooOld);
  });
});

describe('readings stored on a device', () => {
  const time = (at: number, quality: 'device' | 'arrival' | 'clock' = 'device') =>
    ({ accepted: true, at, quality }) as const;
  const sold = { registeredAt: receivedAt, hadOtherOwner: true };
  it.each([
    ['before the registration', time(receivedAt - 1), sold, true],
    ['at the registration', time(receivedAt), sold, false],
    ['without a time of its own', time(receivedAt - 1, 'arrival'), sold, false],
    ['with an implausible time', time(receivedAt - 1, 'clock'), sold, false],
    [
      'before the registration, of a device without a former owner',
      time(receivedAt - 1),
      { ...sold, hadOtherOwner: false },
      false,
    ],
  ])('are assigned to the former owner or not: measured %s', (_name, read, device, expected) => {
    expect(isOfFormerOwner(read, device)).toBe(expected);
  });
});

describe('readings of a message queued at a broker', () => {
  it.each([
    ['may be older than the registration', receivedAt - 1, receivedAt + 5 * minute],
    ['has the time of the registration', receivedAt, undefined],
    ['is newer than the registration', receivedAt + 1, undefined],
  ])('belong to the registered device if the message %s', (_name, queuedSince, since) => {
    const device = { registeredAt: receivedAt, hadOtherOwner: true };
    expect(ownedSince({ queuedSince, ...device })).toBe(since);
    expect(ownedSince({ queuedSince, ...device, hadOtherOwner: false })).toBeUndefined();
  });
});
