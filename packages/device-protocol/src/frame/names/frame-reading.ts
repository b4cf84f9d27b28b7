import type { ByteRow } from '../byte-row.ts';
import type { FrameProblem } from './frame-problem.ts';

export type Protocol = 'dlt645' | 'modbus';

export type Direction = 'request' | 'reply';

/** One frame in one interpretation. */
export interface FrameReading {
  /** Null if the bytes belong to neither protocol. */
  readonly protocol: Protocol | null;
  /** Null if the bytes do not determine the direction. */
  readonly direction: Direction | null;
  /** True if all bytes are present and the checksum is correct. */
  readonly whole: boolean;
  readonly from: number;
  /** Offset of the byte after the frame. */
  readonly end: number;
  readonly rows: readonly ByteRow[];
  readonly problems: readonly FrameProblem[];
}
