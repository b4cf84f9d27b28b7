/**
 * Days that have ended but may still change, because the next reading has to confirm what a
 * register showed in them. The state of a fold contains the values of such a day that can change,
 * as they were at its end, so that a fold that resumes from the state returns the same day.
 */
import { type LocalDay, localDayNamed, slotOf } from './day-slots.ts';
import { ENERGY_CHANNELS, type EnergyChannel } from './energy-channel.ts';
import type { ChannelState } from './fold-channel.ts';
import {
  beginDay,
  type ChannelDay,
  copyOfChannels,
  type FoldedDay,
  type OpenChannel,
  type OpenDay,
} from './folded-day.ts';
import type { BandsWh } from './split-bands.ts';

interface AmendedSlot {
  readonly slot: number;
  readonly wh: number;
  readonly bandsWh: BandsWh;
  readonly isEstimated: boolean;
}

/** New contents of some channels and quarter hours of a day; all others are unchanged. */
export interface AmendedDay {
  readonly day: string;
  readonly channels: Readonly<Partial<Record<EnergyChannel, ChannelDay>>>;
  readonly slots: readonly AmendedSlot[];
}

type ChannelText = readonly [
  place: number,
  wh: number,
  sharp: number,
  peak: number,
  offPeak: number,
  valley: number,
  estimated: 0 | 1,
];
type SlotText = ChannelText;

/** An earlier day in the form stored in a state. */
export type EarlierDayText = readonly [
  day: string,
  channels: readonly ChannelText[],
  slots: readonly SlotText[],
];

/** A register value of a channel that a later reading has to confirm. */
export interface AwaitedReading {
  readonly channel: EnergyChannel;
  /** Epoch ms. */
  readonly at: number;
}

export function awaitedReadings(channels: readonly ChannelState[]): AwaitedReading[] {
  const awaited: AwaitedReading[] = [];
  for (const [i, { total, bands, waiting }] of channels.entries()) {
    for (const { at } of waiting) awaited.push({ channel: ENERGY_CHANNELS[i]!, at });
    for (const register of [total, ...bands]) {
      if (register?.suspect == null) continue;
      const channel = ENERGY_CHANNELS[i]!;
      awaited.push({ channel, at: register.suspect.at });
      for (const { at } of register.slipped) awaited.push({ channel, at });
    }
  }
  return awaited;
}

const isWithin = ({ start, end }: LocalDay, at: number): boolean => at > start && at <= end;

/** The quarter hours of the day with awaited readings, in order. */
export function awaitedSlots(span: LocalDay, awaited: readonly AwaitedReading[]): number[] {
  const slots = awaited.filter(({ at }) => isWithin(span, at)).map(({ at }) => slotOf(span, at));
  return [...new Set(slots)].sort((a, b) => a - b);
}

/** The values of the day that may still change, or undefined if no reading of it is awaited. */
export function partOfDay(day: OpenDay, awaited: readonly AwaitedReading[]): OpenDay | undefined {
  const own = awaited.filter(({ at }) => isWithin(day.span, at));
  if (own.length === 0) return undefined;
  const included = new Set<EnergyChannel>(['activeTotal', ...own.map(({ channel }) => channel)]);
  const channels: Partial<Record<EnergyChannel, OpenChannel>> = {};
  for (const [channel, energy] of Object.entries(copyOfChannels(day.channels))) {
    if (included.has(channel as EnergyChannel)) channels[channel as EnergyChannel] = energy;
  }
  const slotBandsWh: OpenDay['slotBandsWh'] = {};
  for (const slot of awaitedSlots(day.span, own)) {
    slotBandsWh[slot] = [...(day.slotBandsWh[slot] ?? [0, 0, 0, 0])];
  }
  return { ...day, channels, slotBandsWh };
}

/** Values of an earlier day that may still change, as text, or undefined if there are none. */
export function writeEarlierDay(
  day: OpenDay,
  awaited: readonly AwaitedReading[],
): EarlierDayText | undefined {
  const part = partOfDay(day, awaited);
  if (part === undefined) return undefined;
  const channels = ENERGY_CHANNELS.flatMap((channel, i): ChannelText[] => {
    const energy = part.channels[channel];
    if (energy === undefined) return [];
    return [[i, energy.energyWh, ...energy.bandsWh, energy.estimated ? 1 : 0]];
  });
  const slots = amendedDay(part).slots.map(
    ({ slot, wh, bandsWh, isEstimated }): SlotText => [slot, wh, ...bandsWh, isEstimated ? 1 : 0],
  );
  return [part.span.day, channels, slots];
}

export function readEarlierDay([name, channels, slots]: EarlierDayText, zone: string): OpenDay {
  const day = beginDay(localDayNamed(name, zone));
  for (const [place, energyWh, sharp, peak, offPeak, valley, estimated] of channels) {
    const bandsWh: OpenChannel['bandsWh'] = [sharp, peak, offPeak, valley];
    day.channels[ENERGY_CHANNELS[place]!] = { energyWh, bandsWh, estimated: estimated === 1 };
  }
  for (const [slot, wh, sharp, peak, offPeak, valley, estimated] of slots) {
    day.slotWh[slot] = wh;
    day.slotBandsWh[slot] = [sharp, peak, offPeak, valley];
    if (estimated === 1) day.estimatedSlots.add(slot);
  }
  return day;
}

export function amendedDay(part: OpenDay): AmendedDay {
  return {
    day: part.span.day,
    channels: copyOfChannels(part.channels),
    slots: Object.entries(part.slotBandsWh).map(([key, bandsWh]) => {
      const slot = Number(key);
      const isEstimated = part.estimatedSlots.has(slot);
      return { slot, wh: part.slotWh[slot] ?? 0, bandsWh: [...bandsWh] as const, isEstimated };
    }),
  };
}

/** The days with their amendments applied, and the amendments to days that are not among them. */
export function withAmendments<Day extends FoldedDay>(
  days: readonly Day[],
  amended: readonly AmendedDay[],
): { readonly days: Day[]; readonly others: AmendedDay[] } {
  const byDay = new Map(amended.map((one) => [one.day, one]));
  const merged = days.map((day) => {
    const amendment = byDay.get(day.day);
    return amendment === undefined ? day : { ...day, ...amend(day, amendment) };
  });
  const known = new Set(days.map(({ day }) => day));
  return { days: merged, others: amended.filter(({ day }) => !known.has(day)) };
}

function amend(day: FoldedDay, { channels, slots }: AmendedDay): Omit<FoldedDay, 'readings'> {
  const slotWh = [...day.slotWh];
  const slotBandsWh = { ...day.slotBandsWh };
  const estimated = new Set(day.estimatedSlots);
  for (const { slot, wh, bandsWh, isEstimated } of slots) {
    slotWh[slot] = wh;
    slotBandsWh[slot] = bandsWh;
    if (isEstimated) estimated.add(slot);
    else estimated.delete(slot);
  }
  return {
    day: day.day,
    channels: copyOfChannels({ ...day.channels, ...channels }),
    slotWh,
    slotBandsWh,
    estimatedSlots: [...estimated].sort((a, b) => a - b),
  };
}
