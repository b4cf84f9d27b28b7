/**
 * A frame on the serial line behind a DTU (docs/protocol/device.md, "DTU with transparent serial
 * line"), in terms that Modbus RTU and DL/T 645 share.
 */

/** Reasons of a slave's refusal: Modbus exceptions and DL/T 645 error replies. */
export const SLAVE_REFUSALS = [
  'function-not-supported',
  'no-such-data',
  'invalid-value',
  'not-authorised',
  'busy',
  'device-failure',
  'unreachable',
  'rate-fixed',
  'too-many-zones',
  'too-many-switch-points',
  'too-many-tariffs',
  'other',
] as const;

export type SlaveRefusal = (typeof SLAVE_REFUSALS)[number];

export interface LineFrame {
  /** Modbus: the address in decimal; DL/T 645: twelve digits, highest first. */
  readonly slave: string;
  /** `either`: request and reply have the same bytes, as for a Modbus write of a single value. */
  readonly direction: 'request' | 'reply' | 'either';
  /** Function without the bits for direction, error and following frames. */
  readonly fn: number;
  /** Undefined if the slave did not refuse. */
  readonly refusal: SlaveRefusal | undefined;
  /** True if further frames contain the rest of the data (DL/T 645). */
  readonly hasMore: boolean;
  /**
   * DL/T 645: the data after 33H was subtracted, with the identifier. Modbus: the values of a read
   * without their count, otherwise all bytes between function and checksum.
   */
  readonly data: Uint8Array;
  /** The frame as received, without wake-up bytes and without heartbeats inside it. */
  readonly bytes: Uint8Array;
}
