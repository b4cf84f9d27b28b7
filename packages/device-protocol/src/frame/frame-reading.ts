import type { ByteRow } from './byte-row.ts';
import type { FrameProblem } from './frame-problem.ts';

export type Protocol = 'dlt645' | 'modbus';

export type Direction = 'request' | 'reply';

/** One frame, read in one way. */
export interface FrameReading {
  /** Null where the bytes are of neither. */
  readonly protocol: Protocol | null;
  /** Null where the bytes do not tell. */
  readonly direction: Direction | null;
  /** All bytes are there and the check sum is right. */
  readonly whole: boolean;
  readonly from: number;
  /** Behind its last byte. */
  readonly end: number;
  readonly rows: readonly ByteRow[];
  readonly problems: readonly FrameProblem[];
}
