/**
 * Folds all registers of a device, reading by reading, into days: energy per channel and band, the
 * quarter hours of the billed channel, and estimates. The same fold processes new readings, late
 * ones (from the state of an earlier day) and a rebuild from the first reading.
 *
 * The billed channel is activeTotal; if a device has not reported it so far, activeImport;
 * otherwise the sum of the band registers.
 */
import { QUARTER_MS } from '../consumption/day-slots.ts';
import { TARIFF_BANDS, type TariffBand } from '../tariff/band.ts';
import { bookingDayOf, slotOf } from './day-slots.ts';
import { type DeviceStateText, readDeviceState, writeDeviceState } from './device-state.ts';
import {
  type AmendedDay,
  amendedDay,
  awaitedReadings,
  awaitedSlots,
  type EarlierDayText,
  partOfDay,
  readEarlierDay,
  writeEarlierDay,
} from './earlier-days.ts';
import { ENERGY_CHANNELS, type EnergyChannel, REGISTERS_OF_CHANNEL } from './energy-channel.ts';
import type { EnergyLimits } from './energy-limit.ts';
import {
  type Booking,
  type ChannelReading,
  type ChannelSettings,
  type ChannelState,
  type ChannelSteps,
  type FoldedChannel,
  foldChannel,
  NEW_CHANNEL,
} from './fold-channel.ts';
import {
  beginDay,
  bookChannel,
  bookSlot,
  type FoldedDay,
  foldedDay,
  type OpenDay,
  reopenDay,
} from './folded-day.ts';
import type { StepDecision } from './register-state.ts';
import type { BandsWh } from './split-bands.ts';

/** Maximum time, ms, to confirm energy proven by a reading, for booking in its own interval. */
const CONFIRMATION_MS = 62 * 24 * 3_600_000;
/**
 * A step is estimated if it began more than this, ms, before its bucket, or more than two intervals
 * of the device if that is longer.
 */
const GRACE_MS = QUARTER_MS;
const BAND_STEP_MS = 300_000;
const CHANNELS = ENERGY_CHANNELS.length;

export interface StepOverride extends StepDecision {
  /** The reading that ends the step, epoch ms. */
  readonly at: number;
  /** Null applies to every channel of the device. */
  readonly channel: EnergyChannel | null;
}

export interface FoldSettings extends EnergyLimits {
  readonly zone: string;
  readonly expectedIntervalS: number;
  readonly overrides: readonly StepOverride[];
  /** The tariff band of energy whose step ended at `at`; it changes at full five minutes only. */
  bandAt(at: number): TariffBand;
  /** Days that end by this instant, epoch ms, cannot be amended; if undefined, every day can. */
  readonly closedUntil?: number | undefined;
  /** Called with the steps of every channel. */
  onSteps?(reported: ReportedSteps): void;
}

/** Result of processing a reading in one channel. */
export interface ReportedSteps {
  readonly channel: EnergyChannel;
  readonly reading: ChannelReading;
  /** State of the channel before the reading. */
  readonly before: ChannelState;
  readonly steps: ChannelSteps;
  readonly booking: Booking;
  /** Bookings at earlier readings that this one confirmed; undefined if there are none. */
  readonly earlier: readonly Booking[] | undefined;
  /** True if the billed channel uses the bookings of this channel. */
  readonly isBilled: boolean;
}

/** The registers of a device at one instant. */
export interface DeviceReading {
  /** Epoch ms; must be later than that of the previous reading. */
  readonly at: number;
  /** Wh in the order of `REGISTER_FIELDS`; null, or omitted at the end, if not reported. */
  readonly registers: readonly (number | null)[];
}

/** A day that has ended, with the state at its end, from which the fold can resume. */
export interface ClosedDay extends FoldedDay {
  readonly state: FoldState;
}

export interface FoldState extends DeviceStateText {
  /**
   * Bands of the quarter hours of the open day that may still change: the last quarter hour and
   * those with awaited readings.
   */
  readonly s?: readonly (readonly [slot: number, bands: BandsWh])[];
  /** Earlier days' values that may still change; undefined if no later reading can change them. */
  readonly e?: readonly EarlierDayText[];
}

export interface DeviceFold {
  /** Returns the days that ended before a later reading; the day that may continue is `openDay`. */
  fold(readings: Iterable<DeviceReading>): ClosedDay[];
  openDay(): FoldedDay | null;
  /**
   * Days before the open one that were amended by a reading after their end. `isAll` includes the
   * unchanged days that the stored state was waiting for.
   */
  amendedDays(isAll?: boolean): AmendedDay[];
  /** Null before the first reading. */
  state(): FoldState | null;
}

/** `stored` is an earlier fold's state; `open` is its open day, null if it ended with a day. */
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
  let day: OpenDay | null =
    stored === null || open === null ? null : reopenDay(open, stored.at, stored.s ?? [], zone);
  /** Ended days that may still change, and days that were changed, by name. */
  const earlierDays = new Map<string, OpenDay>();
  for (const text of stored?.e ?? []) earlierDays.set(text[0], readEarlierDay(text, zone));
  const storedDays = [...earlierDays.keys()];
  const amended = new Set<string>();
  const overrides = new Map<number, StepOverride[]>();
  for (const override of settings.overrides) {
    overrides.set(override.at, [...(overrides.get(override.at) ?? []), override]);
  }

  const booked: (FoldedChannel | undefined)[] = ENERGY_CHANNELS.map(() => undefined);

  function foldOne(reading: DeviceReading, today: OpenDay): void {
    const decisions = overrides.get(reading.at);
    const billedBy = billedFrom(channels);
    for (let i = 0; i < CHANNELS; i += 1) {
      booked[i] = undefined;
      const channelValue = channelReading(reading, i);
      if (channelValue === undefined) continue;
      const channel = ENERGY_CHANNELS[i]!;
      const isBilled = i === billedBy;
      channelSettings.decision = decisions && decisionOf(decisions, channel, isBilled);
      const before = channels[i]!;
      const folded = foldChannel(before, channelValue, channelSettings);
      channels[i] = folded.state;
      const { booking, steps } = folded;
      const earlier = folded.earlier?.map((one) => placed(one, today, reading.at));
      booked[i] = earlier === undefined ? folded : { ...folded, earlier };
      settings.onSteps?.({
        channel,
        reading: channelValue,
        before,
        steps,
        booking,
        earlier,
        isBilled,
      });
    }
    // A total that is reported for the first time has no base, so the import is billed for this
    // step too.
    const billed = booked[billedBy];
    for (let i = 0; i < CHANNELS; i += 1) {
      const folded = i === ACTIVE_TOTAL ? billed : booked[i];
      if (folded === undefined) continue;
      const channel = ENERGY_CHANNELS[i]!;
      bookChannel(today, channel, folded.booking, graceMs);
      if (folded.earlier !== undefined) bookEarlier(today, channel, folded.earlier);
    }
    if (billed !== undefined) bookSlot(today, billed.booking, graceMs);
    today.readings += 1;
    at = reading.at;
  }

  /** Books what earlier readings proved, each in its day and, if billed, in its quarter hour. */
  function bookEarlier(today: OpenDay, channel: EnergyChannel, bookings: readonly Booking[]): void {
    for (const booking of bookings) {
      const day = dayThatHolds(booking.at, today) ?? today;
      bookChannel(day, channel, booking, graceMs);
      if (channel === 'activeTotal') bookSlot(day, booking, graceMs);
      if (day !== today) amended.add(day.span.day);
    }
  }

  function dayThatHolds(instant: number, today: OpenDay): OpenDay | undefined {
    return instant > today.span.start ? today : earlierDays.get(bookingDayOf(instant, zone).day);
  }

  /** Moves the booking to the current reading if its own day can no longer be changed. */
  function placed(booking: Booking, today: OpenDay, now: number): Booking {
    const isClosed = settings.closedUntil !== undefined && booking.at <= settings.closedUntil;
    const isKnown = dayThatHolds(booking.at, today) !== undefined;
    const isOpen = isKnown && !isClosed && now - booking.at <= CONFIRMATION_MS;
    return isOpen ? booking : { ...booking, at: now };
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
    formerLimits: settings.formerLimits,
    decision: undefined,
    hourBand,
  };

  function stateNow(): FoldState {
    const text = writeDeviceState({ at, channels });
    const awaited = awaitedReadings(channels).filter((one) => at - one.at <= CONFIRMATION_MS);
    const slots = day === null ? [] : changeableSlots(day, awaited);
    const earlier = [...earlierDays.values()].flatMap((one) => {
      const part = writeEarlierDay(one, awaited);
      return part === undefined ? [] : [part];
    });
    return {
      ...text,
      ...(slots.length === 0 ? {} : { s: slots }),
      ...(earlier.length === 0 ? {} : { e: earlier }),
    };
  }

  function changeableSlots(
    open: OpenDay,
    awaited: ReturnType<typeof awaitedReadings>,
  ): [slot: number, bands: BandsWh][] {
    const slots = new Set([...awaitedSlots(open.span, awaited), slotOf(open.span, at)]);
    return [...slots]
      .sort((a, b) => a - b)
      .flatMap((slot) => {
        const bands = open.slotBandsWh[slot];
        return bands === undefined ? [] : [[slot, [...bands]]];
      });
  }

  /** Stores the values of the ending day that later readings may change. */
  function setAside(ended: OpenDay): void {
    const part = partOfDay(ended, awaitedReadings(channels));
    if (part !== undefined) earlierDays.set(ended.span.day, part);
  }

  return {
    fold(readings) {
      const closed: ClosedDay[] = [];
      for (const reading of readings) {
        if (day === null || reading.at > day.span.end) {
          if (day !== null) {
            const ended = foldedDay(day);
            setAside(day);
            day = null;
            closed.push({ ...ended, state: stateNow() });
          }
          day = beginDay(bookingDayOf(reading.at, zone));
        }
        foldOne(reading, day);
      }
      return closed;
    },
    openDay: () => (day === null ? null : foldedDay(day)),
    amendedDays(isAll = false) {
      const names = isAll ? new Set([...storedDays, ...amended]) : amended;
      return [...names].sort().map((name) => amendedDay(earlierDays.get(name)!));
    },
    state: () => (at === 0 ? null : stateNow()),
  };
}

/** A gap of up to this length, ms, is not treated as an outage. */
export function graceMsOf({ expectedIntervalS }: Pick<FoldSettings, 'expectedIntervalS'>): number {
  return Math.max(GRACE_MS, 2000 * expectedIntervalS);
}

/** Returns undefined if none of the channel's registers was reported. */
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

/** Index of the billed channel. */
function billedFrom(channels: readonly ChannelState[]): number {
  const total = channels[ACTIVE_TOTAL]!;
  if (total.total !== null) return ACTIVE_TOTAL;
  const consumed = channels[ACTIVE_IMPORT]!;
  if (consumed.total !== null) return ACTIVE_IMPORT;
  if (total.bands.some((band) => band !== null)) return ACTIVE_TOTAL;
  return consumed.bands.some((band) => band !== null) ? ACTIVE_IMPORT : ACTIVE_TOTAL;
}

/** A decision for the channel itself takes precedence over one for the whole device. */
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
