/**
 * Checks what a user enters for a serial line and the meters on it. Names and values are those that
 * are stored; a refusal names the field.
 */
import { SLAVE_ADDRESS_MAX, SLAVE_ADDRESS_MIN } from '../device/device-code.ts';
import { intervalRefusal } from '../device/device-type.ts';
import { done, type Outcome, type Refusal, refused } from '../refusal.ts';
import {
  carriesProfile,
  checkAddress,
  type LineAddress,
  type LineTransport,
} from './line-transport.ts';

export const LINE_PROTOCOLS = ['modbus-rtu', 'dlt645-2007'] as const;
export type LineProtocol = (typeof LINE_PROTOCOLS)[number];

/** Bit/s. */
export const BAUD_RATES = [
  1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200,
] as const satisfies readonly number[];

export const DEFAULT_HEARTBEAT = 'HB';
/** Maximum length of the heartbeat text, in characters. */
export const HEARTBEAT_LENGTH = 64;
const PRINTABLE = /^[\x20-\x7e]*$/;

export interface LineForm extends LineAddress {
  readonly protocol: LineProtocol;
  readonly baud: number;
  /** Text that the DTU sends to keep the connection open; empty if it sends none. */
  readonly heartbeat: string;
}

export const RATIO_FIELDS = ['ctPrimary', 'ctSecondary', 'ptPrimary', 'ptSecondary'] as const;
export type RatioField = (typeof RATIO_FIELDS)[number];

/** Primary and secondary values of the transformers; null if the profile does not need them. */
export type RatioValues = Readonly<Record<RatioField, number | null>>;

export interface MeterForm extends RatioValues {
  readonly station: string;
  /** Time from the start of one poll to the start of the next. */
  readonly intervalS: number;
}

/** Properties of a profile that the check needs. */
export interface ProfileFacts {
  readonly protocol: string;
  readonly ratios: readonly ('ct' | 'pt')[];
}

export interface LineFacts {
  readonly protocol: LineProtocol;
  readonly transport: LineTransport;
  /** Stations of the other meters on the line. */
  readonly stations: readonly string[];
}

/** `meterProtocols` are the protocols of the meters that are already on the line. */
export function checkLine(form: LineForm, meterProtocols: readonly string[]): Outcome<LineForm> {
  const { protocol, baud, heartbeat } = form;
  if (!(BAUD_RATES as readonly number[]).includes(baud))
    return refused('baud-rate-invalid', 'baud');
  if (heartbeat.length > HEARTBEAT_LENGTH || !PRINTABLE.test(heartbeat)) {
    return refused('heartbeat-invalid', 'heartbeat');
  }
  const address = checkAddress(form, protocol);
  if (!address.ok) return address;
  const isOther = meterProtocols.some((of) => !carriesProfile(form, of));
  if (isOther) return refused('line-protocol-in-use', 'protocol');
  return done({ ...form, ...address.value });
}

/** `profile` is undefined if there is none with the given id. */
export function checkMeter(
  form: MeterForm,
  profile: ProfileFacts | undefined,
  line: LineFacts,
): Outcome<MeterForm> {
  if (profile === undefined) return refused('meter-profile-unknown', 'profile');
  if (!carriesProfile(line, profile.protocol)) return refused('meter-profile-protocol', 'profile');
  const station = form.station.trim();
  if (!isStation(line, station)) {
    const isBroadcast = line.protocol === 'modbus-rtu' && station === MODBUS_BROADCAST;
    return refused(isBroadcast ? 'station-broadcast' : 'station-invalid', 'station');
  }
  if (line.stations.includes(station)) return refused('station-taken', 'station');
  for (const name of RATIO_FIELDS) {
    const refusal = ratioRefusal(name, form[name], profile);
    if (refusal !== undefined) return refused(refusal, name);
  }
  const interval = intervalRefusal(form.intervalS);
  return interval === undefined ? done({ ...form, station }) : refused(interval, 'intervalS');
}

const MODBUS_STATION = /^[1-9]\d{0,2}$/;
const HIGHEST_MODBUS_STATION = 247;
/** The address to which all slaves of a serial line listen and none answers. */
const MODBUS_BROADCAST = '0';
/**
 * Modbus TCP has no broadcast; devices without a serial line answer at 255, and many only at 0
 * (Modbus Messaging on TCP/IP 1.0b, 4.4.2.2).
 */
const UNITS_OF_DEVICES: readonly string[] = ['0', '255'];
const DLT645_STATION = /^\d{12}$/;
/** The address to which every meter listens and none answers. */
const DLT645_BROADCAST = '9'.repeat(12);

/**
 * 1 to 247 without leading zeros, also 0 and 255 over Modbus TCP, or the twelve digits on the
 * nameplate of a DL/T 645 meter.
 */
export function isStation(
  { protocol, transport }: Pick<LineFacts, 'protocol' | 'transport'>,
  station: string,
): boolean {
  if (protocol === 'dlt645-2007') {
    return DLT645_STATION.test(station) && station !== DLT645_BROADCAST;
  }
  if (transport === 'modbus-tcp' && UNITS_OF_DEVICES.includes(station)) return true;
  return MODBUS_STATION.test(station) && Number(station) <= HIGHEST_MODBUS_STATION;
}

/** V or A on the primary side; far above any installation. */
const HIGHEST_RATIO_VALUE = 1_000_000;

/** A needed ratio has no default: a factor of 1 would give a plausible wrong bill. */
function ratioRefusal(
  name: RatioField,
  value: number | null,
  { ratios }: ProfileFacts,
): Refusal | undefined {
  const isNeeded = ratios.some((ratio) => name.startsWith(ratio));
  if (!isNeeded) return value === null ? undefined : 'ratio-unused';
  const isValid = value !== null && value > 0 && value <= HIGHEST_RATIO_VALUE;
  return isValid ? undefined : 'ratio-required';
}

/**
 * The slot of a new meter: the number of its station if that slot exists and is free, otherwise the
 * lowest free one; undefined if all are in use.
 */
export function slotOfStation(station: string, taken: ReadonlySet<number>): number | undefined {
  const slots = Array.from({ length: SLAVE_ADDRESS_MAX }, (_, index) => SLAVE_ADDRESS_MIN + index);
  const free = slots.filter((slot) => !taken.has(slot));
  return free.find((slot) => String(slot) === station) ?? free[0];
}
