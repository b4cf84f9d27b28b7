/**
 * The energy of a device on one day during the fold: by channel and band, and the quarter hours of
 * the billed channel.
 */
import { QUARTER_MS } from '../consumption/day-slots.ts';
import { bookingDayOf, type LocalDay, slotCount, slotOf } from './day-slots.ts';
import { ENERGY_CHANNELS, type EnergyChannel } from './energy-channel.ts';
import type { Booking } from './fold-channel.ts';
import type { BandsWh } from './split-bands.ts';

export interface ChannelDay {
  readonly energyWh: number;
  readonly bandsWh: BandsWh;
  readonly estimated: boolean;
}

export interface FoldedDay {
  readonly day: string;
  /** Number of readings on the day. */
  readonly readings: number;
  readonly channels: Readonly<Partial<Record<EnergyChannel, ChannelDay>>>;
  /** Quarter hours of activeTotal, Wh. */
  readonly slotWh: readonly number[];
  readonly estimatedSlots: readonly number[];
  /** Bands of quarter hours; a resumed fold has only those that may still change. */
  readonly slotBandsWh: Readonly<Record<number, BandsWh>>;
}

export type OpenBands = [number, number, number, number];

/** Updated in place; the fold returns copies. */
export interface OpenChannel {
  energyWh: number;
  readonly bandsWh: OpenBands;
  estimated: boolean;
}

export interface OpenDay {
  readonly span: LocalDay;
  readings: number;
  readonly channels: Partial<Record<EnergyChannel, OpenChannel>>;
  readonly slotWh: number[];
  readonly estimatedSlots: Set<number>;
  readonly slotBandsWh: Record<number, OpenBands>;
}

export function beginDay(span: LocalDay): OpenDay {
  return {
    span,
    readings: 0,
    channels: {},
    slotWh: Array<number>(slotCount(span)).fill(0),
    estimatedSlots: new Set(),
    slotBandsWh: {},
  };
}

/**
 * Restores a stored day whose computation continues; `slots` contains the energy by tariff band that
 * the stored state has for its quarter hours.
 */
export function reopenDay(
  stored: FoldedDay,
  at: number,
  slots: readonly (readonly [slot: number, bands: BandsWh])[],
  zone: string,
): OpenDay {
  const fresh = beginDay(bookingDayOf(at, zone));
  return {
    span: fresh.span,
    readings: stored.readings,
    channels: copyOfChannels(stored.channels),
    slotWh: fresh.slotWh.map((_, slot) => stored.slotWh[slot] ?? 0),
    estimatedSlots: new Set(stored.estimatedSlots),
    slotBandsWh: Object.fromEntries(slots.map(([slot, bands]) => [slot, [...bands]])),
  };
}

export function foldedDay(day: OpenDay): FoldedDay {
  return {
    day: day.span.day,
    readings: day.readings,
    channels: copyOfChannels(day.channels),
    slotWh: [...day.slotWh],
    estimatedSlots: [...day.estimatedSlots].sort((a, b) => a - b),
    slotBandsWh: Object.fromEntries(
      Object.entries(day.slotBandsWh).map(([slot, parts]) => [slot, [...parts] as const]),
    ),
  };
}

/** In the order of `ENERGY_CHANNELS`, so that equal days are equal as text. */
export function copyOfChannels(
  channels: Readonly<Partial<Record<EnergyChannel, ChannelDay>>>,
): Partial<Record<EnergyChannel, OpenChannel>> {
  const copy: Partial<Record<EnergyChannel, OpenChannel>> = {};
  for (const channel of ENERGY_CHANNELS) {
    const energy = channels[channel];
    if (energy !== undefined) copy[channel] = { ...energy, bandsWh: [...energy.bandsWh] };
  }
  return copy;
}

/** True if nothing was counted and nothing is known to be missing. */
const isEmpty = ({ energyWh, isLowerBound }: Booking): boolean => energyWh === 0 && !isLowerBound;

function isEstimated(booking: Booking, bucketStart: number, graceMs: number): boolean {
  return booking.isLowerBound || booking.from < bucketStart - graceMs;
}

export function bookChannel(
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
  if (isEmpty(booking)) return;
  energy.energyWh += booking.energyWh;
  addTo(energy.bandsWh, booking.parts);
  energy.estimated ||= isEstimated(booking, day.span.start, graceMs);
}

export function bookSlot(day: OpenDay, booking: Booking, graceMs: number): void {
  if (isEmpty(booking)) return;
  const slot = slotOf(day.span, booking.at);
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
