/**
 * Rows of COPY's text made over to COPY's binary format, for the embedded database: reading a number
 * with a point it reckons in 128 bits, which WebAssembly does not have, and that was three quarters
 * of what COPY took. What is not plain (see plain-values.ts) is not made over: the part goes in as the text
 * it is, and the database judges it.
 */
import { type Cursor, PLAIN_VALUES, type PlainType } from './plain-values.ts';

/** Signature, no flags, nothing more. */
const HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = -1;
const NULL = -1;
const [TAB, NEWLINE, BACKSLASH, N] = [0x09, 0x0a, 0x5c, 0x4e];
/** Of a value with its length. */
const MOST_BYTES = 12;
const SPARE = 8;

/** Whether it is worth it for a table of these types (`pg_type.typname`), and possible. */
export function areBinary(types: readonly string[]): types is readonly PlainType[] {
  return types.includes('float4') && types.every((type) => Object.hasOwn(PLAIN_VALUES, type));
}

/** `text`: whole rows, a newline after each. Undefined when anything in it is not plain. */
export function binaryRows(text: Buffer, types: readonly PlainType[]): Buffer | undefined {
  const rows = rowsOf(text);
  const most = HEAD.length + rows * (2 + types.length * MOST_BYTES) + 2 + SPARE;
  const bytes = Buffer.allocUnsafe(most);
  const out = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const cursor: Cursor = { text, at: 0, out, to: HEAD.copy(bytes) };
  const values = types.map((type) => PLAIN_VALUES[type]);
  for (let row = 0; row < rows; row += 1) {
    out.setInt16(cursor.to, values.length);
    cursor.to += 2;
    for (let column = 0; column < values.length; column += 1) {
      if (!isNull(cursor) && !values[column]!(cursor)) return undefined;
      if (text[cursor.at] !== (column === values.length - 1 ? NEWLINE : TAB)) return undefined;
      cursor.at += 1;
    }
  }
  if (cursor.at !== text.length) return undefined;
  out.setInt16(cursor.to, END);
  return bytes.subarray(0, cursor.to + 2);
}

function rowsOf(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Writes it when it is. */
function isNull(cursor: Cursor): boolean {
  const { text, at, out, to } = cursor;
  if (text[at] !== BACKSLASH || text[at + 1] !== N) return false;
  out.setInt32(to, NULL);
  cursor.at = at + 2;
  cursor.to = to + 4;
  return true;
}
