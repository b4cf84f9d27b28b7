/** A connection of a Shelly (docs/protocol/other-devices.md, "Shelly"). */
import {
  readComponents,
  type ShellyStatus,
  type ShellySwitch,
} from '@busbar/device-protocol/shelly/shelly-components';
import { overlayMeasurement, readingOfShelly } from '@busbar/device-protocol/shelly/shelly-reading';
import {
  encodeGetStatus,
  encodeSwitchSet,
  readComponentStatus,
  readNotification,
  readReply,
  type ShellyNotification,
  type ShellyReply,
} from '@busbar/device-protocol/shelly/shelly-rpc';
import { actionOfShelly, causeProofOf } from '@busbar/device-protocol/shelly/shelly-switch-action';
import {
  hasShellyRequests,
  isShellyFilter,
  shellyRequestTopic,
  shellySource,
  shellyTopicOf,
} from '@busbar/device-protocol/shelly/shelly-topics';
import type { StateReport } from '@busbar/domain/device/device-report';
import type { Measurement } from '@busbar/domain/device/measurement';
import type { Rejection } from '@busbar/domain/device/rejection';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { ReplyResult } from '../../../areas/control/commands/device-reply.ts';
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
import { onlineMessage, rejectedMessage } from './plain-messages.ts';
import { SwitchReports } from './switch-reports.ts';

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
  readonly #reports: SwitchReports;
  /** Commands by the ids of their requests. */
  readonly #commands = new Map<number, string>();
  readonly #queries = new Set<number>();
  #lastId: number;
  #measurement: Measurement = {};
  #hasNotified = false;

  constructor({ code, known, monotonic, firstId }: ConnectionFacts) {
    this.topics = {
      mayPublish: (topic) => shellyTopicOf(code, topic) !== undefined,
      maySubscribe: (filter) => isShellyFilter(code, filter),
      hasCommands: (filter) => hasShellyRequests(code, filter),
    };
    this.#code = code;
    this.#monotonic = monotonic;
    this.#openedAt = monotonic();
    this.#reports = new SwitchReports(monotonic, known);
    this.#lastId = firstId;
  }

  firstRequests(): readonly DownMessage[] {
    return [this.#statusRequest()];
  }

  prepare(command: DeviceCommand): PreparedCommand | undefined {
    const to = targetOf(command);
    if (to === undefined) return undefined;
    const { id: commandId } = command;
    const id = this.#nextId();
    return {
      commandId,
      isAnswered: true,
      topic: shellyRequestTopic(this.#code),
      payload: encodeSwitchSet(id, shellySource(this.#code), to === 'close'),
      written: (remainingMs) => {
        this.#commands.clear();
        this.#commands.set(id, commandId);
        this.#reports.sent(commandId, to, remainingMs);
      },
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
    { hasReading, hasRegisters }: { hasReading: boolean; hasRegisters: boolean },
  ): DecodedMessage {
    const read = readComponents(status);
    this.#measurement = overlayMeasurement(this.#measurement, read);
    const reading = hasReading
      ? readingOfShelly(this.#measurement, read, { deviceTime, hasRegisters })
      : undefined;
    return {
      content: {
        readings: reading === undefined ? [] : [reading],
        ...this.#parts(read),
      },
    };
  }

  #parts({ output, values, unknown }: ShellyStatus): {
    readonly states: readonly StateReport[];
    readonly rejected: readonly Rejection[];
    readonly unknownFields: number;
  } {
    const states = output === undefined ? [] : this.#report(output);
    return { states, rejected: values.rejected, unknownFields: unknown };
  }

  #report(output: ShellySwitch): readonly StateReport[] {
    const action = actionOfShelly(output, this.#reports.known);
    return this.#reports.report(output.output, action, causeProofOf(output));
  }

  #reply({ id, result, error }: ShellyReply): DecodedMessage {
    if (this.#queries.delete(id)) {
      if (result === undefined) return { content: NO_CONTENT };
      // The status has no time, so it is no reading; its values complete the notifications.
      return this.#status(
        { deviceTime: undefined, status: result },
        { hasReading: false, hasRegisters: false },
      );
    }
    const commandId = this.#commands.get(id);
    if (commandId === undefined) return { content: NO_CONTENT };
    this.#commands.delete(id);
    if (error !== undefined) {
      const refusal = RESULTS.get(error.code) ?? 'failed';
      if (refusal !== 'unknown') this.#reports.refused(commandId);
      const name = refusal === 'unknown' ? undefined : refusal;
      const reply = replyOf(commandId, name, error.message);
      return { content: { ...NO_CONTENT, reply }, answered: commandId };
    }
    this.#reports.accepted(commandId);
    // The device sends no status if its output was in the position already.
    const requests = this.#reports.isAwaited(commandId) ? [this.#statusRequest()] : [];
    const reply = replyOf(commandId, 'done');
    return { content: { ...NO_CONTENT, reply }, answered: commandId, requests };
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
