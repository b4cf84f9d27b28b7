/** Problems are reported by name; bytes after a fault are not interpreted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, type ProtocolVersion } from './encode-frame.ts';
import { explainBytes, explainText, problemsOf, rowsOf } from './explain.ts';
import { explainReply } from './explain-reply.ts';
import { orderOf } from './frame-order.ts';
import { problemText } from './frame-problem.ts';
import { hexOf, MAX_PASTED_BYTES, readHex } from './hex.ts';

const bytesOf = (text: string): Uint8Array => {
  const hex = readHex(text);
  if (!hex.ok) throw new Error(hex.problem.key);
  return hex.bytes;
};

const keys = (text: string) => problemsOf(explainText(text)).map(({ key }) => key);

const READ = '68aaaaaaaaaaaa68110433333433ae16';
const HOLDING = '1103006b00037687';

describe('faults', () => {
  it.each<[string, string, readonly string[]]>([
    ['nothing', ' ', ['empty']],
    ['a letter too far', '6g', ['not-hex']],
    ['a digit is missing', READ.slice(0, -1), ['odd-hex']],
    ['more than can be', '00'.repeat(MAX_PASTED_BYTES + 1), ['too-long']],
    ['a word', '48656c6c6f', ['alien']],
    ['one byte', '05', ['alien']],
    ['wrong check sum', '68aaaaaaaaaaaa68110433333433af16', ['checksum']],
    ['a byte of the data changed', '68aaaaaaaaaaaa68110433333533ae16', ['checksum']],
    ['no end', '68aaaaaaaaaaaa68110433333433ae17', ['no-end']],
    ['cut off', READ.slice(0, -4), ['cut']],
    ['cut off in the address', '68aaaa', ['cut']],
    ['bytes after the end', `${READ}00ff`, ['bytes-after-end']],
    ['bytes before the start', `0001${READ}`, ['bytes-before-start']],
    ['two frames', READ + READ, ['several-frames']],
    ['a request and its reply', `${HOLDING}110306ae415652434049ad`, ['several-frames']],
    ['both protocols in one paste', HOLDING + READ, ['several-frames']],
    ['a broken frame before a right one', READ.slice(0, 24) + READ, ['several-frames', 'cut']],
    ['wrong check sum, Modbus', '1103006b00037688', ['checksum']],
    ['cut off, Modbus', '1103006b', ['cut']],
    ['a reply cut off, Modbus', '110306ae4156', ['cut']],
    ['bytes after the end, Modbus', `${HOLDING}00`, ['bytes-after-end']],
    ['an address that is not digits', '68b1000000000068110433333433' + '6316', ['address-not-bcd']],
  ])('%s', (_case, text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it('does not read data behind a wrong check sum', () => {
    const rows = rowsOf(explainText('68aaaaaaaaaaaa68110433333433af16'));
    expect(rows.find(({ offset }) => offset === 10)?.key).toBe('unread');
    expect(rows.find(({ key }) => key === 'checksum')?.value).toBe('wrong');
  });

  it('says what was expected and found', () => {
    const [found] = problemsOf(explainText('68aaaaaaaaaaaa68110433333433af16'));
    expect(found && problemText(found)).toMatch(/expected ae, found af/);
  });

  it.each([
    ['blanks', '68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AE 16'],
    [
      'commas and 0x',
      '0x68,0xAA,0xAA,0xAA,0xAA,0xAA,0xAA,0x68,0x11,0x04,0x33,0x33,0x34,0x33,0xAE,0x16',
    ],
    ['H behind each', '68H AAH AAH AAH AAH AAH AAH 68H 11H 04H 33H 33H 34H 33H AEH 16H'],
    ['lines', '68-AA-AA-AA-AA-AA-AA-68\n11:04:33:33:34:33:AE:16'],
  ])('takes a paste with %s', (_case, text) => {
    expect(hexOf(bytesOf(text))).toBe(READ);
  });
});

describe('a reply to what was asked', () => {
  it('gives registers the addresses that were asked for', () => {
    const { frames } = explainReply(bytesOf(HOLDING), bytesOf('110306ae415652434049ad'));
    const names = frames[0]?.rows.map(({ name }) => name);
    expect(names?.slice(3, -1)).toEqual(['Register, 107', 'Register, 108', 'Register, 109']);
    expect(frames[0]?.problems).toEqual([]);
  });

  it('takes the reading of a reply where both are possible', () => {
    const { frames } = explainReply(bytesOf('110200c40016baa9'), bytesOf('110203ac00357ae8'));
    expect(frames[0]).toMatchObject({ direction: 'reply', problems: [] });
    expect(frames[0]?.other).toBeUndefined();
  });

  it.each<[string, string, string, string]>([
    [
      'another meter',
      '68010000000000681104333334' + '33e316',
      '68020000000000689106333334' + '33333366' + '00',
      'checksum',
    ],
    ['another address', '1103006b00037687', '0a8102b053', 'other-address'],
    ['another function', HOLDING, '110402000af8f4', 'other-function'],
    ['another protocol', HOLDING, READ, 'other-protocol'],
  ])('names %s', (_case, request, reply, key) => {
    const { frames } = explainReply(bytesOf(request), bytesOf(reply));
    expect(frames.flatMap(({ problems }) => problems.map((found) => found.key))).toContain(key);
  });
});

describe('what a frame would do', () => {
  const encoded = (commandCode: string, data: string, version: ProtocolVersion = 1) => {
    const frame = encodeFrame({ address: '1', commandCode, data, version });
    if (!frame.ok) throw new Error(frame.refusal);
    return frame.value;
  };
  const N1 = (code: string) => `0200000000000000${code}00000000000000`;

  it.each<[string, string, string, ProtocolVersion, string]>([
    ['read', '11', '00000100', 1, 'read'],
    ['read following', '12', '0000010001', 1, 'read'],
    ['read address', '13', '', 1, 'read'],
    ['write', '14', '0102030400000000000000', 1, 'write'],
    ['freeze', '16', '00000000', 1, 'write'],
    ['set time of all', '08', '000000010126', 1, 'write'],
    ['trip', '1c', N1('1a'), 1, 'open'],
    ['allow closing', '1c', N1('1b'), 1, 'close'],
    ['close at once', '1c', N1('1c'), 1, 'close'],
    ['hold supply', '1c', N1('3a'), 1, 'write'],
    ['an order that is not known', '1c', N1('77'), 1, 'write'],
    ['security authentication', '03', '0000000000000000', 1, 'write'],
    ['a function that is not known', '1f', '', 1, 'write'],
    ['error bit in a request', '51', '00000100', 1, 'write'],
    ['registers', '03', '00000001', 2, 'read'],
    ['one coil', '05', '0000ff00', 2, 'write'],
    ['one register', '06', '00000001', 2, 'write'],
    ['coils', '0f', '0000000801ff', 2, 'write'],
    ['registers written', '10', '0000000102000a', 2, 'write'],
    ['a function of its own kind', '41', 'aabb', 2, 'write'],
  ])('%s', (_case, code, data, version, effect) => {
    expect(orderOf(encoded(code, data, version))?.effect).toBe(effect);
  });

  it.each([
    ['a reply', '110306ae415652434049ad'],
    ['an exception', '0a8102b053'],
    ['two frames', READ + READ],
    ['a wrong check sum', '68aaaaaaaaaaaa68110433333433af16'],
    ['bytes after the end', `${READ}00`],
    ['bytes before the start', `00${READ}`],
    ['a cut frame', READ.slice(0, -4)],
    ['nothing known', '48656c6c6f'],
  ])('%s is no order', (_case, text) => {
    expect(orderOf(bytesOf(text))).toBeUndefined();
  });

  it('of two readings the stronger counts', () => {
    // A reply with discrete inputs and a request to read them have the same bytes.
    expect(orderOf(bytesOf('110203ac00357ae8'))?.effect).toBe('read');
  });
});

describe('any bytes', () => {
  const anyOrder = fc.record({
    version: fc.constantFrom<ProtocolVersion>(1, 2),
    control: fc.integer({ min: 1, max: 0x7f }),
    known: fc.constantFrom('11', '13', '14', '1c', '03', '01', '10', '0f', '05', '16', '19', '1b'),
    pick: fc.boolean(),
    data: fc.uint8Array({ maxLength: 40 }),
    identifier: fc.constantFrom('', '00000100', '00ff0102', '00000101', 'ff050004', '0000000102'),
  });

  it('every byte stands in exactly one row, whatever they are', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), covers), {
      numRuns: 20_000,
    });
  });

  it('and whatever is changed in a right frame', () => {
    fc.assert(
      fc.property(
        anyOrder,
        fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 3 }),
        fc.nat(60),
        ({ version, control, known, pick, data, identifier }, changes, cut) => {
          const commandCode = pick ? known : control.toString(16).padStart(2, '0');
          const text = identifier + hexOf(data);
          const frame = encodeFrame({ address: '12', commandCode, data: text, version });
          if (!frame.ok) throw new Error(frame.refusal);
          covers(frame.value);
          const changed = frame.value.slice(
            0,
            Math.max(1, frame.value.length - (cut > 30 ? 0 : cut)),
          );
          for (const [at, byte] of changes) changed[at % changed.length] = byte;
          covers(changed);
          orderOf(changed);
          covers(new Uint8Array([...changed, ...frame.value]));
          explainReply(frame.value, changed);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('a right frame stays right: what was put in is told again', () => {
    fc.assert(
      fc.property(anyOrder, ({ version, known, data, identifier }) => {
        const frame = encodeFrame({
          address: '12',
          commandCode: known,
          data: identifier + hexOf(data),
          version,
        });
        if (!frame.ok) throw new Error(frame.refusal);
        expect(explainBytes(frame.value).frames[0]?.whole).toBe(true);
      }),
    );
  });

  it('text of any kind is explained or named', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'binary' }), (text) => {
        const { frames, problems } = explainText(text);
        expect(frames.length + problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 5_000 },
    );
  });
});

function covers(bytes: Uint8Array): void {
  const explanation = explainBytes(bytes);
  let text = '';
  for (const { offset, hex } of rowsOf(explanation)) {
    if (2 * offset !== text.length) throw new Error(`row at ${offset} behind ${text.length / 2}`);
    if (hex.length === 0) throw new Error(`empty row at ${offset}`);
    text += hex;
  }
  if (text !== hexOf(bytes)) throw new Error(`${text} is not ${hexOf(bytes)}`);
}
