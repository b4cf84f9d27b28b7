/** Messages of devices in the form that the gateway's drivers deliver. */
import type {
  AlarmReport,
  DeviceInfo,
  DryContactReport,
  MeasuredReading,
  StateReport,
} from '@busbar/domain/device/device-report';
import type { Rejection } from '@busbar/domain/device/rejection';
import type { DeviceReply } from '../../control/commands/device-reply.ts';
import type { LinkDevice } from '../presence/link-device.ts';

export interface SlaveReach {
  readonly address: number;
  readonly isReachable: boolean;
}

/**
 * Content of a message, decoded by the driver of its protocol. It may have several parts: a smart
 * plug reports its switch and its readings together.
 */
export interface DeviceMessage {
  readonly readings?: readonly MeasuredReading[];
  readonly states?: readonly StateReport[];
  readonly contacts?: readonly DryContactReport[];
  readonly alarms?: readonly AlarmReport[];
  readonly reply?: DeviceReply | undefined;
  readonly info?: DeviceInfo | undefined;
  /** Slaves that the gateway has reported as reachable, or not. */
  readonly reachable?: readonly SlaveReach[];
  /** Addresses of slaves that were heard without a part of theirs. */
  readonly heard?: readonly number[];
  /** Parts that the decoder rejected. */
  readonly rejected: readonly Rejection[];
  /** Number of fields that the protocol does not define; such fields are ignored and counted. */
  readonly unknownFields: number;
  /** Error thrown by the decoder: the message is stored whole, like any rejected message. */
  readonly failure?: unknown;
}

/**
 * A message that a driver delivers from an authenticated connection. Its decoded content is passed
 * separately, because it need not stay in memory until the commit.
 */
export interface UpMessage {
  readonly device: LinkDevice;
  /**
   * Payload and topic of the message, stored if the message is rejected; a protocol without topics
   * passes another name for the kind of message.
   */
  readonly payload: Uint8Array;
  readonly topic: string;
  /** Epoch ms. */
  readonly receivedAt: number;
  /** True if the message must not wait for the backlogs of other devices; false by default. */
  readonly isLive?: boolean;
  /**
   * Time for parts without a time of their own, epoch ms; defaults to `receivedAt`. A message that
   * waited at a broker must not appear newer than those that overtook it.
   */
  readonly undatedAt?: number;
  /**
   * Only parts with a device time at or after this belong to the device, epoch ms: the message may
   * be older than its registration. Undefined: all parts do.
   */
  readonly ownedSince?: number | undefined;
  /** Called once, when the whole message is committed: only then may it be acknowledged. */
  readonly settled: () => void;
}
