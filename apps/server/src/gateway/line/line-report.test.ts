import { encodeFrame } from '@busbar/device-protocol/frame/encode-frame';
import { expect, it } from 'vitest';
import { type LineEntry, NO_COUNTS } from './line-health.ts';
import { lineReportOf, reportedFrames } from './line-report.ts';

const encoded = (commandCode: string, data: string) => {
  const frame = encodeFrame({ address: '1', commandCode, data, version: 1 });
  if (!frame.ok) throw new Error('no frame');
  return frame.value;
};
/** Opens the relay with the password 123456, which is 89 67 45 on the line. */
const TRIP = encoded('1C', '0256341244332211' + '1a00' + '595923311226');
const READ = encoded('11', '00000100');

const entry = (
  direction: LineEntry['direction'],
  bytes: Uint8Array,
  result: LineEntry['result'],
): LineEntry => ({ at: 0, direction, bytes, result });
const hexOf = (...entries: LineEntry[]) => reportedFrames(entries).map(({ hex }) => hex);

it('masks the password of a request', () => {
  const [hex] = hexOf(entry('sent', TRIP, 'sent'));
  expect(hex).toHaveLength(2 * TRIP.length);
  expect(hex).toContain('******');
  expect(hex).not.toContain('896745');
});

it.each(['echo', 'cut', 'noise', 'wrong-check', 'late'] as const)(
  'leaves out bytes discarded as %s after a request with a password, until the next request',
  (reason) => {
    const part = entry('received', TRIP.slice(12), reason);
    expect(hexOf(entry('sent', TRIP, 'sent'), part, part)).toEqual([
      expect.any(String),
      null,
      null,
    ]);
    const after = hexOf(entry('sent', TRIP, 'sent'), entry('sent', READ, 'sent'), part);
    expect(after[2]).toBe(Buffer.from(TRIP.slice(12)).toString('hex'));
  },
);

it('leaves out discarded bytes before the oldest known request', () => {
  expect(hexOf(entry('received', TRIP.slice(12), 'cut'))).toEqual([null]);
});

it('names bytes that the line has not recorded as left out', () => {
  const hidden = entry('received', new Uint8Array(), 'noise');
  expect(hexOf(entry('sent', READ, 'sent'), hidden)[1]).toBeNull();
});

it('names the kind of a request', () => {
  const [sent] = reportedFrames([entry('sent', READ, 'sent')]);
  expect(sent!.words).toContain('read-data');
  expect(sent!.hex).toBe(Buffer.from(READ).toString('hex'));
});

it('lists the stations that are left alone or cannot be polled', () => {
  const report = lineReportOf({
    ...NO_COUNTS,
    ...{ connectedAt: 1, lastReceivedAt: 2, frames: [] },
    leftAlone: new Map([['2', 600_000]]),
    faults: new Map([['3', 'ratio-missing']]),
  });
  expect(report).toMatchObject({
    ...{ connectedAt: 1, lastReceivedAt: 2 },
    leftAlone: [{ station: '2', until: 600_000 }],
    faults: [{ station: '3', reason: 'ratio-missing' }],
  });
});
