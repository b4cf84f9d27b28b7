/** A connection of a Shelly (docs/protocol/other-devices.md, "Shelly"). */
import { splitChannels } from '@busbar/device-protocol/shelly/shelly-components';
import {
  encodeGetStatus,
  encodeSwitchSet,
  readComponentStatus,
  readNotification,
  readReply,
  type ShellyNotification,
  type ShellyReply,
} from '@busbar/device-protocol/shelly/shelly-rpc';
import {
  hasShellyRequests,
  isShellyFilter,
  shellyRequestTopic,
  shellySource,
  shellyTopicOf,
} from '@busbar/device-protocol/shelly/shelly-topics';
import { FIRST_CHANNEL } from '@busbar/domain/device/protocol/device-channels';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { ReplyResult } from '../../../areas/control/commands/device-reply.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import {
  type ConnectionFacts,
  type DecodedMessage,
  type DownMessage,
  type ForeignProtocol,
  type ForeignTopics,
  NO_CONTENT,
  type PreparedCommand,
  targetOf,
} from './foreign-protocol.ts';
import { replyOf } from './foreign-reply.ts';
import { FurtherChannels } from './further-channels.ts';
import { onlineMessage, rejectedMessage } from './plain-messages.ts';
import { ShellyChannel, type StatusUse } from './shelly-channel.ts';

/**
 * Registers of statuses without a time are not read before this: a device with notifications sends
 * one within a minute. Registers with two kinds of time would be in the wrong order if the clock of
 * the device is wrong.
 */
const UNDATED_AFTER_MS = 120_000;

export class ShellyConnection implements ForeignProtocol {
  readonly topics: ForeignTopics;
  readonly #code: string;
  readonly #monotonic: () => number;
  readonly #openedAt: number;
  readonly #first: ShellyChannel;
  readonly #further: FurtherChannels<ShellyChannel>;
  /** Indexes of the outputs in the last whole status; undefined until it has arrived. */
  #outputs: ReadonlySet<number> | undefined;
  readonly #queries = new Set<number>();
  #lastId: number;
  #hasNotified = false;

  constructor(facts: ConnectionFacts) {
    const { code, known, monotonic, firstId } = facts;
    this.topics = {
      mayPublish: (topic) => shellyTopicOf(code, topic) !== undefined,
      maySubscribe: (filter) => isShellyFilter(code, filter),
      hasCommands: (filter) => hasShellyRequests(code, filter),
    };
    this.#code = code;
    this.#monotonic = monotonic;
    this.#openedAt = monotonic();
    this.#first = new ShellyChannel(FIRST_CHANNEL, known, facts);
    this.#further = new FurtherChannels(
      facts,
      (address, ofSlave) => new ShellyChannel(address, ofSlave, facts),
    );
    this.#lastId = firstId;
  }

  refresh(device: LinkDevice): void {
    this.#further.refresh(device);
  }

  firstRequests(): readonly DownMessage[] {
    return [this.#statusRequest()];
  }

  prepare(command: DeviceCommand): PreparedCommand | undefined {
    const target = targetOf(command);
    const channel = target && this.#channelAt(target.channel);
    if (target === undefined || channel === undefined) return undefined;
    const isMissing = channel !== this.#first && this.#outputs?.has(channel.index) === false;
    if (isMissing) return undefined;
    const { id: commandId } = command;
    const { to } = target;
    const id = this.#nextId();
    return {
      commandId,
      isAnswered: true,
      topic: shellyRequestTopic(this.#code),
      payload: encodeSwitchSet(id, shellySource(this.#code), to === 'close', channel.index),
      written: (remainingMs) => channel.sent(id, commandId, to, remainingMs),
    };
  }

  decode(topic: string, payload: Uint8Array): DecodedMessage {
    const found = shellyTopicOf(this.#code, topic);
    switch (found?.kind) {
      case 'online':
        return onlineMessage(payload, { online: 'true', offline: 'false' });
      case 'events': {
        const read = readNotification(payload);
        if (!read.ok) return rejectedMessage(read.rejection);
        if (read.value === undefined) return { content: NO_CONTENT };
        this.#hasNotified = true;
        return this.#status(read.value, { hasReading: true, hasRegisters: true });
      }
      case 'status': {
        const read = readComponentStatus(found.component, payload);
        if (!read.ok) return rejectedMessage(read.rejection);
        if (read.value === undefined) return { content: NO_CONTENT };
        const isSettled = this.#monotonic() - this.#openedAt >= UNDATED_AFTER_MS;
        const hasReading = !this.#hasNotified;
        return this.#status(read.value, { hasReading, hasRegisters: hasReading && isSettled });
      }
      case 'reply': {
        const read = readReply(payload);
        if (!read.ok) return rejectedMessage(read.rejection);
        return read.value === undefined ? { content: NO_CONTENT } : this.#reply(read.value);
      }
      default:
        return { content: NO_CONTENT };
    }
  }

  #status(
    { deviceTime, status }: ShellyNotification,
    use: Omit<StatusUse, 'deviceTime'>,
    isWhole = false,
  ): DecodedMessage {
    const { parts, unknown } = splitChannels(status);
    if (isWhole)
      this.#outputs = new Set([...parts.keys()].filter((at) => `switch:${at}` in status));
    const numbers = new Set([...parts.keys()].map((index) => index + FIRST_CHANNEL));
    const follow = this.#further.follow({ numbers, isWhole });
    const read = [...parts].map(([index, part]) =>
      this.#channelAt(index + FIRST_CHANNEL)?.read(part, { ...use, deviceTime }),
    );
    const found = read.filter((one) => one !== undefined);
    // The present state of channels that are registered now is read again after that.
    const requests = follow.info === undefined ? [] : [this.#statusRequest()];
    return {
      content: {
        ...follow,
        readings: found.flatMap(({ readings }) => readings),
        states: found.flatMap(({ states }) => states),
        rejected: [...found.flatMap(({ rejected }) => rejected), ...follow.rejected],
        unknownFields: unknown + read.length - found.length,
      },
      ...(requests.length > 0 && { requests }),
    };
  }

  #channelAt(number: number): ShellyChannel | undefined {
    return number === FIRST_CHANNEL ? this.#first : this.#further.get(number);
  }

  #reply({ id, result, error }: ShellyReply): DecodedMessage {
    if (this.#queries.delete(id)) {
      if (result === undefined) return { content: NO_CONTENT };
      // The status has no time, so it is no reading; its values complete the notifications.
      return this.#status(
        { deviceTime: undefined, status: result },
        { hasReading: false, hasRegisters: false },
        true,
      );
    }
    for (const channel of [this.#first, ...this.#further.channels()]) {
      const commandId = channel.takeCommand(id);
      if (commandId !== undefined) return this.#answer(channel, commandId, error);
    }
    return { content: NO_CONTENT };
  }

  #answer(
    { reports }: ShellyChannel,
    commandId: string,
    error: ShellyReply['error'],
  ): DecodedMessage {
    const answered = [commandId];
    if (error !== undefined) {
      const refusal = RESULTS.get(error.code) ?? 'failed';
      if (refusal !== 'unknown') reports.refused(commandId);
      const name = refusal === 'unknown' ? undefined : refusal;
      const reply = replyOf(commandId, name, error.message);
      return { content: { ...NO_CONTENT, reply }, answered };
    }
    reports.accepted(commandId);
    // The device sends no status if its output was in the position already.
    const requests = reports.isAwaited(commandId) ? [this.#statusRequest()] : [];
    const reply = replyOf(commandId, 'done');
    return { content: { ...NO_CONTENT, reply }, answered, requests };
  }

  #statusRequest(): DownMessage {
    const id = this.#nextId();
    this.#queries.clear();
    this.#queries.add(id);
    return {
      topic: shellyRequestTopic(this.#code),
      payload: encodeGetStatus(id, shellySource(this.#code)),
    };
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

/** Error codes of the device; after a timeout it may still have switched. */
const RESULTS: ReadonlyMap<number, ReplyResult | 'unknown'> = new Map([
  [401, 'notAuthorised'],
  [404, 'badArguments'],
  [-103, 'badArguments'],
  [-105, 'badArguments'],
  [-109, 'refused'],
  [-104, 'unknown'],
]);
