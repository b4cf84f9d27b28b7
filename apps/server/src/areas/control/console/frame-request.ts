/** A frame that a user wants to send. */
import type { Outcome } from '@busbar/domain/refusal';
import type { FrameEffect } from '@busbar/domain/switch/frame-interlock';

export interface FrameRequest {
  /** Id or code of the device. */
  readonly device: string | number;
  /** Bytes of the entered text; undefined if the text is not hexadecimal. */
  readonly bytes: Uint8Array | undefined;
  readonly hex: string;
  /** Effect of the request frame; undefined if the bytes are not one complete request frame. */
  readonly effect: FrameEffect | undefined;
  readonly confirmed: boolean;
  /** Result of the password check: true if the password was given, or the refusal. */
  readonly stepUp: Outcome<boolean>;
  readonly source: string;
}
