/** The requests that read a meter, and what their answers mean. */

import { type Profile, ratiosOf } from '@busbar/device-profiles/profile';
import { decodeBlock } from '@busbar/device-profiles/reading/decode-block';
import {
  mergedAfterException,
  NOTHING_LEFT_OUT,
  type PlanState,
  type ReadRequest,
  readPlanOf,
} from '@busbar/device-profiles/reading/read-plan';
import { readData, valueIn } from '@busbar/device-protocol/line/dlt645-exchanges';
import { type ModbusSlave, readRegisters } from '@busbar/device-protocol/line/modbus-exchanges';
import type { Exchange } from '@busbar/domain/line/expectation';
import { isStation, type LineProtocol } from '@busbar/domain/line/line-form';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import { carriesProfile } from '@busbar/domain/line/line-transport';
import type { PolledSlave } from '@busbar/domain/line/poll-plan';
import { profileOfMeter } from '../../areas/fleet/meter-profiles/profile-of-meter.ts';
import type {
  StoredLine,
  StoredMeter,
} from '../../areas/fleet/serial-lines/serial-line-queries.ts';
import type { MeterAnswer } from './meter-reading.ts';
import {
  contactOf,
  type MeterContact,
  type TripReading,
  tripOf,
} from './switching/meter-contact.ts';

/** Reason why a meter cannot be polled: its settings do not fit. */
export type MeterFault = 'profile-unknown' | 'wrong-protocol' | 'ratio-missing' | 'station-invalid';

/** Determines which profiles a line carries. */
export type LineKind = Pick<StoredLine, 'protocol' | 'transport'>;

export interface PolledBlock {
  readonly request: ReadRequest;
  readonly exchange: Exchange;
}

/** A meter with the requests of its poll cycle. */
export interface PolledMeter {
  readonly line: LineKind;
  readonly meter: StoredMeter;
  readonly profile: Profile;
  readonly state: PlanState;
  /** By block id; an id is never used again on the connection. */
  readonly blocks: ReadonlyMap<string, PolledBlock>;
  /** The block that reads the position of the contact; undefined if the meter is only read. */
  readonly contact: (MeterContact & { readonly id: string }) | undefined;
  /** The block that reads why the contact has tripped; undefined if there is none. */
  readonly trip: (TripReading & { readonly id: string }) | undefined;
  readonly polled: PolledSlave;
}

/** Modbus exception 2, and bit 1 of the error word of DL/T 645. */
const NO_SUCH_DATA = 2;
const DLT645_STATION = /^(?:\d{1,12}|A{12})$/;

export function polledMeter(
  line: LineKind,
  meter: StoredMeter,
  nextId: () => string,
  state: PlanState = NOTHING_LEFT_OUT,
): PolledMeter | MeterFault {
  const profile = profileOfMeter(meter);
  if (profile === undefined) return 'profile-unknown';
  const { protocol } = line;
  if (!carriesProfile(line, profile.protocol)) return 'wrong-protocol';
  if (!isReachable(line, meter.station)) return 'station-invalid';
  if (ratiosOf(profile).some((ratio) => meter.ratios[ratio] === undefined)) return 'ratio-missing';
  const blocks = new Map(
    readPlanOf(profile, state).map((request) => [
      nextId(),
      { request, exchange: exchangeOf(request, meter.station, line) },
    ]),
  );
  const address = modbusSlave(line, meter.station);
  const found = contactOf(meter, profile, address);
  const contact = found && { ...found, id: nextId() };
  const reason = found && tripOf(profile, address);
  const trip = reason && { ...reason, id: nextId() };
  const polled = {
    slave: slaveOf(protocol, meter.station),
    intervalMs: meter.intervalS * 1000,
    blocks: [
      ...[...blocks].map(([id, { exchange }]) => ({ id, exchange })),
      ...[contact, trip].flatMap((one) => (one ? [{ id: one.id, exchange: one.reading }] : [])),
    ],
  };
  return { line, meter, profile, state, blocks, contact, trip, polled };
}

/** The address as frames contain it. */
function slaveOf(protocol: LineProtocol, station: string): string {
  return protocol === 'modbus-rtu' ? station : station.padStart(12, '0');
}

/** Also meters with a shorter address or any address, as a line may have them from before. */
function isReachable(line: LineKind, station: string): boolean {
  return line.protocol === 'dlt645-2007' ? DLT645_STATION.test(station) : isStation(line, station);
}

/** The address of a Modbus meter, or its unit if the line has no addresses. */
export function modbusSlave({ transport }: LineKind, station: string): ModbusSlave {
  return transport === 'modbus-tcp' ? { unit: Number(station) } : Number(station);
}

export function exchangeOf(
  { read, from, count }: ReadRequest,
  station: string,
  line: LineKind,
): Exchange {
  if ('identifier' in read) return readData(station, Number.parseInt(read.identifier, 16), count);
  const kind = read.functionCode === 3 ? 'holding' : 'input';
  return readRegisters(modbusSlave(line, station), from, count, kind);
}

/**
 * Returns the plan after the meter refused a block because it has no such data; undefined if no
 * optional quantity explains it, so that the profile does not fit the meter.
 */
export function withoutBlock(
  line: LineKind,
  { meter, profile, state, blocks }: PolledMeter,
  blockId: string,
  nextId: () => string,
): PolledMeter | undefined {
  const block = blocks.get(blockId);
  const next = block && mergedAfterException(profile, state, block.request, NO_SUCH_DATA);
  if (next === undefined) return undefined;
  const changed = polledMeter(line, meter, nextId, next);
  return typeof changed === 'string' ? undefined : changed;
}

/** Returns undefined if the answer is not complete: nothing of it is used. */
export function answerIn(
  { profile, meter }: PolledMeter,
  { request }: PolledBlock,
  frame: LineFrame,
): MeterAnswer | undefined {
  // The answer has more frames than its value needs, or more than are read.
  if (frame.hasMore) return undefined;
  const words = 'identifier' in request.read ? valueIn(frame) : wordsOf(frame.data);
  const quantities = decodeBlock(profile, request, words, meter.ratios);
  const { read, from } = request;
  return quantities && { quantities, raw: { read, from, words } };
}

export function wordsOf(data: Uint8Array): number[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  return Array.from({ length: data.length >> 1 }, (_, at) => view.getUint16(2 * at));
}
