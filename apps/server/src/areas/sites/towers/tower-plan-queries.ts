/**
 * The time periods and the breaker that apply to the energy of a user from a given day on. A saved
 * change applies from the day it was saved; earlier days retain the periods that applied then.
 */
import { pickSnakeCase } from '@busbar/domain/key-case';
import { addDays, type LocalDate } from '@busbar/domain/local-date';
import type { TimePeriod } from '@busbar/domain/tower/time-period';
import type { Executor } from '../../../storage/database.ts';
import type { TowerKey } from '../projects/tower-key.ts';

/** Start day of a slot's first plan, which applies to all earlier days. */
const ALWAYS: LocalDate = '0001-01-01';

export interface TowerPlan {
  readonly slot: number;
  readonly fromDay: LocalDate;
  /** Breaker of the user; null if the slot is empty. */
  readonly deviceId: number | null;
  readonly name: string;
  readonly periods: readonly TimePeriod[];
}

/** Returns the plans sorted by slot and day. */
export async function readPlans(
  db: Executor,
  { customerId, towerId }: TowerKey,
): Promise<TowerPlan[]> {
  return db
    .selectFrom('tower_plan')
    .where('customer_id', '=', customerId)
    .where('tower_id', '=', towerId)
    .select(['slot', 'from_day as fromDay', 'device_id as deviceId', 'name', 'periods'])
    .orderBy('slot')
    .orderBy('from_day')
    .execute();
}

/**
 * Writes the plans that differ from the current ones. A breaker that has a plan elsewhere begins
 * today: its earlier energy belongs to that user.
 */
export async function storePlans(
  trx: Executor,
  key: TowerKey,
  users: readonly Omit<TowerPlan, 'fromDay'>[],
  today: LocalDate,
): Promise<void> {
  const plans = await readPlans(trx, key);
  const newest = (slot: number) => plans.filter((plan) => plan.slot === slot).at(-1);
  const left = [...new Set(plans.map(({ slot }) => slot))].filter(
    (slot) => !users.some((user) => user.slot === slot) && newest(slot)?.deviceId !== null,
  );
  const wanted = [
    ...users.map(({ slot, deviceId, name, periods }) => ({ slot, deviceId, name, periods })),
    ...left.map((slot) => ({ slot, deviceId: null, name: newest(slot)!.name, periods: [] })),
  ];
  for (const plan of wanted) {
    const before = newest(plan.slot);
    if (before !== undefined && isSame(before, plan)) continue;
    const isFirst = before === undefined && !(await hasPlan(trx, key.customerId, plan.deviceId));
    const values = {
      device_id: plan.deviceId,
      name: plan.name,
      periods: JSON.stringify(plan.periods),
    };
    await trx
      .insertInto('tower_plan')
      .values({
        ...pickSnakeCase(key, 'customerId', 'towerId'),
        slot: plan.slot,
        from_day: isFirst ? ALWAYS : today,
        ...values,
      })
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'tower_id', 'slot', 'from_day']).doUpdateSet(values),
      )
      .execute();
  }
}

/** True if a user of an existing tower has, or had, this breaker. */
async function hasPlan(
  trx: Executor,
  customerId: number,
  deviceId: number | null,
): Promise<boolean> {
  const plan = await trx
    .selectFrom('tower_plan as p')
    .innerJoin('tower as t', (join) =>
      join.onRef('t.customer_id', '=', 'p.customer_id').onRef('t.tower_id', '=', 'p.tower_id'),
    )
    .select('p.slot')
    .where('p.customer_id', '=', customerId)
    .where('p.device_id', '=', deviceId)
    .where('t.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return plan !== undefined;
}

function isSame(one: Omit<TowerPlan, 'fromDay'>, other: Omit<TowerPlan, 'fromDay'>): boolean {
  const periods = (plan: Omit<TowerPlan, 'fromDay'>) =>
    JSON.stringify(plan.periods.map(({ begin, end, valid }) => [begin, end, valid]));
  return (
    one.deviceId === other.deviceId && one.name === other.name && periods(one) === periods(other)
  );
}

/** A slot's plans, each with the half-open range of days, `from` to `to`, to which it applies. */
export function plansWithin(
  plans: readonly TowerPlan[],
  from: LocalDate,
  to: LocalDate,
): { readonly plan: TowerPlan; readonly from: LocalDate; readonly to: LocalDate }[] {
  return plans.flatMap((plan, at) => {
    const next = plans[at + 1]?.fromDay ?? addDays(to, 1);
    const span = {
      plan,
      from: plan.fromDay > from ? plan.fromDay : from,
      to: next < to ? next : to,
    };
    return span.from < span.to ? [span] : [];
  });
}
