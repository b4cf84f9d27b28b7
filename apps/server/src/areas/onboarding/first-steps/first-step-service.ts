/** The first steps of a new organisation, computed from what it has. */
import { type FirstStepState, firstStepsFor } from '@busbar/domain/access/first-steps';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import {
  markOrganisationChecked,
  readFirstStepFacts,
  writeDismissed,
} from './first-step-queries.ts';

export interface FirstSteps {
  /** True if the caller has dismissed the list. */
  readonly dismissed: boolean;
  readonly steps: FirstStepState[];
  readonly settlementDay: number;
}

export async function findFirstSteps(ctx: Context, caller: Caller): Promise<FirstSteps> {
  const { dismissed, settlementDay, ...done } = await readFirstStepFacts(ctx.database.db, caller);
  return { dismissed, settlementDay, steps: firstStepsFor(caller, done) };
}

export const dismissFirstSteps = (ctx: Context, caller: Caller, dismissed: boolean) =>
  writeDismissed(ctx.database.db, caller, dismissed);

/** The administrator confirms time zone, currency and settlement day without changing them. */
export const checkOrganisation = (ctx: Context, { customerId }: Caller) =>
  markOrganisationChecked(ctx.database.db, customerId);
