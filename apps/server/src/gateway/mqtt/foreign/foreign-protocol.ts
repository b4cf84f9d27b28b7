/**
 * The protocol of another manufacturer on one connection of a device to a broker. It defines the
 * topics of the device, decodes its messages and encodes commands. It has the state of the
 * connection only: a new connection begins with a request for the present state.
 */
import type { DeviceInfo } from '@busbar/domain/device/device-report';
import { FIRST_CHANNEL, isFurtherChannel } from '@busbar/domain/device/protocol/device-channels';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';
import type { DeviceMessage } from '../../../areas/telemetry/ingest/device-message.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';

export interface DownMessage {
  readonly topic: string;
  readonly payload: string;
}

export interface PreparedCommand extends DownMessage {
  readonly commandId: string;
  /** Messages that are written after the command. */
  readonly further?: readonly DownMessage[];
  /** True if the device answers the command, which shows at QoS 0 that it is not half open. */
  readonly isAnswered?: true;
  /** Called when the command is written, with its remaining life. */
  readonly written?: (remainingMs: number) => void;
}

export interface DecodedMessage {
  readonly content: DeviceMessage;
  /** Requests that the platform sends because of the message. */
  readonly requests?: readonly DownMessage[];
  /** The commands that the device has answered, so the connection is not half open. */
  readonly answered?: readonly string[] | undefined;
  /** True if the device announces that it disconnects. */
  readonly isLeaving?: boolean;
  /** True if the device announces that it has connected; only an external broker needs it. */
  readonly isArriving?: boolean;
}

export interface ForeignTopics {
  /** False for a topic of another device. */
  mayPublish(topic: string): boolean;
  /** False for a filter that can match topics of another device. */
  maySubscribe(filter: string): boolean;
  /** True if the filter includes the commands of the platform. */
  hasCommands(filter: string): boolean;
  /** Payload limit of topics with larger messages than usual; undefined for the others. */
  maxBytesOf?(topic: string): number | undefined;
}

export interface ForeignProtocol {
  readonly topics: ForeignTopics;
  /** Largest payload of any topic; undefined for the usual limit. */
  readonly maxBytes?: number;
  /** False while commands cannot be encoded, after the connection; true by default. */
  readonly isReady?: boolean;
  /** Requests for the present state, sent when the device has subscribed to its commands. */
  firstRequests(): readonly DownMessage[];
  decode(topic: string, payload: Uint8Array): DecodedMessage;
  /** Returns undefined for a command that the protocol cannot carry. */
  prepare(command: DeviceCommand): PreparedCommand | undefined;
  /** Called with changed data of the device, such as new slaves. */
  refresh?(device: LinkDevice): void;
}

/** What a protocol needs to know of its connection. */
export interface ConnectionFacts {
  readonly code: string;
  readonly device: LinkDevice;
  readonly known: KnownSwitch;
  /** What is known of the switches of its slaves, by device id. */
  readonly knownOfSlaves: ReadonlyMap<number, KnownSwitch>;
  readonly monotonic: () => number;
  /** True at an external broker, where other clients than the platform may send commands too. */
  readonly isShared: boolean;
  /** First id of a request: a late reply of an earlier connection must not match another request. */
  readonly firstId: number;
}

/** Content of a message without a meaning for the platform. */
export const NO_CONTENT: DeviceMessage = { rejected: [], unknownFields: 0 };

/** A device info without any field, to which a protocol adds its slaves. */
export const NO_INFO: DeviceInfo = {
  deviceTime: undefined,
  deviceType: undefined,
  band: undefined,
  csq: undefined,
  hardwareVersion: undefined,
  softwareVersion: undefined,
  ratedVoltageV: undefined,
  ratedCurrentA: undefined,
  slaves: undefined,
};

/** Decodes a message; an error of the decoder becomes part of the content. */
export function decodeForeign(
  protocol: ForeignProtocol,
  topic: string,
  payload: Uint8Array,
): DecodedMessage {
  try {
    return protocol.decode(topic, payload);
  } catch (failure) {
    return { content: { ...NO_CONTENT, failure } };
  }
}

/** The output that a command switches, and its new position. */
export interface SwitchTarget {
  /** Number of the channel; the first is the device itself. */
  readonly channel: number;
  readonly to: 'open' | 'close';
}

/** Returns undefined for a command of another kind, and for one to several channels at once. */
export function targetOf(command: DeviceCommand): SwitchTarget | undefined {
  if (command.op === 'slaves') {
    const [{ address, order } = NO_SLOT, ...others] = command.slots;
    if (others.length > 0 || order === 'none' || !isFurtherChannel(address)) return undefined;
    return { channel: address, to: order };
  }
  if (command.op !== 'switch') return undefined;
  const { to } = command;
  return to === 'open' || to === 'close' ? { channel: FIRST_CHANNEL, to } : undefined;
}

const NO_SLOT = { address: 0, order: 'none' } as const;
