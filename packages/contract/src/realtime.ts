/**
 * Messages of `/api/websocket/info` (docs/specification/real-time.md; docs/decisions.md 5 and 6).
 * On the wire each is `{"info":"<json text of RealtimeInfo>"}`. The first frame of the client is
 * its user id, bare or as `{"userId":…}`; it is compared with the session, never believed.
 */
import type { StandingAlarm } from '@busbar/domain/alarm/standing-alarm';
import { PROTECTIONS, type ProtectionMessageType } from '@busbar/domain/protection/protections';
import { type Static, type TObject, Type } from 'typebox';
import type { AlarmListRow } from './v2/alarms.ts';
import type { NotificationRow } from './v2/notifications.ts';
import type { LampCheckFields } from './v2/project-board.ts';

/** Parameters of a protection: the message type stands in its definition. */
const PARAMETER_TYPES: readonly ProtectionMessageType[] = PROTECTIONS.map(
  ({ messageType }) => messageType,
);

/**
 * As in docs/specification/real-time.md; COMMAND, PRESENCE, ALARM, ALARMS and NOTIFICATION are
 * ours, older clients ignore them.
 */
export const REALTIME_TYPES = [
  'REMOTE_CONTROL',
  'VARIABLE',
  'ENERGY',
  'COMMAND',
  'PRESENCE',
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
  /** REMOTE_CONTROL only: `switch:<action>`. */
  deviceStatus?: string;
  /** JSON text of the payload below. */
  message: string;
}

/** VARIABLE and ENERGY: the record under its wire names, plus the two times. */
export interface ReadingMessage {
  ts: number;
  dateTime: string;
  [wireName: string]: number | string;
}

/** REMOTE_CONTROL and COMMAND: where the command stands; REMOTE_CONTROL without a command is the device's own doing. */
export interface CommandMessage {
  command_id: string | null;
  state: string | null;
  switch: string | null;
  reason: string | null;
  msg: string | null;
  ts: number;
}

/** SLAVESTATUS: slots `s1` to `s20`, each the address and the status code of a slave. */
export type SlaveStatusMessage = Readonly<Record<string, { ad: number; st: number }>>;

/** PRESENCE: online, late or offline. */
export interface PresenceMessage {
  presence: string;
  csq: number | null;
  ts: number;
}

/** ALARM: all that stand now, newest first; none when the last one has ended. */
export interface AlarmMessage {
  alarms: readonly StandingAlarm[];
  ts: number;
}

/** NOTIFICATION, to one person: a message of his list (`notifications`); null is the test of that way. */
export interface NotificationMessage {
  notification: Static<typeof NotificationRow> | null;
}

/** ALARMS: one alarm as the list has it; `changed` also when somebody dealt with it. */
export interface AlarmChangeMessage {
  change: 'opened' | 'changed' | 'ended' | 'deleted';
  alarm: Static<typeof AlarmListRow>;
  ts: number;
}

/** LAMPS: a check of the lamp group of the device, as the board has it (`project-board`). */
export interface LampsMessage extends Static<TObject<typeof LampCheckFields>> {
  lamp_group_id: number;
  project_id: number;
  ts: number;
}

/**
 * OVERVOLTAGEFAULT and its like: the parameters as the device told them, under wire names and as
 * text (a timer slot is an object of texts), with three fields beside them.
 */
export interface ParameterMessage {
  command_id: string;
  /** By wire name: as last written from here, or different; null when nothing was written. */
  verified: Readonly<Record<string, boolean>> | null;
  ts: number;
  [wireName: string]: unknown;
}

export const RealtimeFrame = Type.Object({ info: Type.String() });
