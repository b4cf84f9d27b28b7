/**
 * The supply of a simulated telecom tower: mains with outages, rectifiers, a battery and a DC bus
 * of 48 V (typical figures of telecom sites). A meter with a code that ends in `-DC` measures it;
 * breakers with the same prefix and the endings `-U1` to `-U4` are the branches behind its bus:
 * `TOWER-0001-DC` and `TOWER-0001-U1`.
 */

import type { Measurement } from '../device/measurement.ts';
import { seedOfText } from './device-load.ts';
import { demandAt, energySince } from './load-energy.ts';
import type { LoadProfile } from './load-profile.ts';
import { unitNoise } from './seeded-noise.ts';

const MONITOR = /^(.+)-DC$/;
const HOUR_MS = 3_600_000;

/** Returns the site that a device measures, or undefined for any other device. */
export function siteMeasuredBy(code: string): string | undefined {
  return MONITOR.exec(code)?.[1];
}

export function isBranchOf(site: string, code: string): boolean {
  return code.startsWith(`${site}-U`);
}

/** Usable energy: about four hours of four typical users. */
const BATTERY_KWH = 24;
const FLOAT_V = 53.5;
/** Charging power of the battery after mains return. */
const CHARGE_KW = 4;
const MAINS_V = 229;

/** Bus voltage on battery by remaining charge, interpolated linearly. */
const DISCHARGE: readonly (readonly [left: number, volts: number])[] = [
  [0, 42.5],
  [0.05, 43.9],
  [0.1, 44.8],
  [0.2, 46],
  [0.3, 47],
  [0.5, 48.2],
  [0.7, 49.2],
  [0.9, 50.2],
  [1, 51.5],
];

/** An outage every two to three days for one to five hours, at times derived from the site name. */
const WINDOW_MS = 60 * HOUR_MS;
const STREAM = { start: 60, length: 61 } as const;

export function isScheduledOutage(site: string, now: number): boolean {
  const seed = seedOfText(site);
  const window = Math.floor(now / WINDOW_MS);
  const start =
    window * WINDOW_MS + unitNoise(seed, STREAM.start, window) * (WINDOW_MS - 5 * HOUR_MS);
  const length = (1 + 4 * unitNoise(seed, STREAM.length, window)) * HOUR_MS;
  return start <= now && now < start + length;
}

export class TowerSite {
  readonly #site: string;
  #at: number;
  #leftKwh = BATTERY_KWH;
  #loadKw = 0;
  /** Mains state set by a script; undefined if the schedule applies. */
  #scripted: boolean | undefined;

  constructor(site: string, now: number) {
    this.#site = site;
    this.#at = now;
  }

  /** Sets the mains state from now on; undefined restores the schedule. */
  setMains(present: boolean | undefined, now: number): void {
    this.advance(now, this.#loadKw);
    this.#scripted = present;
  }

  setBattery(percent: number, now: number): void {
    this.advance(now, this.#loadKw);
    this.#leftKwh = (BATTERY_KWH * Math.min(100, percent)) / 100;
  }

  /** Applies the load since the last call; from this call on, the load is `loadKw`. */
  advance(now: number, loadKw: number): void {
    const hours = Math.max(0, now - this.#at) / HOUR_MS;
    const kwh = this.#hasMains(this.#at) ? CHARGE_KW * hours : -this.#loadKw * hours;
    this.#leftKwh = Math.min(BATTERY_KWH, Math.max(0, this.#leftKwh + kwh));
    this.#at = Math.max(this.#at, now);
    this.#loadKw = loadKw;
  }

  measurement(now: number, loadKw: number): Measurement {
    this.advance(now, loadKw);
    return measured(this.#leftKwh / BATTERY_KWH, this.#hasMains(now), loadKw);
  }

  #hasMains(now: number): boolean {
    return this.#scripted ?? !isScheduledOutage(this.#site, now);
  }
}

/** `left` is the remaining charge of the battery, 0 to 1. */
function measured(left: number, mains: boolean, loadKw: number): Measurement {
  const charging = mains && left < 1;
  const volts = mains ? Math.max(voltageAt(left), FLOAT_V - 3 * (1 - left)) : voltageAt(left);
  return {
    voltageA: mains ? MAINS_V : 0,
    // The voltage is negative, as on real meters of this kind, because the positive pole is
    // earthed.
    lineVoltageA: -rounded(volts),
    lineVoltageB: -rounded(volts - (charging ? 0.2 : 0)),
    activePower: mains ? rounded((loadKw + (charging ? CHARGE_KW : 0)) / 0.95) : 0,
    temperature: 25,
  };
}

export interface PastOutage {
  readonly from: number;
  readonly to: number;
}

/** The measurement at an instant of a past with one outage, in which no branch was cut off. */
export function supplyOfPast(
  outage: PastOutage,
  branches: readonly LoadProfile[],
  at: number,
): Measurement {
  const loadKw = branches.reduce((sum, load) => sum + demandAt(load, at).activeKw, 0);
  const isOut = at >= outage.from && at < outage.to;
  if (at < outage.from) return measured(1, true, loadKw);
  const usedKwh = kwhBetween(branches, outage.from, Math.min(at, outage.to));
  const chargedKwh = isOut ? 0 : (CHARGE_KW * (at - outage.to)) / HOUR_MS;
  const leftKwh = Math.max(0, BATTERY_KWH - usedKwh) + chargedKwh;
  return measured(Math.min(1, leftKwh / BATTERY_KWH), !isOut, loadKw);
}

function kwhBetween(branches: readonly LoadProfile[], from: number, to: number): number {
  const total = (load: LoadProfile, at: number) =>
    energySince(load, at).activeKwh.reduce((sum, kwh) => sum + kwh, 0);
  return branches.reduce((sum, load) => sum + total(load, to) - total(load, from), 0);
}

function voltageAt(left: number): number {
  const at = Math.max(
    1,
    DISCHARGE.findIndex(([share]) => left <= share),
  );
  const [fromShare, fromV] = DISCHARGE[at - 1]!;
  const [toShare, toV] = DISCHARGE[at]!;
  return fromV + ((toV - fromV) * (left - fromShare)) / (toShare - fromShare);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
