/** Replies of devices to commands, as the drivers of the gateway deliver them. */
import type { Rejection } from '@busbar/domain/device/rejection';
import type { SlaveStatus } from '@busbar/domain/slot/slot-table';
import type { HeldTimer } from '@busbar/domain/timer/timer-holder';

export type ReplyResult =
  | 'done'
  | 'badArguments'
  /** The device refused the command in its current state: locked, or opened manually. */
  | 'refused'
  /** The device refused the password of the command. */
  | 'notAuthorised'
  | 'expired'
  | 'lockedByMechanism'
  /** The contact did not switch. */
  | 'failed';

/** Reply content, decoded on demand: only the command found by control determines its format. */
export interface ReplyContent {
  /** Record of a parameter set, not validated. */
  readonly parameters: unknown;
  /** Slaves of a gateway in the order of their addresses. */
  slaveTable(): readonly SlaveStatus[] | Rejection;
  /** The timers that the device stores; undefined if the reply does not contain them. */
  timers(): readonly HeldTimer[] | Rejection | undefined;
  /** Response from the serial line in hexadecimal digits; undefined if it is unreadable. */
  frame(): string | undefined;
}

export interface DeviceReply {
  /** Id of the command, or of the message that several commands shared. */
  readonly commandId: string;
  /** Result of the command; undefined for a result code that the protocol does not define. */
  readonly result: ReplyResult | undefined;
  readonly message: string | undefined;
  readonly content: ReplyContent;
}

export interface ReplyReport extends DeviceReply {
  readonly customerId: number;
  /** Code of the device whose connection delivered the reply: the gateway for a slave's command. */
  readonly linkDeviceCode: string;
  /** Time at which the reply arrived, epoch ms. */
  readonly receivedAt: number;
}
