/** One device in detail, with domain names instead of API names. */

import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { type CamelCaseKeys, camelCaseKeys } from '@busbar/domain/key-case';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { isSwitchCommand, type SwitchCommand } from '@busbar/domain/switch/interlock';
import { type TreeDevice, toTreeDevice } from '../../components/device-tree/tree-device.ts';
import type { Answer } from '../../lib/calls/call-types.ts';
import { type CommandWire, commandStateOf } from './command-after-event.ts';
import { toMeasurement, toRegisters } from './reading-fields.ts';

export type DeviceAnswer = Answer<'v2.device'>;
export type DeviceData = Omit<DeviceAnswer['data'], 'slaves'>;

export interface Reading<T> {
  /** Milliseconds, by the clock of the device. */
  readonly ts: number;
  readonly values: T;
}

export interface LastCommand {
  readonly id: string;
  readonly switchCommand: SwitchCommand | undefined;
  readonly state: CommandState;
  /** Translation key of a refusal, or the device's own text. */
  readonly reason: string | null;
  readonly times: Readonly<Record<string, number>>;
}

export interface DeviceDetail extends TreeDevice {
  readonly protocol: DeviceProtocol;
  readonly groupName: string;
  readonly ratedVoltage: number | null;
  readonly ratedCurrent: number | null;
  readonly measurement: Reading<Measurement> | null;
  readonly registers: Reading<EnergyRegisters> | null;
  readonly lock: CamelCaseKeys<NonNullable<DeviceData['lock']>> | null;
  readonly command: LastCommand | null;
  /** Active alarms, newest first. */
  readonly alarms: readonly {
    readonly type: string;
    readonly kind: string;
    readonly since: number;
    readonly value: number | null;
    readonly peak: number | null;
    readonly limit: number | null;
    readonly phase: string | null;
    readonly detail: string;
    readonly facts: DeviceData['alarms'][number]['facts'];
  }[];
  readonly allowed: Readonly<Record<SwitchCommand, boolean>>;
}

export function toLastCommand(command: CommandWire): LastCommand {
  return {
    id: command.id,
    switchCommand: isSwitchCommand(command.switch) ? command.switch : undefined,
    state: commandStateOf(command.state),
    reason: command.reason ?? command.msg ?? null,
    times: command.times,
  };
}

export function toDeviceDetail(data: DeviceData): DeviceDetail {
  return {
    ...toTreeDevice(data),
    protocol: data.protocol,
    groupName: data.group_name,
    ratedVoltage: data.rated_vol,
    ratedCurrent: data.rated_cur,
    loadKw: data.ins_p_history,
    measurement:
      data.variable === null
        ? null
        : { ts: data.variable.ts, values: toMeasurement(data.variable.values) },
    registers:
      data.energy === null ? null : { ts: data.energy.ts, values: toRegisters(data.energy.values) },
    lock: data.lock && camelCaseKeys(data.lock),
    command: data.command === null ? null : toLastCommand(data.command),
    alarms: data.alarms,
    allowed: data.allowed,
  };
}
