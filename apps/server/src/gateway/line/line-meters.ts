/** The meters of one line: what is polled, and the values of the cycles in progress. */
import { isDeepStrictEqual } from 'node:util';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { PolledSlave } from '@busbar/domain/line/poll-plan';
import type { StoredLine } from '../../areas/fleet/serial-lines/serial-line-queries.ts';
import { MeterReading, type MeterValues } from './meter-reading.ts';
import {
  answerIn,
  type LineKind,
  type MeterFault,
  type PolledBlock,
  type PolledMeter,
  polledMeter,
  withoutBlock,
} from './poll-blocks.ts';

type LineMeterFault = MeterFault | 'station-taken' | 'wrong-profile' | 'position-unreadable';

interface Polled {
  meter: PolledMeter;
  readonly reading: MeterReading;
}

export class LineMeters {
  readonly #line: LineKind;
  /** By the address that frames contain. */
  #meters = new Map<string, Polled>();
  /** Stations that cannot be polled, with the reason. */
  readonly faults = new Map<string, LineMeterFault>();
  #lastId = 0;

  constructor(line: StoredLine) {
    this.#line = line;
    this.load(line);
  }

  /** Replaces the meters; one whose settings are the same keeps what is known of it. */
  load({ meters }: Pick<StoredLine, 'meters'>): void {
    const former = [...this.#meters.values()];
    const formerFaults = new Map(this.faults);
    this.#meters = new Map();
    this.faults.clear();
    for (const settings of meters) {
      const known = former.find(({ meter }) => isDeepStrictEqual(meter.meter, settings));
      const meter = known?.meter ?? polledMeter(this.#line, settings, this.#nextId);
      if (typeof meter === 'string') this.faults.set(settings.station, meter);
      else if (this.#meters.has(meter.polled.slave)) {
        this.faults.set(settings.station, 'station-taken');
      } else {
        const reading = known?.reading ?? new MeterReading(settings);
        this.#meters.set(meter.polled.slave, known ?? { meter, reading });
        const isWrong = formerFaults.get(settings.station) === 'wrong-profile';
        if (known !== undefined && isWrong) this.faults.set(settings.station, 'wrong-profile');
      }
    }
  }

  readonly #nextId = (): string => String(++this.#lastId);

  get slaves(): readonly PolledSlave[] {
    return this.all().map(({ polled }) => polled);
  }

  all(): readonly PolledMeter[] {
    return [...this.#meters.values()].map(({ meter }) => meter);
  }

  /** Returns the meter in a slot, or the DTU itself, if it can be switched. */
  switched(slot: number | undefined): PolledMeter | undefined {
    return this.all().find(({ meter, contact }) => meter.slot === slot && contact !== undefined);
  }

  /** Returns the meter whose contact the block reads; undefined for other blocks. */
  ofContact(slave: string, blockId: string): PolledMeter | undefined {
    const meter = this.#meters.get(slave)?.meter;
    return meter?.contact?.id === blockId ? meter : undefined;
  }

  /** Returns the meter whose reason of a trip the block reads; undefined for other blocks. */
  ofTrip(slave: string, blockId: string): PolledMeter | undefined {
    const meter = this.#meters.get(slave)?.meter;
    return meter?.trip?.id === blockId ? meter : undefined;
  }

  /** Returns false if the answer cannot be used. */
  answered(slave: string, blockId: string, frame: LineFrame, now: number): boolean {
    const found = this.#meters.get(slave);
    const block = found?.meter.blocks.get(blockId);
    // A block of a meter that was changed while it was read.
    if (found === undefined || block === undefined) return true;
    return addTo(found.reading, found.meter, block, frame, now);
  }

  /** Returns false if the profile does not fit the meter; its other blocks are still read. */
  leaveOut(slave: string, blockId: string): boolean {
    const found = this.#meters.get(slave);
    if (found?.meter.contact?.id === blockId) {
      this.faults.set(found.meter.meter.station, 'position-unreadable');
      return false;
    }
    if (found === undefined || !found.meter.blocks.has(blockId)) return true;
    const changed = withoutBlock(this.#line, found.meter, blockId, this.#nextId);
    if (changed === undefined) {
      this.faults.set(found.meter.meter.station, 'wrong-profile');
      return false;
    }
    found.meter = changed;
    return true;
  }

  /** Returns the values of the cycle that has ended. */
  endCycle(slave: string, now: number): MeterValues | undefined {
    const found = this.#meters.get(slave);
    return found?.reading.take(found.meter.meter.slot, now);
  }
}

/** Adds the values of an answer; returns false if it cannot be used. */
export function addTo(
  reading: MeterReading,
  meter: PolledMeter,
  block: PolledBlock,
  frame: LineFrame,
  now: number,
): boolean {
  const answer = answerIn(meter, block, frame);
  if (answer !== undefined) reading.add(answer, frame.bytes, now);
  return answer !== undefined;
}
