/** Frames that independent authors have published, or recorded from meters. */
import { isAnswer } from '@busbar/domain/line/expectation';
import { describe, expect, it } from 'vitest';
import { bytesOf, cutAll, dlt645, hex, modbus, sum } from '../../test/line-streams.ts';
import { readBcd } from '../frame/bcd.ts';
import { addressIn, readAddress, readData, valueIn } from './dlt645-exchanges.ts';
import { DLT645_FORMAT } from './dlt645-format.ts';
import { FrameCutter } from './frame-cutter.ts';
import { readRegisters } from './modbus-exchanges.ts';
import { MODBUS_FORMAT } from './modbus-format.ts';

const cutterOf = (format: typeof DLT645_FORMAT) =>
  new FrameCutter({ format, heartbeat: new Uint8Array(), gapMs: 500 });

const A161 = '68 61 01 00 00 00 00 68';
const A3981 = '68 37 03 00 92 81 39 68';
const A2015 = '68 16 00 00 00 15 20 68';

describe('DL/T 645-2007 requests', () => {
  it.each<[string, string, number]>([
    [`${A161} 11 04 33 33 34 33 14 16`, '161', 0x00010000],
    [`${A161} 11 04 33 34 34 35 17 16`, '161', 0x02010100],
    [`${A161} 11 04 33 34 35 35 18 16`, '161', 0x02020100],
    [`${A3981} 11 04 33 33 34 33 38 16`, '398192000337', 0x00010000],
    ['68 01 00 00 00 00 00 68 11 04 33 33 34 33 B3 16', '1', 0x00010000],
    ['68 12 90 78 56 34 12 68 11 04 33 34 34 35 6B 16', '123456789012', 0x02010100],
    ['68 90 78 56 34 12 00 68 11 04 33 33 33 33 55 16', '1234567890', 0x00000000],
    ['68 78 56 34 12 00 00 68 11 04 33 34 34 35 C9 16', '12345678', 0x02010100],
    [`${A2015} 11 04 33 33 36 35 01 16`, '201500000016', 0x02030000],
    [`${A2015} 11 04 33 33 34 34 FE 16`, '201500000016', 0x01010000],
    [`${A2015} 11 04 33 33 39 35 04 16`, '201500000016', 0x02060000],
    [`${A2015} 11 04 33 34 34 35 00 16`, '201500000016', 0x02010100],
    [`${A2015} 11 04 33 34 35 35 01 16`, '201500000016', 0x02020100],
    [`${A2015} 11 04 33 33 34 33 FD 16`, '201500000016', 0x00010000],
    ['68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AE 16', 'AA', 0x00010000],
  ])('%s is encoded and cut', (text, address, identifier) => {
    const { bytes } = readData(address, identifier);
    expect(hex(bytes)).toBe(hex(bytesOf(text)));
    expect(cutterOf(DLT645_FORMAT).receive(bytesOf(text), 0)).toMatchObject([
      { direction: 'request', fn: 0x11 },
    ]);
  });

  it('for the address are encoded', () => {
    expect(hex(readAddress().bytes)).toBe(hex(bytesOf('68 AA AA AA AA AA AA 68 13 00 DF 16')));
  });

  it.each([
    ['FE FE FE 68 AA AA AA AA AA AA 68 13 00 DF 16', 3],
    ['FE FE FE FE 68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AE 16', 4],
  ])('%s is cut after its wake-up bytes', (text, wakeUp) => {
    const { frames, discarded } = cutAll(dlt645, bytesOf(text), [1]);
    expect(frames).toEqual([hex(bytesOf(text).subarray(wakeUp))]);
    expect(discarded['wake-up']).toBe(wakeUp);
  });

  it('of the edition of 1997, with an identifier of two bytes, are cut', () => {
    const text = '68 67 45 23 01 00 00 68 11 02 44 E9 E0 16';
    expect(cutAll(dlt645, bytesOf(text), [3]).frames).toEqual([hex(bytesOf(text))]);
  });
});

describe('DL/T 645-2007 answers', () => {
  it.each<[string, string, number, number, number]>([
    [`${A161} 91 08 33 33 34 33 59 33 33 33 8A 16`, '161', 0x00010000, 4, 26],
    [`${A161} 91 08 33 33 35 33 59 34 33 33 8C 16`, '161', 0x00020000, 4, 126],
    [`${A161} 91 08 33 33 36 33 59 33 34 33 8D 16`, '161', 0x00030000, 4, 10_026],
    [`${A161} 91 08 33 33 37 33 56 33 34 33 8B 16`, '161', 0x00040000, 4, 10_023],
    [`${A161} 91 06 33 34 34 35 34 43 10 16`, '161', 0x02010100, 2, 1_001],
    [`${A3981} 91 08 33 33 34 33 37 33 33 33 8C 16`, '398192000337', 0x00010000, 4, 4],
    [`${A3981} 91 08 33 33 34 33 3A 33 33 33 8F 16`, '398192000337', 0x00010000, 4, 7],
    ['68 01 00 00 00 00 00 68 91 08 33 33 34 33 AB 89 67 45 17 16', '1', 0x00010000, 4, 12_345_678],
  ])('%s contains its value', (text, address, identifier, length, value) => {
    const [frame] = cutterOf(DLT645_FORMAT).receive(bytesOf(text), 0);
    expect(isAnswer(frame!, readData(address, identifier, length).expects!)).toBe(true);
    expect(isAnswer(frame!, readData(address, identifier + 1, length).expects!)).toBe(false);
    expect(readBcd(valueIn(frame!), 0, length)).toBe(value);
  });

  it('with an error are refusals', () => {
    const text = '68 01 00 00 00 00 00 68 D1 01 36 D9 16';
    const [frame] = cutterOf(DLT645_FORMAT).receive(bytesOf(text), 0);
    expect(frame).toMatchObject({ slave: '000000000001', fn: 0x11, refusal: 'no-such-data' });
    expect(isAnswer(frame!, readData('1', 0x00010000).expects!)).toBe(true);
  });

  it('are found after a false start', () => {
    const text = '68 fe fe fe fe fe fe 68 88 88 88 88 88 88 68 11 04 33 33 34 33 e2 16';
    const { frames, discarded } = cutAll(dlt645, bytesOf(text), [1]);
    expect(frames).toEqual([hex(bytesOf(text).subarray(7))]);
    expect(discarded).toMatchObject({ noise: 1, 'wake-up': 6 });
  });

  it('contain the address of the meter', () => {
    const text = '68 61 01 00 00 00 00 68 93 06 94 34 33 33 33 33 5F 16';
    const [frame] = cutterOf(DLT645_FORMAT).receive(bytesOf(text), 0);
    expect(isAnswer(frame!, readAddress().expects!)).toBe(true);
    expect(addressIn(frame!)).toBe('000000000161');
  });

  it.each([
    [`${A2015} 11 04 35 33 B3 35 85 16`, 0x80],
    ['68 75 67 12 66 88 00 68 11 04 33 33 34 33 C6 16', 0x8e],
    ['68 75 67 12 66 88 00 68 91 08 33 33 34 33 A4 56 79 38 F5 16', 0xbd],
    [`${A3981} 91 06 33 34 34 35 C7 56 B6 16`, 0xda],
  ])('%s, published with a wrong sum, is discarded', (text, rightSum) => {
    const bytes = bytesOf(text);
    const { frames, discarded } = cutAll(dlt645, bytes, [4]);
    expect(frames).toEqual([]);
    expect(discarded['wrong-check']).toBe(bytes.length);
    bytes[bytes.length - 2] = rightSum;
    expect(cutAll(dlt645, bytes, [4]).frames).toEqual([hex(bytes)]);
  });
});

describe('Modbus RTU', () => {
  it('encodes the request of the first voltage', () => {
    const { bytes } = readRegisters(1, 0, 2, 'input');
    expect(hex(bytes)).toBe('01 04 00 00 00 02 71 cb');
  });

  it.each([
    ['01 04 04 43 66 33 34 1B 38', 230.2],
    ['01 04 04 C3 2C 98 22 ED D0', -172.594],
    ['01 04 04 C1 09 B8 65 A4 51', -8.608],
    ['01 04 04 C2 97 EA 02 B9 71', -75.957],
  ])('answer %s contains its value', (text, value) => {
    const [frame] = cutterOf(MODBUS_FORMAT).receive(bytesOf(text), 0);
    expect(isAnswer(frame!, readRegisters(1, 0, 2, 'input').expects!)).toBe(true);
    expect(isAnswer(frame!, readRegisters(2, 0, 2, 'input').expects!)).toBe(false);
    expect(isAnswer(frame!, readRegisters(1, 0, 2).expects!)).toBe(false);
    expect(isAnswer(frame!, readRegisters(1, 0, 4, 'input').expects!)).toBe(false);
    expect(new DataView(frame!.data.buffer).getFloat32(0)).toBeCloseTo(value, 3);
  });

  it('answers may contain the heartbeat text', () => {
    const text = '01 04 04 48 42 66 33 27 85';
    const bytes = bytesOf(text);
    const { frames, discarded } = cutAll(modbus, bytes, [2], 'HB');
    expect(frames).toEqual([hex(bytes)]);
    expect(discarded.heartbeat).toBe(0);
  });

  it.each([1, 2, 3, 5, 8])('answers contain a heartbeat after byte %i', (at) => {
    const answer = bytesOf('01 04 04 43 66 33 34 1B 38');
    const stream = [...answer.subarray(0, at), 0x48, 0x42, ...answer.subarray(at)];
    const { frames, discarded } = cutAll(modbus, Uint8Array.from(stream), [1], 'HB');
    expect(frames).toEqual([hex(answer)]);
    expect(discarded.heartbeat).toBe(2);
  });

  it('recognises the echo of the request before the answer', () => {
    const cutter = cutterOf(MODBUS_FORMAT);
    const { bytes } = readRegisters(1, 0, 2, 'input');
    cutter.sent(bytes);
    const stream = [...bytes, ...bytesOf('01 04 04 43 66 33 34 1B 38')];
    const frames = stream.flatMap((byte) => [...cutter.receive(Uint8Array.of(byte), 0)]);
    expect(frames.map(({ direction }) => direction)).toEqual(['request', 'reply']);
  });

  it('finds a frame behind the false start of a longer one after the gap', () => {
    const cutter = cutterOf(MODBUS_FORMAT);
    const stream = bytesOf('07 03 C8 01 04 04 43 66 33 34 1B 38');
    expect(cutter.receive(stream, 1_000)).toEqual([]);
    expect(cutter.dueAt).toBe(1_500);
    expect(cutter.tick(1_499)).toEqual([]);
    expect(cutter.tick(1_500)).toMatchObject([{ slave: '1', fn: 4 }]);
    expect(sum(cutter.discarded)).toBe(3);
  });

  it('does not join the start of a frame to bytes that arrive after the gap', () => {
    const cutter = cutterOf(MODBUS_FORMAT);
    expect(cutter.receive(bytesOf('01 04 04 43 66'), 0)).toEqual([]);
    expect(cutter.receive(bytesOf('33 34 1B 38'), 600)).toEqual([]);
    expect(cutter.discarded.cut).toBe(5);
  });
});
