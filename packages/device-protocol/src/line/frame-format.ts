/** How a protocol of the serial line recognises its frames in a stream of bytes. */
import type { DiscardReason } from '@busbar/domain/line/discards';
import type { LineFrame } from '@busbar/domain/line/line-frame';

export type FormatRead =
  | { readonly kind: 'frame'; readonly frame: LineFrame; readonly length: number }
  /** The bytes are the start of a frame. */
  | { readonly kind: 'pending' }
  /** No frame begins here; `seen` is the number of bytes that decided it. */
  | { readonly kind: 'none'; readonly reason: DiscardReason; readonly seen: number };

export interface FrameFormat {
  /** Length of the longest frame. */
  readonly maxBytes: number;
  /**
   * Reads the frame at offset `from`; `bytes` ends with the last received byte. `sent` is the last
   * request, empty before the first one. More bytes never change the result, except `pending`.
   */
  read(bytes: Uint8Array, from: number, sent: Uint8Array): FormatRead;
}
