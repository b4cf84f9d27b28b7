/** A connection of a Tasmota device (docs/protocol/other-devices.md, "Tasmota"). */
import { measuredIfAny } from '@busbar/device-protocol/foreign/value-collector';
import type { JsonObject } from '@busbar/device-protocol/payload';
import { readSensors } from '@busbar/device-protocol/tasmota/tasmota-energy';
import {
  POWER_COMMAND,
  powerOfState,
  powerOfText,
  powerPayload,
  type TasmotaPower,
} from '@busbar/device-protocol/tasmota/tasmota-power';
import {
  hasTasmotaCommands,
  isTasmotaFilter,
  tasmotaCommandTopic,
  tasmotaTopicOf,
} from '@busbar/device-protocol/tasmota/tasmota-topics';
import { actionOfCommand, actionWithoutCause } from '@busbar/domain/switch/position-cause';
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
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
import { objectMessage, onlineMessage, rejectedMessage } from './plain-messages.ts';
import { SwitchReports } from './switch-reports.ts';

export class TasmotaConnection implements ForeignProtocol {
  readonly topics: ForeignTopics;
  readonly #code: string;
  readonly #reports: SwitchReports;

  constructor({ code, known, monotonic }: ConnectionFacts) {
    this.topics = {
      mayPublish: (topic) => tasmotaTopicOf(code, topic) !== undefined,
      maySubscribe: (filter) => isTasmotaFilter(code, filter),
      hasCommands: (filter) => hasTasmotaCommands(code, filter),
    };
    this.#code = code;
    this.#reports = new SwitchReports(monotonic, known);
  }

  firstRequests(): readonly DownMessage[] {
    return [{ topic: tasmotaCommandTopic(this.#code, POWER_COMMAND), payload: '' }];
  }

  prepare(command: DeviceCommand): PreparedCommand | undefined {
    const to = targetOf(command);
    if (to === undefined) return undefined;
    const { id: commandId } = command;
    return {
      commandId,
      isAnswered: true,
      topic: tasmotaCommandTopic(this.#code, POWER_COMMAND),
      payload: powerPayload(to === 'close'),
      written: (remainingMs) => this.#reports.sent(commandId, to, remainingMs),
    };
  }

  decode(topic: string, payload: Uint8Array): DecodedMessage {
    switch (tasmotaTopicOf(this.#code, topic)?.kind) {
      case 'online':
        return onlineMessage(payload, { online: 'Online', offline: 'Offline' });
      case 'sensors':
        return objectMessage(payload, readingMessage);
      case 'state':
        return objectMessage(payload, (state) => this.#power(powerOfState(state)));
      case 'power':
        return this.#power(powerOfText(Buffer.from(payload).toString()));
      default:
        return { content: NO_CONTENT };
    }
  }

  #power(power: TasmotaPower): DecodedMessage {
    if (!power.ok) return rejectedMessage(power.rejection);
    const { isClosed } = power;
    if (isClosed === undefined) return { content: NO_CONTENT };
    const commandId = this.#reports.reachedBy(isClosed);
    // A device does not send what has switched its relay: the position proves the command.
    const states = this.#reports.report(isClosed, this.#causeOf(isClosed), 'command');
    const isNamed = states.some((state) => state.commandId !== undefined);
    const reply = isNamed && commandId !== undefined ? replyOf(commandId, 'done') : undefined;
    return { content: { ...NO_CONTENT, states, reply }, answered: commandId };
  }

  #causeOf(isClosed: boolean) {
    const reports = this.#reports;
    return reports.isCommanded(isClosed)
      ? actionOfCommand(isClosed)
      : actionWithoutCause(isClosed, reports.known);
  }
}

/** A reading without a device time: the time of the device is local and has no zone. */
function readingMessage(message: JsonObject): DecodedMessage {
  const values = readSensors(message);
  if (values === undefined) return { content: NO_CONTENT };
  const measured = measuredIfAny(values.measurement);
  const registers = values.hasCounted ? values.registers : undefined;
  const isEmpty = measured === undefined && registers === undefined;
  const reading = { address: undefined, deviceTime: undefined, measured, registers };
  return {
    content: {
      readings: isEmpty ? [] : [reading],
      rejected: values.rejected,
      unknownFields: 0,
    },
  };
}
