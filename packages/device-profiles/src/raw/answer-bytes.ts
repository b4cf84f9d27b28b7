/**
 * The raw answers of one poll cycle as bytes, as they are stored with its reading: a version, and
 * for each answer what was read and the words of the meter. They contain no frames, and so nothing
 * that was sent to the meter.
 */
import type { Block } from '../profile.ts';

export interface RawAnswer {
  readonly read: Block['read'];
  /** Address of the first register; 0 for DL/T 645. */
  readonly from: number;
  /** Registers (0 to 65535), or data bytes of DL/T 645 after the identifier. */
  readonly words: ArrayLike<number>;
}

const VERSION = 1;
/** In place of a function code: an answer of DL/T 645. */
const DLT645 = 0;
const IDENTIFIER = /^[0-9A-F]{8}$/;

/** Every answer has at most 255 words, as frames have. */
export function encodeAnswers(answers: readonly RawAnswer[]): Uint8Array {
  const bytes = [VERSION];
  for (const { read, from, words } of answers) {
    const list = Array.from(words);
    if ('identifier' in read) {
      bytes.push(DLT645, ...identifierBytes(read.identifier), list.length, ...list);
    } else {
      bytes.push(read.functionCode, from >> 8, from & 0xff, list.length);
      for (const word of list) bytes.push(word >> 8, word & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}

/** Returns undefined if the bytes are of another version, or damaged. */
export function decodeAnswers(bytes: Uint8Array): RawAnswer[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes[0] !== VERSION) return undefined;
  const answers: RawAnswer[] = [];
  for (let at = 1; at < bytes.length; ) {
    const code = bytes[at]!;
    const isDlt645 = code === DLT645;
    if (!isDlt645 && code !== 3 && code !== 4) return undefined;
    const head = isDlt645 ? 5 : 3;
    const count = bytes[at + head];
    const start = at + head + 1;
    if (count === undefined) return undefined;
    const end = start + count * (isDlt645 ? 1 : 2);
    if (end > bytes.length) return undefined;
    answers.push(
      isDlt645
        ? {
            read: { identifier: identifierAt(bytes, at + 1) },
            from: 0,
            words: bytes.slice(start, end),
          }
        : {
            read: { functionCode: code },
            from: view.getUint16(at + 1),
            words: Array.from({ length: count }, (_, i) => view.getUint16(start + 2 * i)),
          },
    );
    at = end;
  }
  return answers;
}

/** The digits as they are written, DI3 first. */
function identifierBytes(identifier: string): number[] {
  if (!IDENTIFIER.test(identifier.toUpperCase())) throw new RangeError(`identifier ${identifier}`);
  return Array.from({ length: 4 }, (_, at) =>
    Number.parseInt(identifier.slice(2 * at, 2 * at + 2), 16),
  );
}

function identifierAt(bytes: Uint8Array, at: number): string {
  return Array.from(bytes.subarray(at, at + 4), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
