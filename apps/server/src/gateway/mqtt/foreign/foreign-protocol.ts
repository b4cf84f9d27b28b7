/**
 * The protocol of another manufacturer on one connection to the embedded broker. It defines the
 * topics of the device, decodes its messages and encodes commands. It has the state of the
 * connection only: a new connection begins with a request for the present state.
 */
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { DeviceMessage } from '../../../areas/telemetry/ingest/device-message.ts';

export interface DownMessage {
  readonly topic: string;
  readonly payload: string;
}

export interface PreparedCommand extends DownMessage {
  readonly commandId: string;
  /** Called when the command is written, with its remaining life. */
  readonly written?: (remainingMs: number) => void;
}

export interface DecodedMessage {
  readonly content: DeviceMessage;
  /** Requests that the platform sends because of the message. */
  readonly requests?: readonly DownMessage[];
  /** The command that the device has answered, so the connection is not half open. */
  readonly answered?: string | undefined;
  /** True if the device announces that it disconnects. */
  readonly isLeaving?: boolean;
}

export interface ForeignProtocol {
  /** False for a topic of another device. */
  mayPublish(topic: string): boolean;
  /** False for a filter that can match topics of another device. */
  maySubscribe(filter: string): boolean;
  /** True if the filter includes the commands of the platform. */
  hasCommands(filter: string): boolean;
  /** Requests for the present state, sent when the device has subscribed to its commands. */
  firstRequests(): readonly DownMessage[];
  /** Never throws: an error of the decoder is part of the content. */
  decode(topic: string, payload: Uint8Array): DecodedMessage;
  /** Returns undefined for a command that the protocol cannot carry. */
  prepare(command: DeviceCommand): PreparedCommand | undefined;
}

/** Content of a message without a meaning for the platform. */
export const NO_CONTENT: DeviceMessage = { rejected: [], unknownFields: 0 };
