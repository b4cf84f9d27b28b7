/**
 * Messages of `/api/websocket/info` (docs/specification/real-time.md; docs/decisions.md 5 and 6).
 * On the wire each message is `{"info":"<json text of RealtimeInfo>"}`. The first frame from the
 * client is its user id, bare or as `{"userId":…}`; the server compares it with the session and
 * never trusts it.
 */
import type { OpenAlarm } from '@busbar/domain/alarm/active-alarm';
import {
  PROTECTIONS,
  type ProtectionMessageType,
} from '@busbar/domain/protection/protections/protections';
import { type Static, type TObject, Type } from 'typebox';
import type { AlarmFacts, AlarmListRow } from './v2/alarms/alarms.ts';
import type { DeviceLock } from './v2/fleet/devices.ts';
import type { NotificationRow } from './v2/messaging/notifications.ts';
import type { LampCheckFields } from './v2/sites/project-board.ts';

/** Message types of protection parameters; the definition of each protection contains its type. */
const PARAMETER_TYPES: readonly ProtectionMessageType[] = PROTECTIONS.map(
  ({ messageType }) => messageType,
);

/**
 * The types of docs/specification/real-time.md; COMMAND, PRESENCE, DEVICES, ALARM, ALARMS and
 * NOTIFICATION are our additions, which older clients ignore.
 */
export const REALTIME_TYPES = [
  'REMOTE_CONTROL',
  'VARIABLE',
  'ENERGY',
  'COMMAND',
  'PRESENCE',
  'DEVICES',
  'ALARM',
  'NOTIFICATION',
  'ALARMS',
  'LAMPS',
  'SLAVESTATUS',
  ...PARAMETER_TYPES,
] as const;
export type RealtimeType = (typeof REALTIME_TYPES)[number];

export interface RealtimeInfo {
  deviceId: number;
  deviceCode: string;
  msgType: RealtimeType;
  /** Present in REMOTE_CONTROL only: `switch:<action>`. */
  deviceStatus?: string;
  /** JSON text of the payload below. */
  message: string;
}

/** Payload of VARIABLE and ENERGY: the record under its wire names, plus the two timestamps. */
export interface ReadingMessage {
  ts: number;
  dateTime: string;
  [wireName: string]: number | string;
}

/**
 * Payload of REMOTE_CONTROL and COMMAND: the state of the command; a REMOTE_CONTROL message without
 * a command reports a local operation at the device.
 */
export interface CommandMessage {
  command_id: string | null;
  state: string | null;
  switch: string | null;
  reason: string | null;
  msg: string | null;
  ts: number;
  /** Time of each state that the command has passed; only with a command. */
  times?: Readonly<Record<string, number>>;
  /** The lock, as in `device`; present only in a report of the switch position. */
  lock?: Static<typeof DeviceLock> | null;
}

/** Payload of SLAVESTATUS: slots `s1` to `s20`, each with a slave's address and status code. */
export type SlaveStatusMessage = Readonly<Record<string, { ad: number; st: number }>>;

/** Payload of PRESENCE: online, late or offline, and the time of the last message of the device. */
export interface PresenceMessage {
  presence: string;
  csq: number | null;
  heard_at: number | null;
  ts: number;
}

/** Payload of ALARM: all active alarms, newest first; empty when the last one has ended. */
export interface AlarmMessage {
  alarms: readonly (Omit<OpenAlarm, 'facts'> & { facts: Static<typeof AlarmFacts> })[];
  ts: number;
}

/** Payload of NOTIFICATION, to one user: a message of `notifications`; null is a test message. */
export interface NotificationMessage {
  notification: Static<typeof NotificationRow> | null;
}

/**
 * Payload of ALARMS: one alarm in the form of the alarm list; `changed` is also sent when a user
 * has handled the alarm.
 */
export interface AlarmChangeMessage {
  change: 'opened' | 'changed' | 'ended' | 'deleted';
  alarm: Static<typeof AlarmListRow>;
  ts: number;
}

/** Payload of LAMPS: a check of the device's lamp group, as in `project-board`. */
export interface LampsMessage extends Static<TObject<typeof LampCheckFields>> {
  lamp_group_id: number;
  project_id: number;
  ts: number;
}

/**
 * Payload of OVERVOLTAGEFAULT and similar types: the parameters as the device reported them, under
 * wire names and as text (a timer slot is an object of texts), with three additional fields.
 */
export interface ParameterMessage {
  command_id: string;
  /**
   * Keyed by wire name: true if the value equals the last one written from the platform; null if
   * none was written.
   */
  verified: Readonly<Record<string, boolean>> | null;
  ts: number;
  [wireName: string]: unknown;
}

export const RealtimeFrame = Type.Object({ info: Type.String() });
