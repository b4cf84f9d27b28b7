/**
 * Adds and changes tariffs. The price of a tariff changes only through a new version with a start
 * day, today at the earliest, so that fees of past days cannot change (docs/decisions.md 14). Days
 * of a version without prices have no fee: the first prices apply to them as well (ADR 33).
 */
import { startOfLocalDate } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { TARIFF_BANDS, type TariffBand } from '@busbar/domain/tariff/band';
import { type Price, priceOf } from '@busbar/domain/tariff/price';
import {
  calendarOf,
  endOfVersion,
  firstDayOfPrices,
  hasBegun,
  type TariffVersion,
  versionOn,
} from '@busbar/domain/tariff/tariff-version';
import type { Caller } from '../../../caller.ts';
import { randomId } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { logRate } from '../../fleet/rates/log-rate.ts';
import {
  type RateInput,
  tidyCalendar,
  type ValidRate,
  validateRate,
} from '../../fleet/rates/rate-input.ts';
import {
  countRates,
  insertRate,
  isRateNameTaken,
  lockRate,
  lockRates,
  renameRate,
} from '../../fleet/rates/rate-queries.ts';
import { readRate, todayOf, type WholeRate } from '../../fleet/rates/rate-service.ts';
import { deleteVersion, insertVersion } from '../../fleet/rates/rate-version-queries.ts';
import { markDevicesOfRate } from '../../shared/table-writers/energy-flag-queries.ts';
import { priceUnpricedDays } from '../ledger/unpriced-days.ts';

/** Limits per customer and per tariff, far above real use. */
const MAX_RATES = 500;
const MAX_VERSIONS = 500;
const DRAWS = 5;

/** Adds a tariff; its first version has no start day. */
export async function addRate(
  ctx: Context,
  caller: Caller,
  input: RateInput,
): Promise<Outcome<WholeRate>> {
  const validated = validateRate(input);
  if (!validated.ok) return validated;
  const { name, prices, calendar } = validated.value;
  return ctx.database.transaction(async (trx): Promise<Outcome<WholeRate>> => {
    const { customerId } = caller;
    await lockRates(trx, customerId);
    if ((await countRates(trx, customerId)) >= MAX_RATES) return refused('quota-exceeded');
    if (await isRateNameTaken(trx, customerId, name, undefined)) {
      return refused('rate-name-taken', 'name');
    }
    const rateId = await insertWithFreshId(ctx, trx, customerId, name);
    const version = { version: 1, startDay: null, prices, calendar: calendar ?? null };
    await insertVersion(trx, customerId, rateId, version, ctx.clock.now());
    await logRate(ctx, trx, caller, 'add rate', name, version);
    return done(await existing(trx, caller, rateId, todayOf(ctx, caller)));
  });
}

/**
 * Renames the tariff immediately; new prices or hours apply from `startDay`. Defaults to today or,
 * for a tariff without prices, to the start day of that version.
 */
export async function changeRate(
  ctx: Context,
  caller: Caller,
  idOfRate: string | number,
  input: RateInput & { readonly startDay?: string | undefined },
): Promise<Outcome<WholeRate>> {
  const validated = validateRate(input);
  if (!validated.ok) return validated;
  const today = todayOf(ctx, caller);
  return ctx.database.transaction(async (trx): Promise<Outcome<WholeRate>> => {
    const { customerId } = caller;
    await lockRates(trx, customerId);
    await lockRate(trx, customerId, idOfRate);
    const rate = await readRate(trx, caller, idOfRate, today);
    if (rate === undefined) return refused('not-found');
    if (!rate.changeable) return refused('root-group-required');
    const first = firstDayOfPrices(rate.versions, input.startDay, today);
    if (first === undefined) return refused('start-day-invalid', 'startDay');
    const { name } = validated.value;
    if (await isRateNameTaken(trx, customerId, name, rate.id)) {
      return refused('rate-name-taken', 'name');
    }
    const versions = nextVersions(rate, validated.value, first.startDay, today);
    if (versions.length > 0 && rate.versions.length >= MAX_VERSIONS) {
      return refused('quota-exceeded');
    }
    if (name !== rate.name) await renameRate(trx, customerId, rate.id, name);
    for (const version of versions) {
      await storeVersion(ctx, trx, customerId, rate, version, today, caller.zone);
      await logRate(ctx, trx, caller, 'change rate', name, version);
    }
    if (versions.length === 0 && name !== rate.name) {
      await logRate(ctx, trx, caller, 'change rate', name);
    }
    return done(await existing(trx, caller, rate.id, today));
  });
}

/** Deletes a version that has not begun; a version in force cannot be withdrawn. */
export async function withdrawVersion(
  ctx: Context,
  caller: Caller,
  idOfRate: string | number,
  number: number,
): Promise<Outcome<WholeRate>> {
  const today = todayOf(ctx, caller);
  return ctx.database.transaction(async (trx): Promise<Outcome<WholeRate>> => {
    await lockRates(trx, caller.customerId);
    const rate = await readRate(trx, caller, idOfRate, today);
    const version = rate?.versions.find((one) => one.version === number);
    if (rate === undefined || version === undefined) return refused('not-found');
    if (!rate.changeable) return refused('root-group-required');
    if (hasBegun(version, today)) return refused('rate-version-begun', 'version');
    await deleteVersion(trx, caller.customerId, rate.id, number);
    await logRate(ctx, trx, caller, 'withdraw rate version', rate.name, version);
    return done(await existing(trx, caller, rate.id, today));
  });
}

/**
 * Returns an empty list if nothing would change on that day. First prices that apply to past days
 * retain the hours in which the energy was booked; changed hours become a separate version from
 * today.
 */
function nextVersions(
  { versions, current }: WholeRate,
  { prices, calendar }: ValidRate,
  startDay: string | null,
  today: string,
): TariffVersion[] {
  const isPast = startDay === null || startDay < today;
  const before = startDay === null ? current : versionOn(versions, startDay);
  const number = Math.max(...versions.map(({ version }) => version)) + 1;
  const content = { prices, calendar: calendar ?? before.calendar };
  const wanted = { ...content, version: number, startDay };
  if (!isPast) return isSame(before, wanted) ? [] : [wanted];
  const past = { ...wanted, calendar: before.calendar };
  const fromToday = { ...content, version: number + 1, startDay: today };
  const isInForce = before.version === current.version;
  return !isInForce || isSame(past, fromToday) ? [past] : [past, fromToday];
}

function isSame(one: TariffVersion, other: TariffVersion): boolean {
  const samePrices = TARIFF_BANDS.every((band) => priceIn(one, band) === priceIn(other, band));
  const [hours, otherHours] = [one, other].map((version) =>
    JSON.stringify(tidyCalendar(calendarOf(version))),
  );
  return samePrices && hours === otherHours;
}

function priceIn({ prices }: TariffVersion, band: TariffBand): Price | null {
  return prices === null ? null : priceOf(prices[band]);
}

/** Replaces a pending version with the same start day that has not begun. */
async function storeVersion(
  ctx: Context,
  trx: Executor,
  customerId: number,
  { id, versions }: WholeRate,
  version: TariffVersion,
  today: string,
  zone: string,
): Promise<void> {
  const waiting = versions.find(
    (one) => one.startDay === version.startDay && !hasBegun(one, today),
  );
  if (waiting !== undefined) await deleteVersion(trx, customerId, id, waiting.version);
  await insertVersion(trx, customerId, id, version, ctx.clock.now());
  if (!hasBegun(version, today)) return;
  const { version: number, startDay } = version;
  const priced = {
    rateId: id,
    version: number,
    startDay,
    endDay: endOfVersion(versions, startDay),
  };
  await priceUnpricedDays(trx, customerId, priced, ctx.clock.now());
  // Energy already used today is priced again.
  if (priced.endDay === null || priced.endDay > today) {
    await markDevicesOfRate(trx, customerId, id, startOfLocalDate(today, zone) + 1);
  }
}

async function insertWithFreshId(
  ctx: Context,
  trx: Executor,
  customerId: number,
  name: string,
): Promise<number> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const id = randomId(ctx.random);
    const head = { id, name, isDefault: false };
    if (await insertRate(trx, customerId, head, ctx.clock.now())) return id;
  }
  throw new Error(`No free rate id in ${DRAWS} draws.`);
}

async function existing(
  trx: Executor,
  caller: Caller,
  rateId: number,
  today: string,
): Promise<WholeRate> {
  const rate = await readRate(trx, caller, rateId, today);
  if (rate === undefined) throw new Error(`Rate ${rateId} is gone in its own transaction.`);
  return rate;
}
