/**
 * All registers of a device, reading after reading, into days: energy per channel and band, the
 * quarter hours of the billed one, and what is estimated. The same fold serves new readings, late
 * ones (from a state of an earlier day) and the rebuild from the first reading.
 *
 * Billed is activeTotal; where a device has not told it so far, activeImport; else the sum of its
 * band registers.
 */
import { QUARTER_MS } from '../consumption/day-slots.ts';
import { TARIFF_BANDS, type TariffBand } from '../tariff/band.ts';
import { bookingDayOf, type LocalDay, slotCount, slotOf } from './day-slots.ts';
import { type DeviceStateText, readDeviceState, writeDeviceState } from './device-state.ts';
import { ENERGY_CHANNELS, type EnergyChannel, REGISTERS_OF_CHANNEL } from './energy-channel.ts';
import {
  type Booking,
  type ChannelReading,
  type ChannelState,
  type ChannelSteps,
  foldChannel,
  NEW_CHANNEL,
} from './fold-channel.ts';
import type { StepDecision } from './register-state.ts';
import { addBands, type BandsWh, NO_BANDS } from './split-bands.ts';

/** A step that began this long before its bucket is estimated, ms; or two intervals of the device. */
const GRACE_MS = QUARTER_MS;
const BAND_STEP_MS = 300_000;

export interface StepOverride extends StepDecision {
  /** The reading that ends the step, epoch ms. */
  readonly at: number;
  /** Null: every channel of the device. */
  readonly channel: EnergyChannel | null;
}

export interface FoldSettings {
  readonly zone: string;
  /** See `energyLimitW`. */
  readonly limitW: number;
  readonly expectedIntervalS: number;
  readonly overrides: readonly StepOverride[];
  /** The tariff's band of energy whose step ended at `at`; changes on full five minutes only. */
  bandAt(at: number): TariffBand;
  /** Told of every channel's steps, for an explanation. */
  onSteps?(told: ToldSteps): void;
}

/** What a reading came to in one channel. */
export interface ToldSteps {
  readonly channel: EnergyChannel;
  readonly reading: ChannelReading;
  readonly steps: ChannelSteps;
  readonly booking: Booking;
  /** What is booked on the billed channel comes from this one. */
  readonly isBilled: boolean;
}

/** A device's registers at one instant. */
export interface DeviceReading {
  /** Epoch ms; each later than the one before. */
  readonly at: number;
  /** Wh in the order of `REGISTER_FIELDS`; null: not told. */
  readonly registers: readonly (number | null)[];
}

export interface ChannelDay {
  readonly energyWh: number;
  readonly bandsWh: BandsWh;
  readonly estimated: boolean;
}

export interface FoldedDay {
  readonly day: string;
  /** Readings of the day. */
  readonly readings: number;
  readonly channels: Readonly<Partial<Record<EnergyChannel, ChannelDay>>>;
  /** Quarter hours of activeTotal, Wh. */
  readonly slotWh: readonly number[];
  readonly estimatedSlots: readonly number[];
  /** Quarter hours in bands; of those before a fold went on, only the last is known. */
  readonly slotBandsWh: Readonly<Record<number, BandsWh>>;
}

/** A day that is over, with the state at its end: the fold can begin again from there. */
export interface ClosedDay extends FoldedDay {
  readonly state: FoldState;
}

export interface FoldState extends DeviceStateText {
  /** The last slot booked in the open day and its bands: more may follow. */
  readonly s?: readonly [slot: number, bands: BandsWh];
}

interface OpenChannel {
  energyWh: number;
  bandsWh: BandsWh;
  estimated: boolean;
}

interface OpenDay {
  readonly span: LocalDay;
  readings: number;
  readonly channels: Partial<Record<EnergyChannel, OpenChannel>>;
  readonly slotWh: number[];
  readonly estimatedSlots: Set<number>;
  readonly slotBandsWh: Record<number, BandsWh>;
}

export interface DeviceFold {
  /** Answers the days that ended before a later reading; the one that may go on is `openDay`. */
  fold(readings: Iterable<DeviceReading>): ClosedDay[];
  openDay(): FoldedDay | null;
  /** Null before the first reading. */
  state(): FoldState | null;
}

/**
 * `stored`: where an earlier fold stood; `open`: its open day, null when it ended with a day.
 */
export function createDeviceFold(
  settings: FoldSettings,
  stored: FoldState | null = null,
  open: FoldedDay | null = null,
): DeviceFold {
  const { zone } = settings;
  const graceMs = graceMsOf(settings);
  const before = stored === null ? null : readDeviceState(stored);
  let at = before?.at ?? 0;
  const channels: ChannelState[] = [
    ...(before?.channels ?? ENERGY_CHANNELS.map(() => NEW_CHANNEL)),
  ];
  let day: OpenDay | null = stored === null || open === null ? null : reopen(open, stored, zone);
  const overrides = new Map<number, StepOverride[]>();
  for (const override of settings.overrides) {
    overrides.set(override.at, [...(overrides.get(override.at) ?? []), override]);
  }

  function foldOne(reading: DeviceReading, today: OpenDay): void {
    const decisions = overrides.get(reading.at);
    const billedBy = billedFrom(channels);
    const bookings: (Booking | undefined)[] = ENERGY_CHANNELS.map((channel, i) => {
      const told = channelReading(reading, i);
      if (told === undefined) return undefined;
      const isBilled = channel === billedBy;
      const folded = foldChannel(channels[i]!, told, {
        limitW: settings.limitW,
        decision: decisions && decisionOf(decisions, channel, isBilled),
        hourBand,
      });
      channels[i] = folded.state;
      const { steps, booking } = folded;
      settings.onSteps?.({ channel, reading: told, steps, booking, isBilled });
      return folded.booking;
    });
    // The total that is told for the first time has nothing to count from: the import goes on once.
    const billed = bookings[ENERGY_CHANNELS.indexOf(billedBy)];
    ENERGY_CHANNELS.forEach((channel, i) => {
      const booking = channel === 'activeTotal' ? billed : bookings[i];
      if (booking !== undefined) bookChannel(today, channel, booking, graceMs);
    });
    if (billed !== undefined) bookSlot(today, reading.at, billed, graceMs);
    today.readings += 1;
    at = reading.at;
  }

  let edge = 0;
  let bandOfEdge = 0;
  function hourBand(end: number): number {
    const next = Math.ceil(end / BAND_STEP_MS);
    if (next !== edge) {
      bandOfEdge = TARIFF_BANDS.indexOf(settings.bandAt(end));
      edge = next;
    }
    return bandOfEdge;
  }

  function stateNow(): FoldState {
    const text = writeDeviceState({ at, channels });
    const slot = day === null ? -1 : slotOf(day.span, at);
    const parts = day?.slotBandsWh[slot];
    return parts === undefined ? text : { ...text, s: [slot, parts] };
  }

  return {
    fold(readings) {
      const closed: ClosedDay[] = [];
      for (const reading of readings) {
        if (day === null || reading.at > day.span.end) {
          if (day !== null) {
            const ended = foldedDay(day);
            day = null;
            closed.push({ ...ended, state: stateNow() });
          }
          day = begin(bookingDayOf(reading.at, zone));
        }
        foldOne(reading, day);
      }
      return closed;
    },
    openDay: () => (day === null ? null : foldedDay(day)),
    state: () => (at === 0 ? null : stateNow()),
  };
}

/** Silence up to this long, ms, is none. */
export function graceMsOf({ expectedIntervalS }: Pick<FoldSettings, 'expectedIntervalS'>): number {
  return Math.max(GRACE_MS, 2000 * expectedIntervalS);
}

/** Undefined when none of the channel's registers was told. */
function channelReading(reading: DeviceReading, channel: number): ChannelReading | undefined {
  const { at, registers } = reading;
  const first = channel * REGISTERS_OF_CHANNEL;
  const total = registers[first] ?? null;
  const bands = registers.slice(first + 1, first + REGISTERS_OF_CHANNEL);
  if (bands.some((wh) => wh !== null)) return { at, total, bands };
  return total === null ? undefined : { at, total, bands: null };
}

function billedFrom(channels: readonly ChannelState[]): 'activeTotal' | 'activeImport' {
  const [total, consumed] = channels;
  if (total!.total !== null) return 'activeTotal';
  if (consumed!.total !== null) return 'activeImport';
  if (total!.bands.some((band) => band !== null)) return 'activeTotal';
  return consumed!.bands.some((band) => band !== null) ? 'activeImport' : 'activeTotal';
}

/** One for the channel itself stands above one for the whole device. */
function decisionOf(
  overrides: readonly StepOverride[],
  channel: EnergyChannel,
  isBilled: boolean,
): StepDecision | undefined {
  return (
    overrides.find((one) => one.channel === channel) ??
    overrides.find((one) => isBilled && one.channel === 'activeTotal') ??
    overrides.find((one) => one.channel === null)
  );
}

function begin(span: LocalDay): OpenDay {
  return {
    span,
    readings: 0,
    channels: {},
    slotWh: Array<number>(slotCount(span)).fill(0),
    estimatedSlots: new Set(),
    slotBandsWh: {},
  };
}

function reopen(open: FoldedDay, stored: FoldState, zone: string): OpenDay {
  const span = bookingDayOf(stored.at, zone);
  const fresh = begin(span);
  return {
    span,
    readings: open.readings,
    channels: copyOf(open.channels),
    slotWh: fresh.slotWh.map((_, slot) => open.slotWh[slot] ?? 0),
    estimatedSlots: new Set(open.estimatedSlots),
    slotBandsWh: stored.s === undefined ? {} : { [stored.s[0]]: stored.s[1] },
  };
}

function foldedDay(day: OpenDay): FoldedDay {
  return {
    day: day.span.day,
    readings: day.readings,
    channels: copyOf(day.channels),
    slotWh: [...day.slotWh],
    estimatedSlots: [...day.estimatedSlots].sort((a, b) => a - b),
    slotBandsWh: { ...day.slotBandsWh },
  };
}

function copyOf(
  channels: Readonly<Partial<Record<EnergyChannel, ChannelDay>>>,
): Partial<Record<EnergyChannel, OpenChannel>> {
  const copy: Partial<Record<EnergyChannel, OpenChannel>> = {};
  for (const channel of ENERGY_CHANNELS) {
    const energy = channels[channel];
    if (energy !== undefined) copy[channel] = { ...energy };
  }
  return copy;
}

function isEstimated(booking: Booking, bucketStart: number, graceMs: number): boolean {
  return booking.isLowerBound || booking.from < bucketStart - graceMs;
}

function bookChannel(
  day: OpenDay,
  channel: EnergyChannel,
  booking: Booking,
  graceMs: number,
): void {
  let energy = day.channels[channel];
  if (energy === undefined) {
    energy = { energyWh: 0, bandsWh: NO_BANDS, estimated: false };
    day.channels[channel] = energy;
  }
  if (booking.energyWh === 0) return;
  energy.energyWh += booking.energyWh;
  energy.bandsWh = addBands(energy.bandsWh, booking.parts);
  energy.estimated ||= isEstimated(booking, day.span.start, graceMs);
}

function bookSlot(day: OpenDay, at: number, booking: Booking, graceMs: number): void {
  if (booking.energyWh === 0) return;
  const slot = slotOf(day.span, at);
  day.slotWh[slot] = (day.slotWh[slot] ?? 0) + booking.energyWh;
  day.slotBandsWh[slot] = addBands(day.slotBandsWh[slot] ?? NO_BANDS, booking.parts);
  const slotStart = day.span.start + slot * QUARTER_MS;
  if (isEstimated(booking, slotStart, graceMs)) day.estimatedSlots.add(slot);
}
