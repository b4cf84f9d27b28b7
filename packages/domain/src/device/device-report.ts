/** Reports of devices in domain terms, the same for every device protocol. */
import type { AlarmKind, AlarmType, Phase } from '../alarm/alarm-type.ts';
import type { DryContactNumber } from '../alarm/dry-contact.ts';
import type { SwitchAction } from '../switch/switch-action.ts';
import type { MeasuredValues } from './measured-values.ts';
import type { EnergyRegisters } from './measurement.ts';

export interface MeasuredReading {
  /** Address of the slave; undefined for the device itself. */
  readonly address: number | undefined;
  /** Time of the device's clock, ms since 1970; undefined if it sent none. */
  readonly deviceTime: number | undefined;
  /** Undefined if nothing was measured (a message with registers only). */
  readonly measured: MeasuredValues | undefined;
  readonly registers: EnergyRegisters | undefined;
  /**
   * Revision of the meter's settings by which the registers were decoded: registers of different
   * revisions are not comparable. Undefined if the device decodes them itself.
   */
  readonly meterRevision?: number | undefined;
  /**
   * True if the registers count one channel only, false if they count all channels of the device: the
   * two are not comparable. Undefined if a device cannot change it.
   */
  readonly countsChannel?: boolean | undefined;
  /** What the meter answered; undefined if the device decodes its registers itself. */
  readonly meterAnswers?: MeterAnswers | undefined;
}

/** The raw answers of a meter on a line, from which its reading can be decoded again. */
export interface MeterAnswers {
  /** Address of the meter on the line. */
  readonly station: string;
  /** In the form of packages/device-profiles/src/raw/answer-bytes.ts. */
  readonly bytes: Uint8Array;
}

export interface StateReport {
  /** Address of the reporting slave; undefined for the device itself. */
  readonly address: number | undefined;
  readonly deviceTime: number | undefined;
  readonly action: SwitchAction;
  /** Command that caused the action; undefined if the device switched without a command. */
  readonly commandId: string | undefined;
}

/** Position of a dry contact of the device itself. */
export interface DryContactReport {
  readonly deviceTime: number | undefined;
  readonly contact: DryContactNumber;
  readonly closed: boolean;
}

export interface AlarmReport {
  readonly address: number | undefined;
  readonly deviceTime: number | undefined;
  readonly type: AlarmType;
  readonly kind: AlarmKind;
  /** False ends the alarm. */
  readonly active: boolean;
  /** The measured value and the limit it passed, in the unit of the type. */
  readonly value: number | undefined;
  readonly limit: number | undefined;
  readonly phase: Phase | undefined;
}

export interface DeviceInfo {
  readonly deviceTime: number | undefined;
  readonly deviceType: string | undefined;
  readonly band: string | undefined;
  readonly csq: number | undefined;
  readonly hardwareVersion: string | undefined;
  readonly softwareVersion: string | undefined;
  readonly ratedVoltageV: number | undefined;
  readonly ratedCurrentA: number | undefined;
  /** Addresses in ascending order, without duplicates; undefined if the report lists none. */
  readonly slaves: readonly number[] | undefined;
  /** Devices behind a Zigbee bridge; undefined if the report lists none. */
  readonly zigbeeDevices?: readonly ZigbeeDevice[];
}

/** A device behind a Zigbee bridge that can be read or switched. */
export interface ZigbeeDevice {
  /** Its identity: the address never changes, its name may. */
  readonly ieeeAddress: string;
  readonly name: string;
  /** Its properties, as the bridge describes them. */
  readonly exposes: readonly unknown[];
}
