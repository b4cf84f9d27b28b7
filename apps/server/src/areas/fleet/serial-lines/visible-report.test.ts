import { encodeFrame, type ProtocolVersion } from '@busbar/device-protocol/frame/encode-frame';
import { withoutPasswords } from '@busbar/device-protocol/frame/names/frame-passwords';
import type { LineDevice } from '@busbar/domain/switch/frame-target';
import { expect, it } from 'vitest';
import type { LineReport, ReportedFrame } from './line-report-queries.ts';
import { visibleReport } from './visible-report.ts';

const DTU = 1;
const meter = (
  deviceId: number,
  station: string | undefined,
  isInScope: boolean,
  protocol: 'modbus' | 'dlt645' = 'modbus',
): LineDevice => ({
  deviceId,
  isInScope,
  address: station === undefined ? undefined : { protocol, station },
  slaveAddress: undefined,
});

function frame(address: string, code: string, data: string, version: ProtocolVersion) {
  const encoded = encodeFrame({ address, commandCode: code, data, version });
  if (!encoded.ok) throw new Error(encoded.refusal);
  return encoded.value;
}
const read = (station: string) => frame(station, '03', '00000002', 2);
const entry = (bytes: Uint8Array, result: string): ReportedFrame => ({
  at: 0,
  direction: result === 'sent' ? 'sent' : 'received',
  hex: withoutPasswords(bytes),
  words: ['request'],
  result,
});
const reportWith = (frames: ReportedFrame[]): LineReport => ({
  ...{ connectedAt: 0, lastReceivedAt: 0, sent: 2, answers: 1, refusals: 0 },
  ...{ timeouts: 1, incomplete: 0, discarded: { noise: 3 } },
  leftAlone: ['2', '3'].map((station) => ({ station, until: 0 })),
  faults: ['2', '3'].map((station) => ({ station, reason: 'profile-unknown' })),
  frames,
});
const FRAMES = ['2', '3', '9'].map((station) => entry(read(station), 'sent'));
const NOISE = entry(read('3'), 'late');

it('shows everything to a caller who sees all meters of the line', () => {
  const report = reportWith([...FRAMES, NOISE]);
  expect(visibleReport(report, DTU, [meter(DTU, '1', true), meter(2, '3', true)])).toBe(report);
});

it('leaves out the stations of other groups, and the contents of discarded bytes', () => {
  const devices = [meter(DTU, undefined, true), meter(2, '2', true), meter(3, '3', false)];
  const report = visibleReport(reportWith([...FRAMES, NOISE]), DTU, devices);
  expect(report.frames).toEqual([FRAMES[0], FRAMES[2], { ...NOISE, hex: null, words: [] }]);
  expect(report.leftAlone.map(({ station }) => station)).toEqual(['2']);
  expect(report.faults.map(({ station }) => station)).toEqual(['2']);
});

it('leaves out unknown stations if a meter of another group could have them', () => {
  const devices = [meter(DTU, undefined, true), meter(2, '2', true), meter(3, undefined, false)];
  expect(visibleReport(reportWith(FRAMES), DTU, devices).frames).toEqual([FRAMES[0]]);
});

it('finds the station of a frame whose password is masked', () => {
  const order = '0256341244332211' + '1a00' + '595923311226';
  const trip = (station: string) => entry(frame(station, '1c', order, 1), 'sent');
  const devices = [
    meter(DTU, undefined, true),
    meter(2, '000000000022', true, 'dlt645'),
    meter(3, '000000000033', false, 'dlt645'),
  ];
  expect(trip('22').hex).toContain('*');
  expect(visibleReport(reportWith([trip('33'), trip('22')]), DTU, devices).frames).toEqual([
    trip('22'),
  ]);
});
