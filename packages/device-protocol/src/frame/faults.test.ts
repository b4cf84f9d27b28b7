/** Tests that problems are reported by name, and that bytes after a fault are not interpreted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, type ProtocolVersion } from './encode-frame.ts';
import { explainBytes, explainText, problemsOf, rowsOf } from './explain.ts';
import { explainReply } from './explain-reply.ts';
import { hexOf, MAX_PASTED_BYTES, readHex } from './hex.ts';
import { commandOfFrame } from './names/frame-command.ts';
import { problemText } from './names/frame-problem.ts';

const bytesOf = (text: string): Uint8Array => {
  const hex = readHex(text);
  if (!hex.ok) throw new Error(hex.problem.key);
  return hex.bytes;
};

const keys = (text: string) => problemsOf(explainText(text)).map(({ key }) => key);

const READ = '68aaaaaaaaaaaa68110433333433ae16';
const HOLDING = '1103006b00037687';

describe('faulty frames', () => {
  it.each<[string, string, readonly string[]]>([
    ['empty text', ' ', ['empty']],
    ['a character that is not hexadecimal', '6g', ['not-hex']],
    ['a missing digit', READ.slice(0, -1), ['odd-hex']],
    ['more bytes than the maximum', '00'.repeat(MAX_PASTED_BYTES + 1), ['too-long']],
    ['text instead of a frame', '48656c6c6f', ['alien']],
    ['one byte', '05', ['alien']],
    ['a wrong checksum', '68aaaaaaaaaaaa68110433333433af16', ['checksum']],
    ['a changed data byte', '68aaaaaaaaaaaa68110433333533ae16', ['checksum']],
    ['a wrong end byte', '68aaaaaaaaaaaa68110433333433ae17', ['no-end']],
    ['a truncated frame', READ.slice(0, -4), ['cut']],
    ['a frame truncated in the address', '68aaaa', ['cut']],
    ['bytes after the end', `${READ}00ff`, ['bytes-after-end']],
    ['bytes before the start', `0001${READ}`, ['bytes-before-start']],
    ['two frames', READ + READ, ['several-frames']],
    ['a request and its reply', `${HOLDING}110306ae415652434049ad`, ['several-frames']],
    ['frames of both protocols', HOLDING + READ, ['several-frames']],
    ['a faulty frame before a valid one', READ.slice(0, 24) + READ, ['several-frames', 'cut']],
    ['a wrong Modbus checksum', '1103006b00037688', ['checksum']],
    ['a truncated Modbus frame', '1103006b', ['cut']],
    ['a truncated Modbus reply', '110306ae4156', ['cut']],
    ['bytes after the end of a Modbus frame', `${HOLDING}00`, ['bytes-after-end']],
    [
      'an address that is not decimal',
      '68b1000000000068110433333433' + '6316',
      ['address-not-bcd'],
    ],
  ])('are reported: %s', (_case, text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it('are not interpreted after a wrong checksum', () => {
    const rows = rowsOf(explainText('68aaaaaaaaaaaa68110433333433af16'));
    expect(rows.find(({ offset }) => offset === 10)?.key).toBe('unread');
    expect(rows.find(({ key }) => key === 'checksum')?.value).toBe('wrong');
  });

  it('are reported with the expected and the actual value', () => {
    const [found] = problemsOf(explainText('68aaaaaaaaaaaa68110433333433af16'));
    expect(found && problemText(found)).toMatch(/expected ae, found af/);
  });

  it.each([
    ['spaces', '68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AE 16'],
    [
      'commas and 0x',
      '0x68,0xAA,0xAA,0xAA,0xAA,0xAA,0xAA,0x68,0x11,0x04,0x33,0x33,0x34,0x33,0xAE,0x16',
    ],
    ['H after each byte', '68H AAH AAH AAH AAH AAH AAH 68H 11H 04H 33H 33H 34H 33H AEH 16H'],
    ['several lines and separators', '68-AA-AA-AA-AA-AA-AA-68\n11:04:33:33:34:33:AE:16'],
  ])('accepts pasted text with %s', (_case, text) => {
    expect(hexOf(bytesOf(text))).toBe(READ);
  });
});

describe('reply to a known request', () => {
  it('labels registers with the requested addresses', () => {
    const { frames } = explainReply(bytesOf(HOLDING), bytesOf('110306ae415652434049ad'));
    const names = frames[0]?.rows.map(({ name }) => name);
    expect(names?.slice(3, -1)).toEqual(['Register, 107', 'Register, 108', 'Register, 109']);
    expect(frames[0]?.problems).toEqual([]);
  });

  it('is interpreted as a reply if both directions are possible', () => {
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
  ])('reports %s', (_case, request, reply, key) => {
    const { frames } = explainReply(bytesOf(request), bytesOf(reply));
    expect(frames.flatMap(({ problems }) => problems.map((found) => found.key))).toContain(key);
  });
});

describe('effect of a frame', () => {
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
    ['broadcast of the time', '08', '000000010126', 1, 'write'],
    ['trip', '1c', N1('1a'), 1, 'open'],
    ['allow closing', '1c', N1('1b'), 1, 'close'],
    ['close at once', '1c', N1('1c'), 1, 'close'],
    ['hold supply', '1c', N1('3a'), 1, 'write'],
    ['an unknown switch command', '1c', N1('77'), 1, 'write'],
    ['security authentication', '03', '0000000000000000', 1, 'write'],
    ['an unknown function', '1f', '', 1, 'write'],
    ['an error bit in a request', '51', '00000100', 1, 'write'],
    ['reading of registers', '03', '00000001', 2, 'read'],
    ['write of one coil', '05', '0000ff00', 2, 'write'],
    ['write of one register', '06', '00000001', 2, 'write'],
    ['write of several coils', '0f', '0000000801ff', 2, 'write'],
    ['write of several registers', '10', '0000000102000a', 2, 'write'],
    ['a custom function', '41', 'aabb', 2, 'write'],
  ])('classifies %s', (_case, code, data, version, effect) => {
    expect(commandOfFrame(encoded(code, data, version))?.effect).toBe(effect);
  });

  it.each([
    ['a reply', '110306ae415652434049ad'],
    ['an exception', '0a8102b053'],
    ['two frames', READ + READ],
    ['a wrong checksum', '68aaaaaaaaaaaa68110433333433af16'],
    ['bytes after the end', `${READ}00`],
    ['bytes before the start', `00${READ}`],
    ['a truncated frame', READ.slice(0, -4)],
    ['unknown bytes', '48656c6c6f'],
  ])('returns no effect for %s', (_case, text) => {
    expect(commandOfFrame(bytesOf(text))).toBeUndefined();
  });

  it('uses the stronger effect if there are two interpretations', () => {
    // The bytes are those of a reply with discrete inputs and of a request to read them.
    expect(commandOfFrame(bytesOf('110203ac00357ae8'))?.effect).toBe('read');
  });
});

describe('explanations of arbitrary bytes', () => {
  const anyFrame = fc.record({
    version: fc.constantFrom<ProtocolVersion>(1, 2),
    control: fc.integer({ min: 1, max: 0x7f }),
    known: fc.constantFrom('11', '13', '14', '1c', '03', '01', '10', '0f', '05', '16', '19', '1b'),
    pick: fc.boolean(),
    data: fc.uint8Array({ maxLength: 40 }),
    identifier: fc.constantFrom('', '00000100', '00ff0102', '00000101', 'ff050004', '0000000102'),
  });

  it('contain every byte in exactly one row', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), covers), {
      numRuns: 20_000,
    });
  });

  it('contain every byte in exactly one row after a valid frame is changed', () => {
    fc.assert(
      fc.property(
        anyFrame,
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
          commandOfFrame(changed);
          covers(new Uint8Array([...changed, ...frame.value]));
          explainReply(frame.value, changed);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('contain the encoded values of a valid frame', () => {
    fc.assert(
      fc.property(anyFrame, ({ version, known, data, identifier }) => {
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

  it('contain at least one row or problem for any text', () => {
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
