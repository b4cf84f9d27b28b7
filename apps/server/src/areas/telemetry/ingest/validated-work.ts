/** Work of one message: the parts of it that belong to the device, with their effective times. */
import type {
  AlarmReport,
  DeviceInfo,
  DryContactReport,
  MeasuredReading,
  StateReport,
} from '@busbar/domain/device/device-report';
import type { MeasuredValues } from '@busbar/domain/device/measured-values';
import { effectiveTime, isOfFormerOwner } from '@busbar/domain/device/reading-time';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import type { SettingsOf } from '../../alarms/rule-settings.ts';
import type { DeviceReply } from '../../control/commands/device-reply.ts';
import type { SwitchReport } from '../../control/outcomes/apply-state.ts';
import { measuredHash, registersHash, storedHash } from '../content/content-hash.ts';
import type { TrackedDevice } from '../presence/link-device.ts';
import type { SlaveReach, UpMessage } from './device-message.ts';
import { rejectedPart } from './rejected-part.ts';
import {
  type AlarmRow,
  type ClockTransition,
  type ContactRow,
  QUALITY_ARRIVAL,
  QUALITY_CLOCK,
  QUALITY_DEVICE,
  type ReadingRow,
  type RejectedPart,
  type RuleTransition,
  type Work,
} from './work.ts';

/** Empty list shared by all work items: thousands of them wait for their commit in parallel. */
const none: never[] = [];

function added<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

export class ValidatedWork implements Work {
  readonly message: UpMessage;
  readonly pending = { parts: 1 };
  readings: ReadingRow[] = none;
  alarms: AlarmRow[] = none;
  clockTransitions: ClockTransition[] = none;
  ruleTransitions: RuleTransition[] = none;
  states: SwitchReport[] = none;
  contacts: ContactRow[] = none;
  slavesHeard: TrackedDevice[] = none;
  slavesReached: TrackedDevice[] = none;
  reply: DeviceReply | undefined = undefined;
  info: DeviceInfo | undefined = undefined;
  rejected: RejectedPart | undefined = undefined;
  #refused: Rejection[] = none;
  #hasForeignPart = false;

  readonly #settings: SettingsOf;

  constructor(message: UpMessage, settings: SettingsOf) {
    this.message = message;
    this.#settings = settings;
  }

  /**
   * Extent to which the message is older than the device's registration. A reply and an `info`
   * contain no time that could prove their age.
   */
  get foreign(): 'nothing' | 'a part' | 'all' {
    if (this.message.ownedSince === undefined && !this.#hasForeignPart) return 'nothing';
    const parts = [this.readings, this.alarms, this.states, this.contacts];
    if (parts.every(({ length }) => length === 0)) return 'all';
    return this.#hasForeignPart ? 'a part' : 'nothing';
  }

  /** Must be called last: combines the parts rejected by the decoder and by this class. */
  reject(byDecoder: readonly Rejection[]): void {
    // A rejected message is stored whole and its device's owner can read it, so one from the time
    // of another owner is not stored.
    if (this.foreign !== 'nothing') return;
    if (byDecoder.length > 0 || this.#refused.length > 0) {
      this.rejected = rejectedPart([...byDecoder, ...this.#refused]);
    }
  }

  reading({ address, deviceTime, measured, registers, ...meter }: MeasuredReading): void {
    const device = this.#speaker(address);
    if (device === undefined) return;
    const time = this.#time(device, deviceTime);
    if (time === undefined) return;
    this.readings = added(this.readings, {
      device,
      at: time.at,
      quality: time.quality,
      deviceTime,
      measured,
      measuredHash: measured === undefined ? 0 : storedHash(measuredHash(measured)),
      registers,
      registersHash: registers === undefined ? 0 : storedHash(registersHash(registers)),
      ...(meter.meterRevision !== undefined && {
        meterRevision: meter.meterRevision,
        meterAnswers: meter.meterAnswers,
      }),
      ...(meter.countsChannel !== undefined && { countsChannel: meter.countsChannel }),
    });
    if (measured !== undefined) this.#rules(device, measured, time.at);
  }

  #rules(device: TrackedDevice, measured: MeasuredValues, at: number): void {
    if (device.watch === undefined) return;
    const settings = this.#settings(device.ref);
    const events = device.watch.read(settings, measured, at, this.message.receivedAt);
    for (const event of events)
      this.ruleTransitions = added(this.ruleTransitions, { device, event });
  }

  state(report: StateReport): void {
    const device = this.#speaker(report.address);
    if (device === undefined) return;
    const time = this.#time(device, report.deviceTime);
    if (time === undefined) return;
    if (device !== this.message.device) this.slavesHeard = added(this.slavesHeard, device);
    this.states = added(this.states, {
      device: device.ref,
      action: report.action,
      at: time.at,
      deviceTime: report.deviceTime,
      receivedAt: this.message.receivedAt,
      commandId: report.commandId,
    });
  }

  contact(report: DryContactReport): void {
    const { device } = this.message;
    const time = this.#time(device, report.deviceTime);
    if (time !== undefined) this.contacts = added(this.contacts, { device, at: time.at, report });
  }

  alarm(report: AlarmReport): void {
    const device = this.#speaker(report.address);
    if (device === undefined) return;
    const time = this.#time(device, report.deviceTime);
    if (time === undefined) return;
    if (device !== this.message.device) this.slavesHeard = added(this.slavesHeard, device);
    this.alarms = added(this.alarms, { device, at: time.at, report });
  }

  hear(address: number): void {
    const slave = this.message.device.slaves.get(address);
    if (slave !== undefined) this.slavesHeard = added(this.slavesHeard, slave);
  }

  /** A message that waited at a broker may be older than what is known. */
  reach({ address, isReachable }: SlaveReach): void {
    const slave = this.message.device.slaves.get(address);
    if (slave === undefined || this.message.ownedSince !== undefined) return;
    slave.isUnreachable = !isReachable;
    this.slavesReached = added(this.slavesReached, slave);
  }

  /** Returns the device or its slave with this address; undefined if it has no such slave. */
  #speaker(address: number | undefined): TrackedDevice | undefined {
    const { device } = this.message;
    const speaker = address === undefined ? device : device.slaves.get(address);
    if (speaker === undefined) {
      const detail = `ad: no slave ${address} is known`;
      this.#refused = added(this.#refused, rejection('unknown-slave', detail));
    }
    return speaker;
  }

  #time(
    device: TrackedDevice,
    deviceTime: number | undefined,
  ): { at: number; quality: number } | undefined {
    const { receivedAt, ownedSince } = this.message;
    const time = effectiveTime({ deviceTime, receivedAt });
    if (isOfFormerOwner(time, this.message.device)) {
      this.#hasForeignPart = true;
      return undefined;
    }
    if (ownedSince !== undefined) {
      const isOwned = time.accepted && time.quality === 'device' && time.at >= ownedSince;
      if (!isOwned) {
        this.#hasForeignPart = true;
        return undefined;
      }
    }
    if (!time.accepted) {
      const detail = `ts: ${deviceTime} is over 400 days ago`;
      this.#refused = added(this.#refused, rejection('too-old', detail));
      return undefined;
    }
    if (time.quality === 'device') {
      this.#clock(device, false, time.at);
      return { at: time.at, quality: QUALITY_DEVICE };
    }
    const at = this.#arrivalTime(device, time.at);
    if (time.quality === 'arrival') return { at, quality: QUALITY_ARRIVAL };
    this.#clock(device, true, at);
    return { at, quality: QUALITY_CLOCK };
  }

  /** Returns a unique time: two messages in the same millisecond must not overwrite each other. */
  #arrivalTime(device: TrackedDevice, receivedAt: number): number {
    const { undatedAt } = this.message;
    if (undatedAt === undefined) {
      device.lastArrivalAt = Math.max(receivedAt, device.lastArrivalAt + 1);
      return device.lastArrivalAt;
    }
    device.lastBacklogAt = Math.max(undatedAt, (device.lastBacklogAt ?? undatedAt) + 1);
    return device.lastBacklogAt;
  }

  #clock(device: TrackedDevice, wrong: boolean, at: number): void {
    const { clockWrongAt } = device;
    if (wrong) device.clockWrongAt = Math.max(at, clockWrongAt ?? at);
    else if (clockWrongAt !== undefined && at >= clockWrongAt) device.clockWrongAt = undefined;
    if ((clockWrongAt !== undefined) === (device.clockWrongAt !== undefined)) return;
    this.clockTransitions = added(this.clockTransitions, { device, wrong, at });
  }
}
