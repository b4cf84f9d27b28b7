/** A connection of a Tasmota device (docs/protocol/other-devices.md, "Tasmota"). */
import {
  measuredIfAny,
  type ValueCollector,
} from '@busbar/device-protocol/foreign/value-collector';
import type { JsonObject } from '@busbar/device-protocol/payload';
import { readSensors } from '@busbar/device-protocol/tasmota/tasmota-energy';
import {
  powerCommand,
  powerOfText,
  powerPayload,
  relaysOfState,
  type TasmotaPower,
} from '@busbar/device-protocol/tasmota/tasmota-power';
import {
  countsEachRelay,
  hasSeveralPowers,
  hasShutter,
  readSensorsOfRelays,
} from '@busbar/device-protocol/tasmota/tasmota-relay-energy';
import {
  hasTasmotaCommands,
  isTasmotaFilter,
  tasmotaCommandTopic,
  tasmotaTopicOf,
} from '@busbar/device-protocol/tasmota/tasmota-topics';
import type { MeasuredReading, StateReport } from '@busbar/domain/device/device-report';
import { FIRST_CHANNEL } from '@busbar/domain/device/protocol/device-channels';
import type { Rejection } from '@busbar/domain/device/rejection';
import { actionOfCommand, actionWithoutCause } from '@busbar/domain/switch/position-cause';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
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
import { objectMessage, onlineMessage } from './plain-messages.ts';
import { SwitchReports } from './switch-reports.ts';
import { TasmotaRelays } from './tasmota-relays.ts';

export class TasmotaConnection implements ForeignProtocol {
  readonly topics: ForeignTopics;
  readonly #code: string;
  readonly #first: SwitchReports;
  readonly #further: FurtherChannels<SwitchReports>;
  readonly #relays = new TasmotaRelays();

  constructor(facts: ConnectionFacts) {
    const { code, known, monotonic } = facts;
    this.topics = {
      mayPublish: (topic) => tasmotaTopicOf(code, topic) !== undefined,
      maySubscribe: (filter) => isTasmotaFilter(code, filter),
      hasCommands: (filter) => hasTasmotaCommands(code, filter),
    };
    this.#code = code;
    this.#first = new SwitchReports(monotonic, known);
    this.#further = new FurtherChannels(
      facts,
      (_, ofSlave) => new SwitchReports(monotonic, ofSlave),
    );
  }

  /** A command for a relay waits until it is known that the relay drives no motor. */
  get isReady(): boolean {
    return this.#further.size === 0 || this.#relays.numbers !== undefined;
  }

  refresh(device: LinkDevice): void {
    this.#further.refresh(device);
  }

  firstRequests(): readonly DownMessage[] {
    const position = this.#request(powerCommand(FIRST_CHANNEL));
    return this.#further.size === 0 ? [position] : [position, ...this.#relayRequests()];
  }

  prepare(command: DeviceCommand): PreparedCommand | undefined {
    const target = targetOf(command);
    const reports = target && this.#reportsOf(target.channel);
    if (target === undefined || reports === undefined) return undefined;
    const { channel, to } = target;
    if (!this.#relays.isBreaker(channel)) return undefined;
    const { id: commandId } = command;
    return {
      commandId,
      isAnswered: true,
      topic: tasmotaCommandTopic(this.#code, powerCommand(channel)),
      payload: powerPayload(to === 'close'),
      written: (remainingMs) => reports.sent(commandId, to, remainingMs),
    };
  }

  decode(topic: string, payload: Uint8Array): DecodedMessage {
    const found = tasmotaTopicOf(this.#code, topic);
    switch (found?.kind) {
      case 'online':
        return onlineMessage(payload, { online: 'Online', offline: 'Offline' });
      case 'sensors':
        return objectMessage(payload, (message) => {
          this.#relays.sensed(hasShutter(message));
          return this.#followed(this.#sensors(message));
        });
      case 'state':
        return objectMessage(payload, (state) => {
          const read = relaysOfState(state);
          this.#relays.reported(read, hasShutter(state));
          return this.#followed(this.#powers(read.powers));
        });
      case 'power': {
        const { relay, isNumbered } = found;
        const powers = new Map([[relay, powerOfText(Buffer.from(payload).toString())]]);
        this.#relays.reported({ powers, isNumbered, isWhole: false }, false);
        return this.#followed(this.#powers(powers));
      }
      default:
        return { content: NO_CONTENT };
    }
  }

  /** Adds the channels of the device to a message, and requests what is not known of them. */
  #followed(message: DecodedMessage): DecodedMessage {
    const { content } = message;
    const { numbers } = this.#relays;
    const seen = { numbers: numbers ?? new Set<number>(), isWhole: numbers !== undefined };
    const follow = this.#further.follow(seen);
    const isAsking = follow.info !== undefined || this.#relays.isQuestion;
    return {
      ...message,
      content: { ...content, ...follow, rejected: [...content.rejected, ...follow.rejected] },
      ...(isAsking && { requests: this.#relayRequests() }),
    };
  }

  /** The sensors name a shutter, so they are requested before the positions. */
  #relayRequests(): readonly DownMessage[] {
    this.#relays.asked();
    return [this.#request('STATUS', '10'), this.#request('STATE')];
  }

  #request(command: string, payload = ''): DownMessage {
    return { topic: tasmotaCommandTopic(this.#code, command), payload };
  }

  #reportsOf(channel: number): SwitchReports | undefined {
    return channel === FIRST_CHANNEL ? this.#first : this.#further.get(channel);
  }

  #powers(powers: ReadonlyMap<number, TasmotaPower>): DecodedMessage {
    const states: StateReport[] = [];
    const answered: string[] = [];
    const rejected: Rejection[] = [];
    for (const [relay, power] of powers) {
      const reports = this.#reportsOf(relay);
      if (reports === undefined || !this.#relays.isBreaker(relay)) continue;
      if (!power.ok) rejected.push(power.rejection);
      if (!power.ok || power.isClosed === undefined) continue;
      const commandId = reports.reachedBy(power.isClosed);
      if (commandId !== undefined) answered.push(commandId);
      states.push(...this.#report(relay, reports, power.isClosed));
    }
    // A position that names its command confirms it; one reply is enough to acknowledge the others.
    const named = states.find(({ commandId }) => commandId !== undefined)?.commandId;
    const reply = named === undefined ? undefined : replyOf(named, 'done');
    return { content: { states, reply, rejected, unknownFields: 0 }, answered };
  }

  /** A device does not send what has switched its relay: the position proves the command. */
  #report(relay: number, reports: SwitchReports, isClosed: boolean): readonly StateReport[] {
    const cause = reports.isCommanded(isClosed)
      ? actionOfCommand(isClosed)
      : actionWithoutCause(isClosed, reports.known);
    const address = addressOf(relay);
    return reports.report(isClosed, cause, 'command').map((report) => ({ ...report, address }));
  }

  #sensors(message: JsonObject): DecodedMessage {
    const { count, mayBeSeveral } = this.#relays;
    // Until the relays are known, the powers may be those of phases or of channels.
    const isUnclear = mayBeSeveral || (count === undefined && this.#further.size > 0);
    if (isUnclear && hasSeveralPowers(message)) return { content: NO_CONTENT };
    const ofRelays = readSensorsOfRelays(message, count ?? 0);
    const whole = ofRelays === undefined ? readSensors(message) : undefined;
    const channels = ofRelays ?? (whole === undefined ? [] : [whole]);
    const mayHaveSeveral = mayBeSeveral || (count ?? 0) > 1 || this.#further.size > 0;
    const countsEach = ofRelays !== undefined && countsEachRelay(message);
    const countsChannel = mayHaveSeveral ? countsEach : undefined;
    const present = channels.flatMap((values, at) => {
      const relay = at + FIRST_CHANNEL;
      return this.#reportsOf(relay) === undefined ? [] : [{ relay, values }];
    });
    return {
      content: {
        readings: present.flatMap(({ relay, values }) =>
          readingOf(relay, values).map((reading) => ({ ...reading, countsChannel })),
        ),
        rejected: present.flatMap(({ values }) => values.rejected),
        unknownFields: 0,
      },
    };
  }
}

const addressOf = (relay: number): number | undefined =>
  relay === FIRST_CHANNEL ? undefined : relay;

/** A reading without a device time: the time of the device is local and has no zone. */
function readingOf(relay: number, values: ValueCollector): readonly MeasuredReading[] {
  const measured = measuredIfAny(values.measurement);
  const registers = values.hasCounted ? values.registers : undefined;
  if (measured === undefined && registers === undefined) return [];
  return [{ address: addressOf(relay), deviceTime: undefined, measured, registers }];
}
