/**
 * Explains arbitrary bytes: the frames they contain, the meaning of each byte, and the problems.
 * Nothing is guessed: an interpretation is accepted if its checksum proves it; without proof, a
 * frame is only identified by unambiguous features. Every byte is in exactly one row. Never throws.
 */
import type { ByteRow } from './byte-row.ts';
import { explainDlt645 } from './dlt645/dlt645-explain.ts';
import { cutDlt645, isWhole, START, WAKE_UP } from './dlt645/dlt645-frame.ts';
import { readHex } from './hex.ts';
import { certainModbus, doubtfulModbus } from './modbus/modbus-explain.ts';
import { unreadRow } from './modbus/modbus-rows.ts';
import { type FrameProblem, problem } from './names/frame-problem.ts';
import type { FrameReading } from './names/frame-reading.ts';

export interface ExplainedFrame extends FrameReading {
  /** The second interpretation, if the bytes allow two. */
  readonly other?: FrameReading;
}

export interface Explanation {
  readonly frames: readonly ExplainedFrame[];
  /** Problems of the text or of all bytes together; problems of a frame are stored in the frame. */
  readonly problems: readonly FrameProblem[];
}

export function explainText(text: string): Explanation {
  const hex = readHex(text);
  return hex.ok ? explainBytes(hex.bytes) : { frames: [], problems: [hex.problem] };
}

export function explainBytes(bytes: Uint8Array): Explanation {
  if (bytes.length === 0) return { frames: [], problems: [problem('empty', 0)] };
  const frames: ExplainedFrame[] = [];
  let at = 0;
  while (at < bytes.length) {
    const frame = frameFrom(bytes, at, at === 0);
    if (frame === undefined) {
      frames.push(strayFrom(bytes, at));
      break;
    }
    frames.push(frame);
    at = frame.end;
  }
  const real = frames.filter(({ protocol }) => protocol !== null);
  return { frames, problems: real.length > 1 ? [problem('several-frames', real[1]!.from)] : [] };
}

/** All rows in wire order. */
export const rowsOf = ({ frames }: Explanation): ByteRow[] => frames.flatMap(({ rows }) => rows);

export const problemsOf = ({ frames, problems }: Explanation): FrameProblem[] => [
  ...problems,
  ...frames.flatMap((frame) => frame.problems),
];

function frameFrom(bytes: Uint8Array, at: number, first: boolean): ExplainedFrame | undefined {
  const dlt645 = explainDlt645(bytes, at);
  const [modbus, second] = certainModbus(bytes, at);
  if (dlt645?.whole) {
    return modbus?.end === dlt645.end ? both('both-protocols', dlt645, modbus) : dlt645;
  }
  if (modbus !== undefined) {
    return second?.end === modbus.end ? both('both-directions', modbus, second) : modbus;
  }
  const next = nextWhole(bytes, at + 1);
  if (next !== undefined) return before(bytes, at, next);
  return dlt645 ?? (first ? doubtfulModbus(bytes, at) : undefined);
}

function both(
  key: 'both-protocols' | 'both-directions',
  reading: FrameReading,
  other: FrameReading,
): ExplainedFrame {
  const problems = [problem(key, reading.from), ...reading.problems];
  // If the frame could be both a request and a reply, its direction is null.
  const direction = reading.direction === other.direction ? reading.direction : null;
  return { ...reading, direction, problems, other };
}

/** Offset of the next DL/T 645 frame with a correct checksum, including wake-up bytes. */
function nextWhole(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== START) continue;
    const frame = cutDlt645(bytes, at);
    if (frame === undefined || !isWhole(frame)) continue;
    let begin = at;
    while (begin > from && bytes[begin - 1] === WAKE_UP) begin--;
    return begin;
  }
  return undefined;
}

/** Explains the bytes before a proven frame, which are a faulty frame or stray bytes. */
function before(bytes: Uint8Array, at: number, next: number): ExplainedFrame {
  const part = bytes.subarray(0, next);
  const broken = explainDlt645(part, at);
  if (broken !== undefined) return broken;
  return {
    ...stray(bytes, at, next),
    problems: [problem(at === 0 ? 'bytes-before-start' : 'bytes-after-end', at)],
  };
}

function strayFrom(bytes: Uint8Array, at: number): ExplainedFrame {
  const problems = [problem(at === 0 ? 'alien' : 'bytes-after-end', at)];
  return { ...stray(bytes, at, bytes.length), problems };
}

function stray(bytes: Uint8Array, from: number, end: number): Omit<FrameReading, 'problems'> {
  const rows = [unreadRow(bytes, from, end)];
  return { protocol: null, direction: null, whole: false, from, end, rows };
}
