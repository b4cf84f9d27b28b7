/**
 * From an event of the server to frames of the contract (`contract/realtime.ts`): wire words only
 * from here on. A frame is `{"info":"<json text>"}` with another json text inside, as
 * docs/specification/real-time.md 1.3 has it.
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
import {
  MEASUREMENT_WIRE_NAMES,
  REGISTER_WIRE_NAMES,
} from '@busbar/device-protocol/reading-fields';
import { formatLocal } from '@busbar/domain/calendar';
import { type ProtectionMessageType, protectionOf } from '@busbar/domain/protection/protections';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { presentActiveAlarms, presentAlarm } from '../areas/alarms/present-alarm.ts';
import { presentNotification } from '../areas/messaging/notifications/present-notification.ts';
import type { BusEvents, DeviceRef } from '../bus.ts';

/** One frame for a reader in a zone; results must be heard, the rest is superseded by the next. */
export interface Frame {
  readonly type: RealtimeType;
  readonly isResult: boolean;
  /** What the next one of the same takes the place of; absent: what is told of its device. */
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

/** Readers of one customer share a zone, and so the text. */
function oncePerZone(render: (zone: string) => string): (zone: string) => string {
  let last: { zone: string; text: string } | undefined;
  return (zone) => {
    if (last?.zone !== zone) last = { zone, text: render(zone) };
    return last.text;
  };
}

/** Nothing behind the colon while the device has not said. */
const status = (action: string | null): string => `switch:${action ?? ''}`;

/** A reading as VARIABLE, ENERGY or both; late ones are history, not news. */
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

/** The switch was reported: its state for the card, whoever moved it. */
export function switchFrames(event: BusEvents['switch.reported']): Frame[] {
  const message: CommandMessage = {
    command_id: event.commandId,
    state: null,
    switch: null,
    reason: null,
    msg: null,
    ts: event.at,
  };
  return [frame(event, 'REMOTE_CONTROL', true, () => message, status(event.action))];
}

/**
 * COMMAND for every step; at its end also REMOTE_CONTROL, by which the screen
 * (docs/specification/control.md 3.2) ends its waiting. A command that moves nothing (read now)
 * ends no waiting of a switch.
 */
export function commandFrames(event: BusEvents['command.changed']): Frame[] {
  const message: CommandMessage = {
    command_id: event.commandId,
    state: event.state,
    switch: event.order,
    reason: event.reason,
    msg: event.detail,
    ts: event.at,
  };
  const frames = [frame(event, 'COMMAND', true, () => message)];
  if (event.order !== null && ENDS.includes(event.state)) {
    frames.push(frame(event, 'REMOTE_CONTROL', true, () => message, status(event.action)));
  }
  // A client that waits for the values of a set learns by their message that none will come.
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
    presence: event.presence,
    csq: event.csq,
    ts: event.at,
  };
  return [frame(event, 'PRESENCE', false, () => message)];
}

/** All active alarms: a client that missed one message is up to date again with the next. */
export function alarmFrames({ alarms, at, ...ref }: BusEvents['alarms.changed']): Frame[] {
  const message: AlarmMessage = { alarms: presentActiveAlarms(alarms), ts: at };
  return [frame(ref, 'ALARM', false, () => message)];
}

/** To one person: the message as it is in the list, or a test that is in none. */
export function notificationFrame({
  notification,
}: Pick<BusEvents['notification.added'], 'notification'>): Frame {
  const message: NotificationMessage = {
    notification: notification === null ? null : presentNotification(notification),
  };
  const deviceCode = notification?.detail.deviceCode ?? '';
  return frame({ deviceId: 0, deviceCode }, 'NOTIFICATION', true, () => message);
}

/** One alarm for the lists; superseded by the next of it, and lists are read again after a gap. */
export function alarmRowFrames(event: BusEvents['alarm.changed']): Frame[] {
  const { alarm, change, at, ...ref } = event;
  const message = (zone: string): AlarmChangeMessage => ({
    change,
    alarm: presentAlarm(alarm, zone),
    ts: at,
  });
  return [{ ...frame(ref, 'ALARMS', false, message), about: alarm.id }];
}

/** The slots of docs/specification/real-time.md 2.3, one a slave in the sequence of addresses. */
export function slaveFrames({ slaves, ...ref }: BusEvents['slaves.reported']): Frame[] {
  const message: SlaveStatusMessage = Object.fromEntries(
    slaves.map(({ address, status }, index) => [`s${index + 1}`, { ad: address, st: status }]),
  );
  return [frame(ref, 'SLAVESTATUS', true, () => message)];
}

/** Parameters of a protection, as its own type of message. */
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

/** A look at a lamp group; the next one takes its place. */
export function lampFrames(event: BusEvents['lamps.checked']): Frame[] {
  const { check, standing, lampGroupId, projectId, at } = event;
  const message: LampsMessage = {
    lamp_group_id: lampGroupId,
    project_id: projectId,
    verdict: check.verdict,
    lamps_on: check.lampsOn,
    failed: check.failed,
    measured_power: check.measuredKw,
    expected_power: check.expectedKw,
    voltage: check.voltageV,
    checked_at: at,
    reading_at: check.readingAt,
    findings: { ...standing },
    ts: at,
  };
  return [frame(event, 'LAMPS', false, () => message)];
}
