/** The state of a channel of a Shelly on one connection: values, output and command. */
import type { JsonObject } from '@busbar/device-protocol/payload';
import {
  readComponents,
  type ShellySwitch,
} from '@busbar/device-protocol/shelly/shelly-components';
import { overlayMeasurement, readingOfShelly } from '@busbar/device-protocol/shelly/shelly-reading';
import { actionOfShelly, causeProofOf } from '@busbar/device-protocol/shelly/shelly-switch-action';
import type { MeasuredReading, StateReport } from '@busbar/domain/device/device-report';
import type { Measurement } from '@busbar/domain/device/measurement';
import { FIRST_CHANNEL } from '@busbar/domain/device/protocol/device-channels';
import type { Rejection } from '@busbar/domain/device/rejection';
import type { KnownSwitch } from '../../../areas/control/outcomes/switch-queries.ts';
import type { ConnectionFacts } from './foreign-protocol.ts';
import { SwitchReports } from './switch-reports.ts';

export interface StatusUse {
  readonly deviceTime: number | undefined;
  readonly hasReading: boolean;
  readonly hasRegisters: boolean;
}

export interface ChannelStatus {
  readonly readings: readonly MeasuredReading[];
  readonly states: readonly StateReport[];
  readonly rejected: readonly Rejection[];
}

export class ShellyChannel {
  readonly reports: SwitchReports;
  /** Number of the channel in the messages of the device, which begins at 0. */
  readonly index: number;
  readonly #address: number | undefined;
  readonly #isShared: boolean;
  #measurement: Measurement = {};
  /** The command by the id of its request. */
  #command: { readonly requestId: number; readonly commandId: string } | undefined;

  /** `number` is that of the channel, which begins at 1. */
  constructor(
    number: number,
    known: KnownSwitch,
    { monotonic, isShared }: Pick<ConnectionFacts, 'monotonic' | 'isShared'>,
  ) {
    this.index = number - FIRST_CHANNEL;
    this.#address = number === FIRST_CHANNEL ? undefined : number;
    this.#isShared = isShared;
    this.reports = new SwitchReports(monotonic, known);
  }

  sent(requestId: number, commandId: string, to: 'open' | 'close', remainingMs: number): void {
    this.#command = { requestId, commandId };
    this.reports.sent(commandId, to, remainingMs);
  }

  /** Returns the command that a reply belongs to, once. */
  takeCommand(requestId: number): string | undefined {
    if (this.#command?.requestId !== requestId) return undefined;
    const { commandId } = this.#command;
    this.#command = undefined;
    return commandId;
  }

  read(part: JsonObject, { deviceTime, hasReading, hasRegisters }: StatusUse): ChannelStatus {
    const read = readComponents(part, this.index);
    this.#measurement = overlayMeasurement(this.#measurement, read);
    const address = this.#address;
    const reading = hasReading
      ? readingOfShelly(this.#measurement, read, { address, deviceTime, hasRegisters })
      : undefined;
    return {
      readings: reading === undefined ? [] : [reading],
      states: read.output === undefined ? [] : this.#report(read.output),
      rejected: read.values.rejected,
    };
  }

  #report(reported: ShellySwitch): readonly StateReport[] {
    const output = this.#isOfOthers(reported) ? { ...reported, source: undefined } : reported;
    const action = actionOfShelly(output, this.reports.known);
    const address = this.#address;
    return this.reports
      .report(output.output, action, causeProofOf(output))
      .map((report) => ({ ...report, address }));
  }

  /**
   * True for a position that a client of a shared broker may have commanded: one that the platform
   * did not command was opened by someone else, and is not closed remotely.
   */
  #isOfOthers(output: ShellySwitch): boolean {
    if (!this.#isShared || causeProofOf(output) !== 'command') return false;
    return !this.reports.isCommanded(output.output);
  }
}
