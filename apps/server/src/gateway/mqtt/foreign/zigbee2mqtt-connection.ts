/** A connection of a Zigbee2MQTT bridge (docs/protocol/other-devices.md, "Zigbee2MQTT"). */
import type { JsonObject } from '@busbar/device-protocol/payload';
import {
  type BridgeDevices,
  type BridgeInfo,
  isOnlinePayload,
  readBridgeDevices,
  readBridgeInfo,
  transactionOf,
} from '@busbar/device-protocol/zigbee2mqtt/zigbee-bridge';
import type { ZigbeeSwitch } from '@busbar/device-protocol/zigbee2mqtt/zigbee-exposes';
import {
  encodeZigbeeGet,
  encodeZigbeeSwitch,
} from '@busbar/device-protocol/zigbee2mqtt/zigbee-state';
import {
  bridgeRequestTopic,
  hasZigbee2MqttCommands,
  isBridgeTopic,
  isZigbee2MqttFilter,
  MAX_BRIDGE_BYTES,
  zigbee2MqttTopicOf,
  zigbeeGetTopic,
  zigbeeSetTopic,
} from '@busbar/device-protocol/zigbee2mqtt/zigbee2mqtt-topics';
import { SLAVE_ADDRESS_MAX } from '@busbar/domain/device/device-code';
import { rejection } from '@busbar/domain/device/rejection';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { SlaveReach } from '../../../areas/telemetry/ingest/device-message.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import {
  type ConnectionFacts,
  type DecodedMessage,
  type DownMessage,
  type ForeignProtocol,
  type ForeignTopics,
  NO_CONTENT,
  NO_INFO,
  type PreparedCommand,
} from './foreign-protocol.ts';
import { replyOf } from './foreign-reply.ts';
import { objectMessage, rejectedMessage } from './plain-messages.ts';
import { ZigbeeSlaves } from './zigbee-slaves.ts';

/** Requests the settings of the bridge: it publishes them if none of them changes, too. */
const NO_CHANGE = JSON.stringify({ options: {} });

/** Number of names whose availability is kept until they are known. */
const MAX_UNNAMED = 200;

export class Zigbee2MqttConnection implements ForeignProtocol {
  readonly topics: ForeignTopics;
  readonly maxBytes = MAX_BRIDGE_BYTES;
  readonly #code: string;
  readonly #slaves: ZigbeeSlaves;
  /** Commands that the bridge has not acknowledged. */
  readonly #sent = new Set<string>();
  /** Addresses of devices that report their position; undefined until the bridge has sent them. */
  #reporting: ReadonlySet<string> | undefined;
  /** Availability of devices that are not slaves yet, by their addresses. */
  readonly #availability = new Map<string, boolean>();
  /** Availability by names that the bridge has not sent yet. */
  readonly #unnamed = new Map<string, boolean>();
  /** Addresses of devices whose setting was named in a rejection. */
  readonly #named = new Set<string>();

  constructor(facts: ConnectionFacts) {
    const { code } = facts;
    this.topics = {
      mayPublish: (topic) => zigbee2MqttTopicOf(code, topic) !== undefined,
      maySubscribe: (filter) => isZigbee2MqttFilter(code, filter),
      hasCommands: (filter) => hasZigbee2MqttCommands(code, filter),
      maxBytesOf: (topic) => (isBridgeTopic(code, topic) ? MAX_BRIDGE_BYTES : undefined),
    };
    this.#code = code;
    this.#slaves = new ZigbeeSlaves(facts);
  }

  get isReady(): boolean {
    return this.#reporting !== undefined;
  }

  refresh(device: LinkDevice): void {
    this.#slaves.refresh(device);
  }

  firstRequests(): readonly DownMessage[] {
    return [{ topic: bridgeRequestTopic(this.#code, 'options'), payload: NO_CHANGE }];
  }

  prepare(command: DeviceCommand): PreparedCommand | undefined {
    if (command.op !== 'slaves') return undefined;
    const messages: DownMessage[] = [];
    const written: ((remainingMs: number) => void)[] = [];
    for (const { address, order } of command.slots) {
      if (order === 'none') continue;
      const found = this.#slaves.at(address);
      const output = found?.slave.output;
      if (output === undefined || !this.#isReporting(found!.ieeeAddress)) return undefined;
      const { ieeeAddress, slave } = found!;
      messages.push({
        topic: zigbeeSetTopic(this.#code, ieeeAddress),
        payload: encodeZigbeeSwitch(output, order === 'close'),
      });
      if (output.isReadable) messages.push(this.#positionRequest(ieeeAddress, output));
      written.push((remainingMs) => slave.reports.sent(command.id, order, remainingMs));
    }
    const [first, ...further] = messages;
    if (first === undefined) return undefined;
    const health = {
      topic: bridgeRequestTopic(this.#code, 'health_check'),
      payload: JSON.stringify({ transaction: command.id }),
    };
    return {
      ...first,
      commandId: command.id,
      isAnswered: true,
      // Its response shows that the bridge has received the command; a device may take longer.
      further: [...further, health],
      written: (remainingMs) => {
        this.#sent.add(command.id);
        for (const one of written) one(remainingMs);
      },
    };
  }

  decode(topic: string, payload: Uint8Array): DecodedMessage {
    const { content, ...decoded } = this.#decode(topic, payload);
    const reachable = [...(content.reachable ?? []), ...this.#reached()];
    const requests = this.#positionRequests();
    return {
      ...decoded,
      content: reachable.length === 0 ? content : { ...content, reachable },
      ...(requests.length > 0 && { requests }),
    };
  }

  #decode(topic: string, payload: Uint8Array): DecodedMessage {
    const found = zigbee2MqttTopicOf(this.#code, topic);
    switch (found?.kind) {
      case 'bridge-state': {
        const isOnline = isOnlinePayload(payload);
        return {
          content: NO_CONTENT,
          isArriving: isOnline === true,
          isLeaving: isOnline === false,
        };
      }
      case 'bridge-info': {
        const read = readBridgeInfo(payload);
        return read.ok ? this.#info(read.value) : rejectedMessage(read.rejection);
      }
      case 'bridge-devices': {
        const read = readBridgeDevices(payload);
        return read.ok ? this.#devices(read.value) : rejectedMessage(read.rejection);
      }
      case 'health':
        return this.#acknowledged(transactionOf(payload));
      case 'availability':
        return this.#available(found.name, isOnlinePayload(payload));
      case 'device':
        // An empty message deletes a retained one of a former name.
        return payload.length === 0 ? { content: NO_CONTENT } : this.#state(found.name, payload);
      default:
        return { content: NO_CONTENT };
    }
  }

  #info({ names, reporting }: BridgeInfo): DecodedMessage {
    this.#rename(names);
    this.#reporting = reporting;
    return { content: NO_CONTENT };
  }

  #devices({ names, devices }: BridgeDevices): DecodedMessage {
    this.#rename(names);
    const { isChanged, total } = this.#slaves.compare(devices);
    const rejected =
      total > SLAVE_ADDRESS_MAX
        ? [rejection('too-many', `${total} devices are more than ${SLAVE_ADDRESS_MAX}`)]
        : [];
    const info = isChanged ? { ...NO_INFO, zigbeeDevices: devices } : undefined;
    return { content: { rejected, unknownFields: 0, info } };
  }

  #acknowledged(commandId: string | undefined): DecodedMessage {
    if (commandId === undefined || !this.#sent.delete(commandId)) return { content: NO_CONTENT };
    const reply = replyOf(commandId, 'done');
    return { content: { ...NO_CONTENT, reply }, answered: [commandId] };
  }

  /** Kept until the name is known: a bridge may publish the availability before. */
  #available(name: string, isOnline: boolean | undefined): DecodedMessage {
    const found = this.#slaves.named(name);
    if (isOnline === undefined) return { content: NO_CONTENT };
    if (found !== undefined) this.#availability.set(found.ieeeAddress, isOnline);
    else if (this.#unnamed.size < MAX_UNNAMED) this.#unnamed.set(name, isOnline);
    return { content: NO_CONTENT };
  }

  #rename(names: ReadonlyMap<string, string>): void {
    this.#slaves.rename(names);
    for (const [name, isOnline] of this.#unnamed) {
      const found = this.#slaves.named(name);
      if (found !== undefined) this.#availability.set(found.ieeeAddress, isOnline);
    }
    this.#unnamed.clear();
  }

  /** Applies the availability of devices that are slaves now. */
  #reached(): readonly SlaveReach[] {
    const reachable: SlaveReach[] = [];
    for (const [ieeeAddress, isReachable] of this.#availability) {
      const slave = this.#slaves.get(ieeeAddress);
      if (slave === undefined) continue;
      this.#availability.delete(ieeeAddress);
      if (slave.available(isReachable)) reachable.push({ address: slave.address, isReachable });
    }
    return reachable;
  }

  #state(name: string, payload: Uint8Array): DecodedMessage {
    const found = this.#slaves.named(name);
    if (found === undefined) return { content: { rejected: [], unknownFields: 1 } };
    const { ieeeAddress, slave } = found;
    if (slave === undefined) return { content: NO_CONTENT };
    return objectMessage(payload, (message: JsonObject) => {
      const read = slave.read(message, this.#isReporting(ieeeAddress));
      const { reading, states, hasPosition, isFirst, isBack } = read;
      const rejected = hasPosition ? this.#nameSetting(ieeeAddress, name) : [];
      return {
        content: {
          readings: reading === undefined ? [] : [reading],
          states,
          // The first message may be a repetition from before a restart of the bridge.
          heard: isFirst ? [] : [slave.address],
          reachable: isBack ? [{ address: slave.address, isReachable: true }] : [],
          rejected: [...read.rejected, ...rejected],
          unknownFields: 0,
        },
      };
    });
  }

  /** True if the position in a message of the device is one that it has reported. */
  #isReporting(ieeeAddress: string): boolean {
    return this.#reporting?.has(ieeeAddress) ?? false;
  }

  /** States once for each device that its position is not read, and which setting it needs. */
  #nameSetting(ieeeAddress: string, name: string) {
    const isKnown = this.#reporting === undefined || this.#reporting.has(ieeeAddress);
    if (isKnown || this.#named.has(ieeeAddress)) return [];
    this.#named.add(ieeeAddress);
    const detail = `the position is not read: set "optimistic: false" for ${name}`;
    return [rejection('missing-field', detail)];
  }

  /** Requests for positions, each twice; none before it is known which devices report theirs. */
  #positionRequests(): readonly DownMessage[] {
    const requests: DownMessage[] = [];
    for (const ieeeAddress of this.#reporting ?? []) {
      const output = this.#slaves.get(ieeeAddress)?.takeRequest();
      if (output === undefined) continue;
      const request = this.#positionRequest(ieeeAddress, output);
      requests.push(request, request);
    }
    return requests;
  }

  #positionRequest(ieeeAddress: string, output: ZigbeeSwitch): DownMessage {
    return { topic: zigbeeGetTopic(this.#code, ieeeAddress), payload: encodeZigbeeGet(output) };
  }
}
