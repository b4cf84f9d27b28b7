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
  type ChannelSettings,
  type ChannelState,
  type ChannelSteps,
  foldChannel,
  NEW_CHANNEL,
} from './fold-channel.ts';
import type { StepDecision } from './register-state.ts';
import type { BandsWh } from './split-bands.ts';

/** A step that began this long before its bucket is estimated, ms; or two intervals of the device. */
const GRACE_MS = QUARTER_MS;
const BAND_STEP_MS = 300_000;
const CHANNELS = ENERGY_CHANNELS.length;

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
  /** Told of every channel's steps. */
  onSteps?(told: ToldSteps): void;
}

/** What a reading came to in one channel. */
export interface ToldSteps {
  readonly channel: EnergyChannel;
  readonly reading: ChannelReading;
  /** Where the channel stood. */
  readonly before: ChannelState;
  readonly steps: ChannelSteps;
  readonly booking: Booking;
  /** What is booked on the billed channel comes from this one. */
  readonly isBilled: boolean;
}

/** A device's registers at one instant. */
export interface DeviceReading {
  /** Epoch ms; each later than the one before. */
  readonly at: number;
  /** Wh in the order of `REGISTER_FIELDS`; null: not told, as are those left out at the end. */
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

type OpenBands = [number, number, number, number];

/** Added to where it stands: what is given out is a copy. */
interface OpenChannel {
  energyWh: number;
  readonly bandsWh: OpenBands;
  estimated: boolean;
}

interface OpenDay {
  readonly span: LocalDay;
  readings: number;
  readonly channels: Partial<Record<EnergyChannel, OpenChannel>>;
  readonly slotWh: number[];
  readonly estimatedSlots: Set<number>;
  readonly slotBandsWh: Record<number, OpenBands>;
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

  const bookings: (Booking | undefined)[] = ENERGY_CHANNELS.map(() => undefined);

  function foldOne(reading: DeviceReading, today: OpenDay): void {
    const decisions = overrides.get(reading.at);
    const billedBy = billedFrom(channels);
    for (let i = 0; i < CHANNELS; i += 1) {
      bookings[i] = undefined;
      const told = channelReading(reading, i);
      if (told === undefined) continue;
      const channel = ENERGY_CHANNELS[i]!;
      const isBilled = i === billedBy;
      channelSettings.decision = decisions && decisionOf(decisions, channel, isBilled);
      const before = channels[i]!;
      const { state, booking, steps } = foldChannel(before, told, channelSettings);
      channels[i] = state;
      bookings[i] = booking;
      settings.onSteps?.({ channel, reading: told, before, steps, booking, isBilled });
    }
    // The total that is told for the first time has nothing to count from: the import goes on once.
    const billed = bookings[billedBy];
    for (let i = 0; i < CHANNELS; i += 1) {
      const booking = i === ACTIVE_TOTAL ? billed : bookings[i];
      if (booking !== undefined) bookChannel(today, ENERGY_CHANNELS[i]!, booking, graceMs);
    }
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

  const channelSettings: ChannelSettings & { decision: StepDecision | undefined } = {
    limitW: settings.limitW,
    decision: undefined,
    hourBand,
  };

  function stateNow(): FoldState {
    const text = writeDeviceState({ at, channels });
    const slot = day === null ? -1 : slotOf(day.span, at);
    const parts = day?.slotBandsWh[slot];
    return parts === undefined ? text : { ...text, s: [slot, [...parts]] };
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
  if (first >= registers.length) return undefined;
  const total = registers[first] ?? null;
  const next = first + REGISTERS_OF_CHANNEL;
  for (let i = first + 1; i < next; i += 1) {
    if ((registers[i] ?? null) !== null) {
      return { at, total, bands: registers.slice(first + 1, next) };
    }
  }
  return total === null ? undefined : { at, total, bands: null };
}

const ACTIVE_TOTAL = 0;
const ACTIVE_IMPORT = 1;

/** The place of the channel that is billed. */
function billedFrom(channels: readonly ChannelState[]): number {
  const total = channels[ACTIVE_TOTAL]!;
  if (total.total !== null) return ACTIVE_TOTAL;
  const consumed = channels[ACTIVE_IMPORT]!;
  if (consumed.total !== null) return ACTIVE_IMPORT;
  if (total.bands.some((band) => band !== null)) return ACTIVE_TOTAL;
  return consumed.bands.some((band) => band !== null) ? ACTIVE_IMPORT : ACTIVE_TOTAL;
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
    slotBandsWh: stored.s === undefined ? {} : { [stored.s[0]]: [...stored.s[1]] },
  };
}

function foldedDay(day: OpenDay): FoldedDay {
  return {
    day: day.span.day,
    readings: day.readings,
    channels: copyOf(day.channels),
    slotWh: [...day.slotWh],
    estimatedSlots: [...day.estimatedSlots].sort((a, b) => a - b),
    slotBandsWh: Object.fromEntries(
      Object.entries(day.slotBandsWh).map(([slot, parts]) => [slot, [...parts] as const]),
    ),
  };
}

function copyOf(
  channels: Readonly<Partial<Record<EnergyChannel, ChannelDay>>>,
): Partial<Record<EnergyChannel, OpenChannel>> {
  const copy: Partial<Record<EnergyChannel, OpenChannel>> = {};
  for (const channel of ENERGY_CHANNELS) {
    const energy = channels[channel];
    if (energy !== undefined) copy[channel] = { ...energy, bandsWh: [...energy.bandsWh] };
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
    energy = { energyWh: 0, bandsWh: [0, 0, 0, 0], estimated: false };
    day.channels[channel] = energy;
  }
  if (booking.energyWh === 0) return;
  energy.energyWh += booking.energyWh;
  addTo(energy.bandsWh, booking.parts);
  energy.estimated ||= isEstimated(booking, day.span.start, graceMs);
}

function bookSlot(day: OpenDay, at: number, booking: Booking, graceMs: number): void {
  if (booking.energyWh === 0) return;
  const slot = slotOf(day.span, at);
  day.slotWh[slot] = (day.slotWh[slot] ?? 0) + booking.energyWh;
  const parts = day.slotBandsWh[slot];
  if (parts === undefined) day.slotBandsWh[slot] = [...booking.parts];
  else addTo(parts, booking.parts);
  const slotStart = day.span.start + slot * QUARTER_MS;
  if (isEstimated(booking, slotStart, graceMs)) day.estimatedSlots.add(slot);
}

function addTo(bands: OpenBands, parts: BandsWh): void {
  bands[0] += parts[0];
  bands[1] += parts[1];
  bands[2] += parts[2];
  bands[3] += parts[3];
}
