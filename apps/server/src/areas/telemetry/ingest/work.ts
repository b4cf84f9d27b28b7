/** Data of one device message to be stored in the database. */
import type { RuleEvent } from '@busbar/domain/alarm/device-watch';
import type {
  AlarmReport,
  DeviceInfo,
  DryContactReport,
  MeterAnswers,
} from '@busbar/domain/device/device-report';
import type { MeasuredValues } from '@busbar/domain/device/measured-values';
import type { EnergyRegisters } from '@busbar/domain/device/measurement';
import type { DeviceReply } from '../../control/commands/device-reply.ts';
import type { SwitchReport } from '../../control/outcomes/apply-state.ts';
import type { TrackedDevice } from '../presence/link-device.ts';
import type { UpMessage } from './device-message.ts';

/** Values of `measurement.quality`: the source of the time of a reading. */
export const QUALITY_DEVICE = 0;
export const QUALITY_ARRIVAL = 1;
export const QUALITY_CLOCK = 2;
/** An imported register of another meter than that of the device. */
export const QUALITY_OTHER_METER = 3;

export interface ReadingRow {
  readonly device: TrackedDevice;
  /** Effective time, epoch ms. */
  readonly at: number;
  readonly quality: number;
  /** Time by the device's clock; undefined if the device sent none. */
  readonly deviceTime: number | undefined;
  readonly measured: MeasuredValues | undefined;
  readonly measuredHash: number;
  readonly registers: EnergyRegisters | undefined;
  readonly registersHash: number;
  readonly meterRevision?: number | undefined;
  readonly meterAnswers?: MeterAnswers | undefined;
  readonly countsChannel?: boolean | undefined;
}

export interface AlarmRow {
  readonly device: TrackedDevice;
  readonly at: number;
  readonly report: AlarmReport;
}

/** Change of a device clock between wrong and right, with the time of the reading showing it. */
export interface ClockTransition {
  readonly device: TrackedDevice;
  readonly wrong: boolean;
  readonly at: number;
}

/** Result of a platform rule for a reading. */
export interface RuleTransition {
  readonly device: TrackedDevice;
  readonly event: RuleEvent;
}

/** Reason and details for the rejected parts of a message; the message itself is stored whole. */
export interface RejectedPart {
  readonly reason: string;
  readonly detail: string;
}

/** A reported position of a dry contact. */
export interface ContactRow {
  readonly device: TrackedDevice;
  readonly at: number;
  readonly report: DryContactReport;
}

export interface Work {
  readonly message: UpMessage;
  /** Number of uncommitted parts of the message; shared by all parts into which it was split. */
  readonly pending: { parts: number };
  /** Set for the second half of a split message, which must not be counted as another message. */
  readonly isFurther?: true;
  readonly readings: readonly ReadingRow[];
  readonly alarms: readonly AlarmRow[];
  readonly clockTransitions: readonly ClockTransition[];
  readonly ruleTransitions: readonly RuleTransition[];
  readonly states: readonly SwitchReport[];
  readonly contacts: readonly ContactRow[];
  readonly reply: DeviceReply | undefined;
  readonly info: DeviceInfo | undefined;
  readonly rejected: RejectedPart | undefined;
  /** Slaves that the message reports for, in addition to those of the readings. */
  readonly slavesHeard: readonly TrackedDevice[];
  /** Slaves whose `isUnreachable` the message has set. */
  readonly slavesReached: readonly TrackedDevice[];
}

/** Returns the number of rows that a work item adds to a batch. */
export function weightOf(work: Work): number {
  return Math.max(1, work.readings.length);
}

/**
 * Splits the work of one message in two, so that a row rejected by the database can be isolated and
 * the valid ones are stored; returns undefined if the work cannot be split further.
 */
export function splitWork(work: Work): readonly [Work, Work] | undefined {
  const { readings } = work;
  if (readings.length < 2) return undefined;
  const middle = readings.length >> 1;
  work.pending.parts += 1;
  return [
    { ...work, readings: readings.slice(0, middle) },
    {
      ...work,
      isFurther: true,
      readings: readings.slice(middle),
      alarms: [],
      clockTransitions: [],
      ruleTransitions: [],
      states: [],
      contacts: [],
      reply: undefined,
      info: undefined,
      rejected: undefined,
      slavesReached: [],
    },
  ];
}

/** Marks a message part as committed; the last part acknowledges the message and returns true. */
export function settle(work: Work): boolean {
  work.pending.parts -= 1;
  if (work.pending.parts > 0) return false;
  work.message.settled();
  return true;
}
