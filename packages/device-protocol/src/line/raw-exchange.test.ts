import { isAnswer } from '@busbar/domain/line/expectation';
import { describe, expect, it } from 'vitest';
import { buildDlt645 } from '../frame/dlt645/dlt645-frame.ts';
import { buildModbus } from '../frame/modbus/modbus-frame.ts';
import { DLT645_FORMAT } from './dlt645-format.ts';
import { MODBUS_FORMAT } from './modbus-format.ts';
import { rawExchange } from './raw-exchange.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const nothingSent = new Uint8Array();

function modbusFrame(bytes: Uint8Array) {
  const read = MODBUS_FORMAT.read(bytes, 0, nothingSent);
  if (read.kind !== 'frame') throw new Error(read.kind);
  return read.frame;
}

describe('a raw Modbus request', () => {
  it.each([
    [3, '0000 0002', '04 0001 0002', false],
    [4, '0010 0001', '02 00ff', false],
    [1, '0000 000a', '02 ff03', false],
    [2, '0000 0008', '01 ff', false],
    [5, '0001 ff00', '0001 ff00', true],
    [6, '0001 0003', '0001 0003', true],
    [16, '0001 0001 02 0003', '0001 0001', true],
  ])('with function %i expects its answer', (fn, request, answer, mayWrite) => {
    const raw = rawExchange('modbus-rtu', buildModbus(9, fn, bytesOf(request)))!;
    const { expects } = raw.exchange;
    const reply = modbusFrame(buildModbus(9, fn, bytesOf(answer)));
    expect(isAnswer(reply, expects!)).toBe(true);
    expect(expects!.maxBytes).toBe(reply.bytes.length);
    expect(raw.mayWrite).toBe(mayWrite);
    expect(isAnswer({ ...reply, slave: '8' }, expects!)).toBe(false);
  });

  it('to all slaves expects no answer', () => {
    const bytes = buildModbus(0, 6, bytesOf('0001 0003'));
    expect(rawExchange('modbus-rtu', bytes)).toMatchObject({ exchange: { expects: null } });
  });

  it.each([
    ['a wrong checksum', bytesOf('01 03 0000 0001 0000')],
    ['another function', buildModbus(1, 43, bytesOf('0e 01 00 00'))],
    ['too few bytes', buildModbus(1, 3, bytesOf('00'))],
    ['an address above 247', buildModbus(248, 3, bytesOf('0000 0001'))],
    ['nothing', nothingSent],
  ])('with %s is refused', (_, bytes) => {
    expect(rawExchange('modbus-rtu', bytes)).toBeUndefined();
  });
});

describe('a raw DL/T 645 request', () => {
  const READ = bytesOf('00000100');
  const ADDRESS = '000000123456';

  it('expects an answer with its identifier', () => {
    const wakeUp = bytesOf('fefefefe');
    const request = Uint8Array.of(...wakeUp, ...buildDlt645(ADDRESS, 0x11, READ));
    const raw = rawExchange('dlt645-2007', request)!;
    expect(raw).toMatchObject({ exchange: { bytes: request }, mayWrite: false });
    const answer = (identifier: string) => {
      const bytes = buildDlt645(ADDRESS, 0x91, bytesOf(`${identifier}01020304`));
      const read = DLT645_FORMAT.read(bytes, 0, nothingSent);
      return read.kind === 'frame' && isAnswer(read.frame, raw.exchange.expects!);
    };
    expect(answer('00000100')).toBe(true);
    expect(answer('00000200')).toBe(false);
  });

  it.each([
    ['the clock of all meters', buildDlt645(ADDRESS, 0x08, bytesOf('000000010126'))],
    ['all addresses', buildDlt645('999999999999', 0x16, bytesOf('99999999'))],
  ])('to %s expects no answer', (_, bytes) => {
    expect(rawExchange('dlt645-2007', bytes)).toMatchObject({
      exchange: { expects: null },
      mayWrite: true,
    });
  });

  it.each([
    ['a reply', buildDlt645(ADDRESS, 0x91, READ)],
    ['an incomplete frame', buildDlt645(ADDRESS, 0x11, READ).slice(0, -1)],
    ['bytes after the frame', Uint8Array.of(...buildDlt645(ADDRESS, 0x11, READ), 0)],
  ])('is refused for %s', (_, bytes) => {
    expect(rawExchange('dlt645-2007', bytes)).toBeUndefined();
  });
});

describe('a Modbus request over TCP', () => {
  const reading = (unit: number) => buildModbus(unit, 3, Uint8Array.of(0, 0, 0, 1));

  it.each([0, 255])('is answered by the device at unit %i', (unit) => {
    expect(rawExchange('modbus-rtu', reading(unit), true)).toMatchObject({
      exchange: { expects: { slave: String(unit), fn: 3, length: 2 } },
    });
  });

  it('has no unit between 247 and 255, and on a serial line no 255', () => {
    expect(rawExchange('modbus-rtu', reading(248), true)).toBeUndefined();
    expect(rawExchange('modbus-rtu', reading(255))).toBeUndefined();
    expect(rawExchange('modbus-rtu', reading(0))).toMatchObject({ exchange: { expects: null } });
  });
});
