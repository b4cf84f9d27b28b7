/** The contact of a meter or breaker on a line: how its position is read, and how it is moved. */
import type { ContactPosition, Profile, SwitchWrite } from '@busbar/device-profiles/profile';
import { readRelay, relayIn } from '@busbar/device-protocol/line/dlt645-switch';
import {
  type ModbusSlave,
  readBit,
  readRegisters,
  writeCoil,
  writeRegisters,
} from '@busbar/device-protocol/line/modbus-exchanges';
import type { AlarmType } from '@busbar/domain/alarm/alarm-type';
import type { Exchange } from '@busbar/domain/line/expectation';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { StoredMeter } from '../../../areas/fleet/serial-lines/serial-line-queries.ts';

export interface MeterContact {
  readonly reading: Exchange;
  /** Returns undefined if the raw value is no position. */
  readonly positionIn: (frame: LineFrame) => ContactPosition | undefined;
  /** True if a person can move the contact at the device. */
  readonly hasLever: boolean;
  /** True if a command contains the time until which it is valid. */
  readonly expires: boolean;
}

/** Returns undefined if the meter is only read. */
export function contactOf(
  { station, canSwitch, access }: StoredMeter,
  profile: Profile,
  slave: ModbusSlave,
): MeterContact | undefined {
  if (!canSwitch) return undefined;
  if (profile.protocol !== 'dlt645-2007') return modbusContact(slave, profile);
  // A wildcard is no address of a meter that may be switched: another meter could obey.
  if (access === undefined || !/^\d+$/.test(station)) return undefined;
  return {
    reading: readRelay(station),
    positionIn: (frame) => (relayIn(frame).isClosed ? 'closed' : 'open'),
    hasLever: false,
    expires: true,
  };
}

function modbusContact(slave: ModbusSlave, { switching }: Profile): MeterContact | undefined {
  if (switching === undefined) return undefined;
  const { state } = switching;
  return {
    reading: readValue(slave, state),
    positionIn: (frame) => state.positions.get(valueIn(frame, state)),
    hasLever: true,
    expires: false,
  };
}

/** The request that moves the contact of a Modbus breaker. */
export function modbusWrite(
  slave: ModbusSlave,
  { functionCode, address, values }: SwitchWrite,
): Exchange {
  if (functionCode === 5) return writeCoil(slave, address, values[0] === 1);
  return writeRegisters(slave, address, values, functionCode === 16);
}

export interface TripReading {
  readonly reading: Exchange;
  /** The reasons that the answer contains. They count only while the contact has tripped. */
  readonly reasonsIn: (frame: LineFrame) => readonly AlarmType[];
  /** All reasons that the breaker can have. */
  readonly types: readonly AlarmType[];
}

/** Returns undefined if the breaker does not say why it has tripped. */
export function tripOf({ switching }: Profile, slave: ModbusSlave): TripReading | undefined {
  if (switching?.trip === undefined) return undefined;
  const { by, reasons } = switching.trip;
  const isReason = (raw: number, values: readonly number[]) =>
    values.some((value) => (by === 'codes' ? value === raw : (raw & (1 << value)) !== 0));
  return {
    reading: readValue(slave, switching.trip),
    reasonsIn: (frame) => {
      const raw = valueIn(frame, switching.trip!);
      return [...reasons].flatMap(([type, values]) => (isReason(raw, values) ? [type] : []));
    },
    types: [...reasons.keys()],
  };
}

interface ReadPlace {
  /** A coil, a discrete input, a holding or an input register. */
  readonly functionCode: 1 | 2 | 3 | 4;
  readonly address: number;
}

const isBit = ({ functionCode }: ReadPlace): boolean => functionCode <= 2;

function readValue(slave: ModbusSlave, place: ReadPlace): Exchange {
  const { functionCode, address } = place;
  if (isBit(place)) return readBit(slave, address, functionCode === 1 ? 'coil' : 'input');
  return readRegisters(slave, address, 1, functionCode === 3 ? 'holding' : 'input');
}

const valueIn = ({ data }: LineFrame, place: ReadPlace): number =>
  isBit(place) ? data[0]! & 1 : (data[0]! << 8) | data[1]!;
