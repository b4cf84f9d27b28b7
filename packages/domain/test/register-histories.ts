/**
 * Generated histories of one register with all faults of registers, and the energy that was really
 * used, for the tests of the fold (docs/promises.md R6). The only cases omitted are those that
 * cannot be distinguished from normal consumption: a reset or a meter swap at the very end of the
 * digits looks like a roll-over, and a new meter that shows slightly more than the old one looks
 * like consumption.
 */
import { whAtLimit } from '../src/energy/energy-limit.ts';

export const FAULTS = [
  'jitter',
  'away',
  'stuck',
  'reset',
  'swap',
  'peak',
  'small peak',
  'hole',
  'thousandfold',
  'thousandth',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface HistoryReading {
  readonly at: number;
  /** The value reported by the device, Wh. */
  readonly wh: number;
  /** Energy since the register's first reading without a fault and with the same digits, Wh. */
  readonly trueWh: number;
  /**
   * Permitted excess over `trueWh`, Wh: the energy that a reset seems to prove, or the height of a
   * small peak.
   */
  readonly graceWh: number;
  readonly fault: Fault | undefined;
  /** True if the register was reported correctly. */
  readonly isHonest: boolean;
  /**
   * Energy of the interval that ends with this reading, Wh, as booked by docs/decisions.md 10: the
   * energy used in it and in the intervals without data before it. Undefined if no register can
   * determine it.
   */
  readonly ownWh: number | undefined;
}

export interface History {
  readonly limitW: number;
  readonly digitWh: number;
  readonly readings: readonly HistoryReading[];
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const START = Date.UTC(2026, 0, 1);
const SIZES_WH = [1e7, 1e8, 1e9, 2 ** 32, 1e10, 2 ** 32 * 10, 1e11];
const INTERVALS_MIN = [1, 1, 5, 15, 15, 60, 1440];
const LIMITS_W = [2_000, 10_000, 52_164, 400_000];
/** Maximum backward jitter of meters, Wh. */
const JITTER_WH = 100;
/** A fall within this time is always a reset, whatever the load of the history. */
const RESET_MS = 60 * MINUTE;
/** Longer than any three gaps of a history in total. */
const LONG_MS = 100 * DAY;

/**
 * The leading readings with a known `ownWh`, up to the last correct one that is followed by another
 * correct one, because only the next reading confirms that a register has dropped.
 */
export function confirmedReadings({ readings }: History): readonly HistoryReading[] {
  const unknown = readings.findIndex(({ ownWh }) => ownWh === undefined);
  const known = unknown === -1 ? readings : readings.slice(0, unknown);
  const last = known.findLastIndex(
    ({ isHonest }, i) => isHonest && known[i + 1]?.isHonest === true,
  );
  return known.slice(0, last + 1);
}

export function history(random: () => number, faults: readonly Fault[], rate: number): History {
  const among = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const limitW = among(LIMITS_W);
  const intervalMs = among(INTERVALS_MIN) * MINUTE;
  // The size of a register is many times its step, so that it never rolls over twice between
  // readings.
  const digitWh = random() < 0.8 ? 10 : among([1, 100]);
  const sizeWh = among(
    SIZES_WH.filter((size) => size > 40 * whAtLimit(limitW, intervalMs) && size % digitWh === 0),
  );
  const longWh = whAtLimit(limitW, LONG_MS);
  const load = random() * 0.6;
  const digits = (wh: number): number => Math.floor(wh / digitWh) * digitWh;

  let at = START;
  /**
   * Count of the register without roll-over; the reported value rolls over at the size of the
   * register.
   */
  let register = startValue();
  let trueWh = 0;
  let graceWh = 0;
  let reported = digits(register) % sizeWh;
  let stuckFor = 0;
  let calmFor = 0;
  let fell = false;
  let isMistaken = false;
  /** Steady readings with the consumption that the register may have shown by then. */
  const steady = [{ at, usedWh: 0 }];
  let slip: { readonly fault: 'thousandfold' | 'thousandth'; left: number } | undefined;

  /** Energy used in intervals without a known reading. */
  let unknownWh = 0;
  let lastHonest = reported;
  let wasStuck = false;
  let falls = 0;

  const readings: HistoryReading[] = [
    { at, wh: reported, trueWh, graceWh, fault: undefined, isHonest: true, ownWh: 0 },
  ];
  const count = 8 + Math.floor(random() * 30);
  while (readings.length < count) readings.push(next(random() < rate ? among(faults) : undefined));
  return { limitW, digitWh, readings };

  function startValue(): number {
    const kind = random();
    if (kind < 0.1) return 0;
    if (kind < 0.4)
      return sizeWh - random() * Math.min(sizeWh * 0.01, whAtLimit(limitW, 9 * intervalMs));
    return random() * sizeWh;
  }

  function use(ms: number): void {
    const wh = whAtLimit(limitW * load * (random() < 0.2 ? 0 : random()), ms);
    trueWh += digits(register + wh) - digits(register);
    register += wh;
  }

  function next(wanted: Fault | undefined): HistoryReading {
    const fault = wanted !== undefined && mayHappen(wanted) ? wanted : undefined;
    let ms = Math.round(intervalMs * (0.9 + 0.2 * random()));
    const isOther = fault === 'swap' || fault === 'reset';
    const [usedBefore, shownBefore] = [trueWh, register % sizeWh];
    // Meter changes often become visible only when the device is online again.
    if (fault === 'away' || (isOther && random() < 0.5)) ms += Math.floor(random() * 31 * DAY);
    at += ms;
    if (isOther) {
      const before = Math.floor(ms * random());
      use(before);
      register = fault === 'reset' ? 0 : otherMeter();
      // Each of the two registers may jitter by one digit.
      graceWh += digitWh;
      fell = true;
      use(ms - before);
    } else use(ms);
    const honest = digits(register) % sizeWh;
    isMistaken ||= isOther && isSlipLike(honest, ms);
    const isStuck = stuckFor > 0;
    reported = report(fault, honest, ms);
    if (isStuck || fault === 'stuck') steady.push({ at, usedWh: steady.at(-1)!.usedWh });
    else if (reported === honest && !isOther) steady.push({ at, usedWh: trueWh + graceWh });
    calmFor = reported !== honest || isOther ? 2 : calmFor - 1;
    const isHonest = reported === honest && !isStuck && fault !== 'stuck';
    // During a gap, a register may roll over without having been near its end; no step can
    // distinguish that from a reset.
    const isWrapped = !isOther && honest < shownBefore && reported !== honest * 1000;
    const isFar = shownBefore < sizeWh * 0.95 || unknownWh > 0;
    const isLost = (isWrapped && isFar) || trueWh - usedBefore > sizeWh * 0.9;
    const ownWh = isLost ? undefined : ownOf(fault, isHonest, ms, honest, trueWh - usedBefore);
    return { at, wh: reported, trueWh, graceWh, fault, isHonest, ownWh };
  }

  function ownOf(
    fault: Fault | undefined,
    isHonest: boolean,
    ms: number,
    honest: number,
    usedWh: number,
  ): number | undefined {
    if (fault === 'reset' || fault === 'swap') {
      const [rise, before] = [honest - lastHonest, lastHonest];
      lastHonest = honest;
      // The value before the fall is so small that the next reading may look like consumption since
      // then.
      if (before <= 2 * whAtLimit(limitW, intervalMs)) return undefined;
      // The change looks like consumption, or like jitter of the register.
      if (rise >= -JITTER_WH && rise <= whAtLimit(limitW, ms) + 2 * digitWh) return undefined;
      // The second fall may look like a return to the value before the first, and any fall like the
      // end of a peak.
      falls += 1;
      const isBack = readings.some(({ wh }) => Math.abs(honest - wh) <= before * 0.3);
      if (falls > 1 || (rise < 0 && isBack)) return undefined;
      // After a gap, a fall is a reset or a swap depending on what the register showed before.
      if (fault === 'reset') return ms <= RESET_MS ? honest : undefined;
      return honest > credibleWh() ? 0 : undefined;
    }
    // A value that looks like the small consumption since a zero, or like ordinary consumption,
    // cannot be distinguished from it.
    if (reported < honest && slip?.fault === 'thousandth' && reported <= credibleWh())
      return undefined;
    const isLow = fault === 'hole' || slip?.fault === 'thousandth' || fault === 'thousandth';
    if (isLow && reported >= lastHonest - JITTER_WH) return undefined;
    unknownWh += usedWh;
    // Only a value in a unit that is too small (a thousandfold value) preserves every digit.
    wasStuck ||= !isHonest && reported === lastHonest;
    if (!isHonest && reported !== honest * 1000) return 0;
    lastHonest = honest;
    const own = unknownWh;
    unknownWh = 0;
    // A register that was stuck and then leaps is treated as another one.
    const hasLeapt = wasStuck && own > whAtLimit(limitW, ms);
    wasStuck = false;
    return hasLeapt ? undefined : own;
  }

  function mayHappen(fault: Fault): boolean {
    // The fold looks one reading ahead, so faults in closer succession cannot be distinguished.
    if (slip !== undefined || stuckFor > 0 || (calmFor > 0 && fault !== 'jitter')) return false;
    if (isMistaken && !['jitter', 'away', 'stuck'].includes(fault)) return false;
    // A meter is replaced at most once and not after a reset, so that the new meter shows no value
    // shown before.
    if (fault === 'swap' && fell) return false;
    const shown = register % sizeWh;
    const nearAnEnd = SIZES_WH.some((size) =>
      [shown, reported].some((wh) => wh > size * 0.93 && wh < size * 1.001),
    );
    // Without two decimals a thousandfold value is not recognisable, and a very small value looks
    // like consumption.
    if (fault === 'thousandfold') return digitWh === 10 && shown * 999 > longWh && !nearAnEnd;
    return !nearAnEnd || ['jitter', 'away', 'stuck', 'peak'].includes(fault);
  }

  /** True if the new register happens to show the value of the previous one in another unit. */
  function isSlipLike(honest: number, ms: number): boolean {
    const allowed = whAtLimit(limitW, ms);
    const isNear = (wh: number, blurWh: number) =>
      wh >= reported - blurWh && wh <= reported + allowed + blurWh;
    return isNear(honest / 1000, 100) || (allowed <= reported && isNear(honest * 1000, 1e5));
  }

  function otherMeter(): number {
    const shown = register % sizeWh;
    const above = shown + longWh * (1 + random());
    const isBelow = random() < 0.5 || above > sizeWh * 0.9;
    const other = digits(isBelow ? random() * Math.min(shown, reported) * 0.9 : above);
    // A meter that shows so little could also have started at 0 in the interval.
    if (other < shown && other <= credibleWh()) graceWh += other;
    return other;
  }

  /**
   * Returns the highest plausible consumption, in Wh, after a reset to zero that followed the last
   * steady reading: one hour at the power limit or, if greater, three times the consumption of an
   * equally long earlier period of at least a week.
   */
  function credibleWh(): number {
    const [first, last] = [steady[0]!, steady.at(-1)!];
    const silentMs = at - last.at;
    const likely = steady.map((since) => {
      const knownMs = last.at - since.at;
      if (knownMs === 0 || (since !== first && knownMs < 7 * DAY)) return 0;
      return 3 * (last.usedWh - since.usedWh + 2 * digitWh) * Math.min(1, silentMs / knownMs);
    });
    return Math.min(
      whAtLimit(limitW, silentMs),
      Math.max(whAtLimit(limitW, 60 * MINUTE), ...likely),
    );
  }

  function report(fault: Fault | undefined, honest: number, ms: number): number {
    if (slip !== undefined) return slipped(slip, honest);
    if (stuckFor > 0) {
      stuckFor -= 1;
      return reported;
    }
    // A value below 0 wraps to the end of the register; right after a reset, such a value is
    // possible only after a long gap.
    const isAtZero = calmFor > 0 && honest < digitWh;
    switch (fault) {
      case 'jitter':
        return (honest + (random() < 0.5 || isAtZero ? digitWh : sizeWh - digitWh)) % sizeWh;
      case 'stuck':
        stuckFor = Math.floor(random() * 8);
        return reported;
      case 'peak':
        return Math.floor(honest + longWh + 1e6 + random() * 1e9);
      case 'small peak': {
        const peak = Math.floor(random() * whAtLimit(limitW, ms) * 0.4);
        graceWh += peak;
        return (honest + peak) % sizeWh;
      }
      case 'hole':
        return Math.floor(random() * honest * 0.999);
      case 'thousandfold':
      case 'thousandth':
        slip = { fault, left: 1 + Math.floor(random() * 4) };
        return slipped(slip, honest);
      default:
        return honest;
    }
  }

  function slipped(now: NonNullable<typeof slip>, honest: number): number {
    now.left -= 1;
    if (now.left === 0) slip = undefined;
    if (now.fault === 'thousandfold') return honest * 1000;
    const wh = digits(honest / 1000);
    // After a long gap, so small a value could also be the consumption since 0.
    if (wh <= credibleWh()) graceWh += wh;
    return wh;
  }
}
