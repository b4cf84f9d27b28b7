/**
 * State of the fold of a device, as JSON. It is stored at the end of each day and after each run,
 * for ten thousand devices, so it is compact. Times are relative to the last reading; the values of
 * a register form one list without its trailing zeros.
 */
import { ENERGY_CHANNELS } from './energy-channel.ts';
import { type ChannelState, NEW_CHANNEL } from './fold-channel.ts';
import type { RegisterState } from './register-state.ts';
import type { BandsWh } from './split-bands.ts';
import { NO_WAITING } from './waiting/waiting-readings.ts';

export interface DeviceState {
  /** Time of the last reading, epoch ms. */
  readonly at: number;
  /** In the order of `ENERGY_CHANNELS`. */
  readonly channels: readonly ChannelState[];
}

/** Current version; states of another version are not read, and the device is folded again. */
export const STATE_VERSION = 3;

/**
 * The numbers of a register, in this order: wh; base at, moved at, ahead; shown since, wh, later
 * since, wh; mark at, wh, spent; suspect at, wh; left at, wh, spent, next; at and wh of each
 * slipped reading.
 */
type RegisterText = readonly number[] | null;

interface ChannelText {
  /** The total register and the band registers; absent ones at the end of the list are omitted. */
  readonly r: readonly RegisterText[];
  readonly o?: readonly number[];
  /** Age and wh of each reading that waits for band registers. */
  readonly w?: readonly number[];
}

export interface DeviceStateText {
  readonly v: number;
  readonly at: number;
  readonly c: readonly (ChannelText | null)[];
}

export function writeDeviceState({ at, channels }: DeviceState): DeviceStateText {
  return { v: STATE_VERSION, at, c: channels.map((channel) => writeChannel(channel, at)) };
}

export function readDeviceState({ at, c }: DeviceStateText): DeviceState {
  return {
    at,
    channels: ENERGY_CHANNELS.map((_, i) => {
      const text = c[i];
      return text == null ? NEW_CHANNEL : readChannel(text, at);
    }),
  };
}

/** Text that is equal for equal states, however a database has ordered their keys. */
export function stateKey({ at, c }: DeviceStateText): string {
  return JSON.stringify([
    at,
    c.map((channel) => channel && [channel.r, channel.o ?? null, channel.w ?? null]),
  ]);
}

function writeChannel(
  { total, bands, owed, waiting }: ChannelState,
  at: number,
): ChannelText | null {
  const registers = [total, ...bands].map((state) => state && writeRegister(state, at));
  while (registers.length > 0 && registers.at(-1) === null) registers.pop();
  if (registers.length === 0) return null;
  return {
    r: registers,
    ...(owed.some((wh) => wh !== 0) ? { o: owed } : {}),
    ...(waiting.length > 0 ? { w: waiting.flatMap((one) => [at - one.at, one.wh]) } : {}),
  };
}

function readChannel({ r, o, w }: ChannelText, at: number): ChannelState {
  const [total = null, ...bands] = r.map((text) => text && readRegister(text, at));
  return {
    total,
    bands: [bands[0] ?? null, bands[1] ?? null, bands[2] ?? null, bands[3] ?? null],
    owed: o === undefined ? NEW_CHANNEL.owed : (o as unknown as BandsWh),
    waiting: w === undefined ? NO_WAITING : readWaiting(w, at),
  };
}

function readWaiting(text: readonly number[], at: number): ChannelState['waiting'] {
  const waiting = [];
  for (let place = 0; place < text.length; place += 2) {
    waiting.push({ at: at - (text[place] ?? 0), wh: text[place + 1] ?? 0 });
  }
  return waiting;
}

/** Index of the first number of each group in the list of a register. */
const PART = { base: 0, shown: 4, mark: 8, suspect: 11, left: 13, slipped: 17 } as const;

function writeRegister(state: RegisterState, at: number): number[] {
  const { base, movedAt, aheadWh, shown, mark, suspect, left, slipped } = state;
  const parts = [
    [base.wh, at - base.at, base.at - movedAt, aheadWh],
    [base.at - shown.since, shown.wh, base.at - shown.laterSince, shown.laterWh],
    mark === null ? [0, 0, 0] : [base.at - mark.at, mark.wh - base.wh, mark.spentWh],
    // A suspect can have the same age as the reading (0), so age + 1 is stored; a stored 0 means
    // none.
    suspect === null ? [0, 0] : [at - suspect.at + 1, suspect.wh],
    left === null ? [0, 0, 0, 0] : [base.at - left.at, left.wh, left.spentWh, left.nextWh],
    ...slipped.map((reading) => [at - reading.at + 1, reading.wh]),
  ];
  const text = parts.flat();
  while (text.length > 1 && text.at(-1) === 0) text.pop();
  return text;
}

/** A mark and a left line are older than the base, so an age of 0 means that there is none. */
function readRegister(text: readonly number[], at: number): RegisterState {
  const value = (place: number): number => text[place] ?? 0;
  const base = { at: at - value(1), wh: value(PART.base) };
  const [markAge, suspectAge, leftAge] = [value(PART.mark), value(PART.suspect), value(PART.left)];
  return {
    base,
    movedAt: base.at - value(2),
    aheadWh: value(3),
    shown: {
      since: base.at - value(PART.shown),
      wh: value(PART.shown + 1),
      laterSince: base.at - value(PART.shown + 2),
      laterWh: value(PART.shown + 3),
    },
    mark:
      markAge === 0
        ? null
        : {
            at: base.at - markAge,
            wh: base.wh + value(PART.mark + 1),
            spentWh: value(PART.mark + 2),
          },
    suspect: suspectAge === 0 ? null : { at: at - suspectAge + 1, wh: value(PART.suspect + 1) },
    left:
      leftAge === 0
        ? null
        : {
            at: base.at - leftAge,
            wh: value(PART.left + 1),
            spentWh: value(PART.left + 2),
            nextWh: value(PART.left + 3),
          },
    slipped: readSlipped(text, at),
  };
}

function readSlipped(text: readonly number[], at: number): RegisterState['slipped'] {
  const slipped = [];
  for (let place = PART.slipped; place < text.length; place += 2) {
    slipped.push({ at: at - (text[place] ?? 0) + 1, wh: text[place + 1] ?? 0 });
  }
  return slipped;
}
