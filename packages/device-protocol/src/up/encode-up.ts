/** Encodes a device's messages as payloads of its `up` topics; counterpart of `decode-up`. */
import type { AlarmReport, DeviceInfo } from '@busbar/domain/device/device-report';
import { MEASUREMENT_ORDER, REGISTER_ORDER } from '@busbar/domain/device/measurement';
import { MEASUREMENT_WIRE_NAMES, REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';
import { slaveStatusOfAction } from '@busbar/domain/switch/slave-status';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { wireNameOfAlarmType } from './alarm-names.ts';
import type { Reading } from './decode-data.ts';
import type { Reply } from './decode-reply.ts';

/** Encodes one reading as an object, several as an array. */
export function encodeData(readings: readonly Reading[]): string {
  const records = readings.map(recordOf);
  return JSON.stringify(records.length === 1 ? records[0] : records);
}

function recordOf({ address, deviceTime, measurement, registers }: Reading): object {
  const record: Record<string, number> = {};
  if (deviceTime !== undefined) record.ts = deviceTime;
  if (address !== undefined) record.ad = address;
  for (const field of measurement === undefined ? [] : MEASUREMENT_ORDER) {
    const value = measurement?.[field];
    if (value !== undefined) record[MEASUREMENT_WIRE_NAMES[field]] = value;
  }
  for (const field of registers === undefined ? [] : REGISTER_ORDER) {
    const value = registers?.[field];
    if (value !== undefined) record[REGISTER_WIRE_NAMES[field]] = value;
  }
  return record;
}

export interface StateMessage {
  readonly deviceTime: number | undefined;
  readonly commandId: string | undefined;
  /** Switch action of the device itself. */
  readonly action?: SwitchAction;
  /** Slaves of a gateway. */
  readonly slaves?: readonly { readonly address: number; readonly action: SwitchAction }[];
  readonly dry?: readonly { readonly contact: number; readonly closed: boolean }[];
}

/** Throws for a locked slave, because the wire has no code for it. */
export function encodeState({ deviceTime, commandId, action, slaves, dry }: StateMessage): string {
  return JSON.stringify({
    ts: deviceTime,
    action,
    slaves: slaves?.map((slave) => ({ ad: slave.address, st: statusOf(slave.action) })),
    dry: dry?.map(({ contact, closed }) => ({ n: contact, closed })),
    cmd: commandId,
  });
}

function statusOf(action: SwitchAction): number {
  const status = slaveStatusOfAction(action);
  if (status === undefined) throw new RangeError(`a slave cannot be ${action}`);
  return status;
}

export function encodeAlarm(alarm: AlarmReport): string {
  const { deviceTime, address, type, kind, active, value, limit, phase } = alarm;
  return JSON.stringify({
    ts: deviceTime,
    ad: address,
    type: wireNameOfAlarmType(type),
    kind,
    active,
    value,
    limit,
    phase,
  });
}

export function encodeInfo(info: DeviceInfo): string {
  return JSON.stringify({
    ts: info.deviceTime,
    deviceType: info.deviceType,
    band: info.band,
    csq: info.csq,
    hVersion: info.hardwareVersion,
    sVersion: info.softwareVersion,
    ratedVol: info.ratedVoltageV,
    ratedCur: info.ratedCurrentA,
    slaves: info.slaves,
  });
}

export function encodeReply({ commandId, code, message, data }: Reply): string {
  return JSON.stringify({ id: commandId, code, msg: message, data });
}
