/**
 * Tariffs added and changed. What a tariff costs changes only by another version with a start day,
 * today at the earliest, so that no fee of a day gone by can move (decisions 14).
 */
import { startOfLocalDate } from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { priceOf } from '@busbar/domain/tariff/price';
import {
  calendarOf,
  hasBegun,
  mayBegin,
  type TariffVersion,
  versionOn,
} from '@busbar/domain/tariff/tariff-version';
import type { Caller } from '../../caller.ts';
import { randomId } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { markDevicesOfRate } from '../energy/mark-energy.ts';
import { logRate } from './log-rate.ts';
import { type JudgedRate, judgeRate, type RateInput, tidyCalendar } from './rate-input.ts';
import {
  countRates,
  holdRate,
  holdRates,
  insertRate,
  isRateNameTaken,
  renameRate,
} from './rate-repository.ts';
import { readRate, todayOf, type WholeRate } from './rate-service.ts';
import { deleteVersion, insertVersion } from './rate-version-repository.ts';

/** Of one customer, and of one tariff; far more than anybody has. */
const MOST_RATES = 500;
const MOST_VERSIONS = 500;
const DRAWS = 5;

/** A new tariff; its first version has no beginning. */
export async function addRate(
  ctx: Context,
  caller: Caller,
  input: RateInput,
): Promise<Outcome<WholeRate>> {
  const judged = judgeRate(input);
  if (!judged.ok) return judged;
  const { name, prices, calendar } = judged.value;
  return ctx.database.transaction(async (trx): Promise<Outcome<WholeRate>> => {
    const { customerId } = caller;
    await holdRates(trx, customerId);
    if ((await countRates(trx, customerId)) >= MOST_RATES) return refused('quota-exceeded');
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

/** Another name at once; other prices or hours from `startDay` on, which is today unless given. */
export async function changeRate(
  ctx: Context,
  caller: Caller,
  idOfRate: string | number,
  input: RateInput & { readonly startDay?: string | undefined },
): Promise<Outcome<WholeRate>> {
  const judged = judgeRate(input);
  if (!judged.ok) return judged;
  const today = todayOf(ctx, caller);
  const startDay = input.startDay ?? today;
  if (!mayBegin(startDay, today)) return refused('start-day-invalid', 'startDay');
  return ctx.database.transaction(async (trx): Promise<Outcome<WholeRate>> => {
    const { customerId } = caller;
    await holdRates(trx, customerId);
    await holdRate(trx, customerId, idOfRate);
    const rate = await readRate(trx, caller, idOfRate, today);
    if (rate === undefined) return refused('not-found');
    if (!rate.changeable) return refused('root-group-required');
    const { name } = judged.value;
    if (await isRateNameTaken(trx, customerId, name, rate.id)) {
      return refused('rate-name-taken', 'name');
    }
    const version = nextVersion(rate, judged.value, startDay);
    if (version !== undefined && rate.versions.length >= MOST_VERSIONS) {
      return refused('quota-exceeded');
    }
    if (name !== rate.name) await renameRate(trx, customerId, rate.id, name);
    if (version !== undefined) {
      await keepVersion(ctx, trx, customerId, rate, version, today, caller.zone);
    }
    if (version !== undefined || name !== rate.name) {
      await logRate(ctx, trx, caller, 'change rate', name, version);
    }
    return done(await existing(trx, caller, rate.id, today));
  });
}

/** A version that has not begun is taken away; what began stands. */
export async function withdrawVersion(
  ctx: Context,
  caller: Caller,
  idOfRate: string | number,
  number: number,
): Promise<Outcome<WholeRate>> {
  const today = todayOf(ctx, caller);
  return ctx.database.transaction(async (trx): Promise<Outcome<WholeRate>> => {
    await holdRates(trx, caller.customerId);
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

/** Undefined when nothing would change on that day. */
function nextVersion(
  { versions }: WholeRate,
  { prices, calendar }: JudgedRate,
  startDay: string,
): TariffVersion | undefined {
  const before = versionOn(versions, startDay);
  const wanted = {
    version: Math.max(...versions.map(({ version }) => version)) + 1,
    startDay,
    prices,
    calendar: calendar ?? before.calendar,
  };
  return isSame(before, wanted) ? undefined : wanted;
}

function isSame(one: TariffVersion, other: TariffVersion): boolean {
  const samePrices = TARIFF_BANDS.every(
    (band) => priceOf(one.prices[band]) === priceOf(other.prices[band]),
  );
  const [hours, otherHours] = [one, other].map((version) =>
    JSON.stringify(tidyCalendar(calendarOf(version))),
  );
  return samePrices && hours === otherHours;
}

/** In place of one that was to begin on the same day and has not. */
async function keepVersion(
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
  // What was used today already is priced anew.
  if (hasBegun(version, today)) {
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
