/** Explains the data of a DL/T 645-2007 frame with a correct checksum, each byte once. */
import { type ByteRow, englishName, type RowMeaning, row, textRow } from '../byte-row.ts';
import { type DataField, digitsOf, fieldRow } from '../data-field.ts';
import { hexOf } from '../hex.ts';
import type { IdentifierLayout } from '../identifier-layout.ts';
import { type FrameProblem, problem } from '../names/frame-problem.ts';
import { type Body, type BodyPart, bodiesOf } from './dlt645-bodies.ts';
import { SWITCH_COMMAND_TEXTS } from './dlt645-control.ts';
import { layoutOf } from './dlt645-identifiers.ts';

interface Data {
  /** The frame, and the same bytes with 33H subtracted. */
  readonly bytes: Uint8Array;
  readonly plain: Uint8Array;
  readonly from: number;
  readonly to: number;
}

interface DataReading {
  readonly rows: ByteRow[];
  readonly problems: FrameProblem[];
}

export function explainData(data: Data, control: number): DataReading {
  const { from, to } = data;
  const length = to - from;
  const reading: DataReading = { rows: [], problems: [] };
  const bodies = bodiesOf(control);
  const body = bodies?.find((candidate) => fits(candidate, length));
  if (bodies === undefined) reading.problems.push(problem('unknown-function', from));
  else if (body === undefined) {
    const found = String(length);
    reading.problems.push(problem('data-length', from, { expected: lengthsOf(bodies), found }));
  }
  if (body === undefined) {
    if (length > 0) reading.rows.push(rawRow(data, from, to));
    return reading;
  }
  let at = from;
  body.forEach((part, index) => {
    const bytes = sizeOf(part) ?? length - fixedLength(body);
    const until = at + bytes;
    if (part === 'values') explainValues(data, at, until, identifierOf(data), reading);
    else if (part === 'rest') {
      if (bytes > 0) reading.rows.push(rawRow(data, at, until));
    } else reading.rows.push(partRow(data, at, part, body, index));
    at = until;
  });
  return reading;
}

/** The identifier is always first. */
const identifierOf = ({ plain, from }: Data): number =>
  plain[from]! +
  plain[from + 1]! * 0x100 +
  plain[from + 2]! * 0x10000 +
  plain[from + 3]! * 0x1000000;

const sizeOf = (part: BodyPart): number | undefined => {
  if (typeof part !== 'string') return part.bytes;
  if (part === 'identifier') return 4;
  return part === 'switch-order' ? 1 : undefined;
};

const fixedLength = (body: Body): number =>
  body.reduce((sum, part) => sum + (sizeOf(part) ?? 0), 0);

function fits(body: Body, length: number): boolean {
  const fixed = fixedLength(body);
  return body.some((part) => sizeOf(part) === undefined) ? length >= fixed : length === fixed;
}

const lengthsOf = (bodies: readonly Body[]): string =>
  bodies
    .map(
      (body) => `${fixedLength(body)}${body.some((part) => sizeOf(part) === undefined) ? '+' : ''}`,
    )
    .join(' / ');

function partRow(
  data: Data,
  at: number,
  part: DataField | 'identifier' | 'switch-order',
  body: Body,
  index: number,
): ByteRow {
  const { bytes, plain } = data;
  if (part === 'switch-order') {
    const text = SWITCH_COMMAND_TEXTS[plain[at]!] ?? 'unknown';
    const decoded = { plain: hexOf(plain, at, at + 1) };
    return textRow(bytes, at, at + 1, 'control-order', [text], decoded);
  }
  if (part !== 'identifier') return fieldRow(bytes, plain, at, part);
  const text = digitsOf(plain, at, at + 4);
  const layout = layoutOf(identifierOf(data));
  const decoded = { plain: hexOf(plain, at, at + 4) };
  // If values follow, an unknown identifier is reported only once, as a problem of the values.
  const meaning: RowMeaning =
    layout === undefined
      ? {
          value: body[index + 1] === 'values' ? text : `${text} unknown`,
          words: ['unknown'],
          ...decoded,
        }
      : { value: `${text} ${englishName(layout.about)}`, about: layout.about, ...decoded };
  return row(bytes, at, at + 4, 'identifier', meaning);
}

function explainValues(
  data: Data,
  from: number,
  to: number,
  identifier: number,
  { rows, problems }: DataReading,
): void {
  const layout = layoutOf(identifier);
  const fields = layout === undefined ? undefined : fieldsFor(layout, to - from);
  if (fields !== undefined) {
    let at = from;
    for (const field of fields) {
      rows.push(fieldRow(data.bytes, data.plain, at, field));
      at += field.bytes;
    }
    return;
  }
  if (layout === undefined) problems.push(problem('unknown-identifier', from));
  else {
    const expected = String(layout.fields.reduce((sum, { bytes }) => sum + bytes, 0));
    problems.push(problem('data-length', from, { expected, found: String(to - from) }));
  }
  if (to > from) rows.push(rawRow(data, from, to));
}

/** The fields that fit: for a block, as many complete groups as were sent; else all or none. */
function fieldsFor(
  { fields, group }: IdentifierLayout,
  length: number,
): readonly DataField[] | undefined {
  let sum = 0;
  for (let count = 0; count < fields.length; count++) {
    sum += fields[count]!.bytes;
    if (sum > length) return undefined;
    if (sum < length) continue;
    const taken = count + 1;
    const whole = group === undefined ? taken === fields.length : taken % group === 0;
    return whole ? fields.slice(0, taken) : undefined;
  }
  return undefined;
}

function rawRow({ bytes, plain }: Data, from: number, to: number): ByteRow {
  const value = hexOf(plain, from, to);
  return row(bytes, from, to, 'data', { value, plain: value });
}
