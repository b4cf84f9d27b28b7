/**
 * Converts events of the server to frames of the contract (`contract/realtime.ts`), which contain
 * only wire names. A frame is `{"info":"<json text>"}` with another JSON text inside, as specified
 * in docs/specification/real-time.md 1.3.
 */
import type {
  AlarmChangeMessage,
  AlarmMessage,
  CommandMessage,
  LampsMessage,
  NotificationMessage,
  ParameterMessage,
  PresenceMessage,
  RealtimeInfo,
  RealtimeType,
  SlaveStatusMessage,
} from '@busbar/contract/realtime';
import { formatLocal } from '@busbar/domain/calendar';
import { MEASUREMENT_WIRE_NAMES, REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { pickSnakeCase } from '@busbar/domain/key-case';
import {
  type ProtectionMessageType,
  protectionOf,
} from '@busbar/domain/protection/protections/protections';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { presentActiveAlarms, presentAlarm } from '../areas/alarms/present-alarm.ts';
import { presentLock } from '../areas/fleet/devices/present-lock.ts';
import { presentNotification } from '../areas/messaging/notifications/present-notification.ts';
import type { BusEvents, DeviceRef } from '../bus.ts';

/**
 * A frame rendered for the time zone of its reader. Results must be delivered; other frames are
 * superseded by the next one.
 */
export interface Frame {
  readonly type: RealtimeType;
  readonly isResult: boolean;
  /** Frame key: frames of the same type and key supersede each other; defaults to the device. */
  readonly about?: number;
  render(zone: string): string;
}

const ENDS: readonly CommandState[] = ['confirmed', 'rejected', 'expired', 'cancelled', 'unknown'];

function frame(
  ref: Pick<DeviceRef, 'deviceId' | 'deviceCode'>,
  type: RealtimeType,
  isResult: boolean,
  messageFor: (zone: string) => object,
  deviceStatus?: string,
): Frame {
  const render = (zone: string) => {
    const info: RealtimeInfo = {
      deviceId: ref.deviceId,
      deviceCode: ref.deviceCode,
      msgType: type,
      ...(deviceStatus === undefined ? {} : { deviceStatus }),
      message: JSON.stringify(messageFor(zone)),
    };
    return JSON.stringify({ info: JSON.stringify(info) });
  };
  return { type, isResult, render: oncePerZone(render) };
}

/** Caches the last text: readers of one customer share a zone, and so the text. */
function oncePerZone(render: (zone: string) => string): (zone: string) => string {
  let last: { zone: string; text: string } | undefined;
  return (zone) => {
    if (last?.zone !== zone) last = { zone, text: render(zone) };
    return last.text;
  };
}

/** The text after the colon is empty until the device has reported. */
const status = (action: string | null): string => `switch:${action ?? ''}`;

/** A reading as VARIABLE, ENERGY or both; late readings belong to the history and are not sent. */
export function readingFrames(event: BusEvents['reading.stored']): Frame[] {
  if (!event.latest) return [];
  const frames: Frame[] = [];
  const record = (names: Readonly<Record<string, string>>, values: object) => (zone: string) => {
    const message: Record<string, unknown> = {
      ts: event.ts,
      dateTime: formatLocal(event.ts, zone),
    };
    for (const [field, value] of Object.entries(values)) {
      const name = names[field];
      if (name !== undefined && value !== undefined) message[name] = value;
    }
    return message;
  };
  const { measurement, registers } = event;
  if (measurement !== undefined && Object.keys(measurement).length > 0) {
    frames.push(frame(event, 'VARIABLE', false, record(MEASUREMENT_WIRE_NAMES, measurement)));
  }
  if (registers !== undefined && Object.keys(registers).length > 0) {
    frames.push(frame(event, 'ENERGY', false, record(REGISTER_WIRE_NAMES, registers)));
  }
  return frames;
}

/** The reported switch position, for the device card, regardless of the cause. */
export function switchFrames(event: BusEvents['switch.reported']): Frame[] {
  const message: CommandMessage = {
    command_id: event.commandId,
    state: null,
    switch: null,
    reason: null,
    msg: null,
    ts: event.at,
    lock: presentLock(event.lock),
  };
  return [frame(event, 'REMOTE_CONTROL', true, () => message, status(event.action))];
}

/**
 * COMMAND for every transition; at the end also REMOTE_CONTROL, which ends the waiting state of the
 * screen (docs/specification/control.md 3.2). A command that switches nothing (read now) does not
 * end the waiting state of a switch.
 */
export function commandFrames(event: BusEvents['command.changed']): Frame[] {
  const { [event.state]: at = 0 } = event.times;
  const message: CommandMessage = {
    switch: event.order,
    msg: event.detail,
    ts: at,
    ...pickSnakeCase(event, 'commandId', 'state', 'reason', 'times'),
  };
  const frames = [frame(event, 'COMMAND', true, () => message)];
  if (event.order !== null && ENDS.includes(event.state)) {
    const since = { ...message, ts: event.actionAt ?? at };
    frames.push(frame(event, 'REMOTE_CONTROL', true, () => since, status(event.action)));
  }
  // Informs a client that waits for the values of a set that none will be sent.
  if (event.set !== undefined && event.state !== 'confirmed' && ENDS.includes(event.state)) {
    frames.push(
      frame(
        event,
        protectionOf(event.set).messageType as ProtectionMessageType,
        true,
        () => message,
      ),
    );
  }
  return frames;
}

export function presenceFrames(event: BusEvents['presence.changed']): Frame[] {
  const message: PresenceMessage = {
    ts: event.at,
    ...pickSnakeCase(event, 'presence', 'csq', 'heardAt'),
  };
  return [frame(event, 'PRESENCE', false, () => message)];
}

/** Notifies clients of the customer's new, changed or deleted devices: they reread their lists. */
export const DEVICES_FRAME = frame({ deviceId: 0, deviceCode: '' }, 'DEVICES', false, () => ({}));

/** Contains all active alarms: a client that missed one message is up to date with the next. */
export function alarmFrames({ alarms, at, ...ref }: BusEvents['alarms.changed']): Frame[] {
  const message: AlarmMessage = { alarms: presentActiveAlarms(alarms), ts: at };
  return [frame(ref, 'ALARM', false, () => message)];
}

/** A frame for one user: a notification as in the list, or a test notification (in no list). */
export function notificationFrame({
  notification,
}: Pick<BusEvents['notification.added'], 'notification'>): Frame {
  const message: NotificationMessage = {
    notification: notification === null ? null : presentNotification(notification),
  };
  const detail = notification?.detail;
  const deviceCode = detail !== undefined && 'deviceCode' in detail ? detail.deviceCode : '';
  return frame({ deviceId: 0, deviceCode }, 'NOTIFICATION', true, () => message);
}

/** One alarm for the lists; superseded by its next frame, and lists are read again after a gap. */
export function alarmRowFrames(event: BusEvents['alarm.changed']): Frame[] {
  const { alarm, change, at, ...ref } = event;
  const message = (zone: string): AlarmChangeMessage => ({
    change,
    alarm: presentAlarm(alarm, zone),
    ts: at,
  });
  return [{ ...frame(ref, 'ALARMS', false, message), about: alarm.id }];
}

/**
 * The slots of docs/specification/real-time.md 2.3, one per slave in the order of addresses, without
 * those that are hidden from the receiver.
 */
export function slaveFrame(
  { slaves, ...ref }: BusEvents['slaves.reported'],
  isHidden: (address: number) => boolean,
): Frame {
  const message: SlaveStatusMessage = Object.fromEntries(
    slaves
      .filter(({ address }) => !isHidden(address))
      .map(({ address, status }, index) => [`s${index + 1}`, { ad: address, st: status }]),
  );
  return frame(ref, 'SLAVESTATUS', true, () => message);
}

/** Parameters of a protection, in the message type of that protection. */
export function parameterFrames(event: BusEvents['parameters.read']): Frame[] {
  const { messageType } = protectionOf(event.set);
  const message: ParameterMessage = {
    ...event.values,
    command_id: event.commandId,
    verified: event.verified,
    ts: event.at,
  };
  return [frame(event, messageType as ProtectionMessageType, true, () => message)];
}

/** A check of a lamp group; superseded by the next one. */
export function lampFrames(event: BusEvents['lamps.checked']): Frame[] {
  const { check, standing, at } = event;
  const message: LampsMessage = {
    measured_power: check.measuredKw,
    expected_power: check.expectedKw,
    voltage: check.voltageV,
    checked_at: at,
    findings: { ...standing },
    ts: at,
    ...pickSnakeCase(event, 'lampGroupId', 'projectId'),
    ...pickSnakeCase(check, 'verdict', 'lampsOn', 'failed', 'readingAt'),
  };
  return [frame(event, 'LAMPS', false, () => message)];
}
