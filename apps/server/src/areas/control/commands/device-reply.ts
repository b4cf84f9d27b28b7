/** Replies of devices to commands, as the drivers of the gateway deliver them. */
import type { Rejection } from '@busbar/domain/device/rejection';
import type { SlaveStatus } from '@busbar/domain/slot/slot-table';
import type { HeldTimer } from '@busbar/domain/timer/timer-holder';

export type ReplyResult =
  | 'done'
  | 'badArguments'
  /** Refused in the current state: locked, or opened by hand. */
  | 'refused'
  | 'expired'
  | 'lockedByMechanism'
  /** The contact did not move. */
  | 'failed';

/**
 * Data of a reply. Only the command shows what it contains, so it is decoded when control has found
 * the command.
 */
export interface ReplyContent {
  /** Record of a parameter set, not validated. */
  readonly parameters: unknown;
  /** The slaves of a gateway in order of their addresses. */
  slaveTable(): readonly SlaveStatus[] | Rejection;
  /** The timers that the device stores; undefined if the reply does not contain them. */
  timers(): readonly HeldTimer[] | Rejection | undefined;
  /** Response from the serial line in hexadecimal digits; undefined if it is unreadable. */
  frame(): string | undefined;
}

export interface DeviceReply {
  /** Id of the command, or of the message that several commands shared. */
  readonly commandId: string;
  /** Undefined for a result that the protocol does not define. */
  readonly result: ReplyResult | undefined;
  readonly message: string | undefined;
  readonly content: ReplyContent;
}

export interface ReplyReport extends DeviceReply {
  readonly customerId: number;
  /** Code of the device whose connection delivered it: for a slave's command the gateway's. */
  readonly linkDeviceCode: string;
  /** Time of arrival, ms. */
  readonly receivedAt: number;
}
