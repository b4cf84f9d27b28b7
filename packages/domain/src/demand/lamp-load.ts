/**
 * Street lamps as a load that can be computed for any time in the past: they burn from sunset to
 * sunrise at their location, or always, and draw the power of their kind at the voltage of their
 * mains. Scripted lamp faults are handled by the simulator.
 */
import { lampNature } from '../project/lamp-kind.ts';
import { type Place, type SunDay, sunDay } from '../project/sun.ts';
import { mainsVoltage } from './mains-voltage.ts';

export interface LampLoad {
  /** Number of burning lamps; a dark lamp draws nothing. */
  readonly count: number;
  /** Nameplate power of one lamp, W. */
  readonly watts: number;
  readonly kind: 'led' | 'sodium';
  /** Location for sunset and sunrise; null if the lamps burn day and night. */
  readonly place: Place | null;
}

const DAY_MS = 86_400_000;
const NOMINAL_V = 230;

const TEXT = /^(\d{1,5})x(\d{1,5})(led|sodium)(?:@(-?[\d.]+),(-?[\d.]+))?$/;

/** `18x100led`, `24x250sodium@31.2304,121.4737` (latitude, longitude). */
export function lampLoadText({ count, watts, kind, place }: LampLoad): string {
  return `${count}x${watts}${kind}${place === null ? '' : `@${place.latitude},${place.longitude}`}`;
}

/** Returns undefined if the text is not in that format. */
export function parseLampLoad(text: string): LampLoad | undefined {
  const [, count, watts, kind, latitude, longitude] = TEXT.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const place =
    latitude === undefined ? null : { latitude: Number(latitude), longitude: Number(longitude) };
  if (place !== null && !isOnGlobe(place)) return undefined;
  return { count: Number(count), watts: Number(watts), kind: kind as LampLoad['kind'], place };
}

const isOnGlobe = ({ latitude, longitude }: Place): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** Power with the ballasts, at nominal voltage, kW. */
export function ratedLampsKw({ count, watts, kind }: LampLoad): number {
  return (count * watts * (1 + lampNature(kind).ballast)) / 1000;
}

/** Total power of all phases, kW. */
export function lampsKwAt(seed: number, lamps: LampLoad, ms: number): number {
  if (lamps.place !== null && !isNight(lamps, lamps.place, ms)) return 0;
  const { voltageExponent } = lampNature(lamps.kind);
  if (voltageExponent === 0) return ratedLampsKw(lamps);
  const volts = Math.max(...[0, 1, 2].map((phase) => mainsVoltage(seed, phase, ms, 1)));
  return ratedLampsKw(lamps) * (volts / NOMINAL_V) ** voltageExponent;
}

/** Cached, because each day is requested hundreds of times. */
const knownDays = new WeakMap<LampLoad, Map<number, SunDay>>();

function isNight(lamps: LampLoad, place: Place, ms: number): boolean {
  const number = Math.floor((ms + place.longitude * 240_000) / DAY_MS);
  let days = knownDays.get(lamps);
  if (days === undefined) {
    days = new Map();
    knownDays.set(lamps, days);
  }
  let day = days.get(number);
  if (day === undefined) {
    day = sunDay((number + 0.5) * DAY_MS - place.longitude * 240_000, place);
    days.set(number, day);
  }
  return day.kind === 'usual' ? ms < day.rise || ms >= day.set : day.kind === 'down';
}
