/** Issues all bills of a closed period that are missing. */
import { done, type Outcome, type Refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { wholeCustomer } from '../billing/settlement-service.ts';
import { listBilledGroups } from './billed-group-queries.ts';
import { closedPeriod } from './closed-period.ts';
import { type IssueRequest, issueBill } from './issue-bill.ts';

export interface IssueResult {
  readonly groupId: number;
  readonly groupName: string;
  readonly number: string | null;
  readonly isNew: boolean;
  readonly refusal: Refused | null;
}

/** Issues what is missing for every group directly below the root; a refusal does not stop it. */
export async function issueAllBills(
  ctx: Context,
  caller: Caller,
  request: IssueRequest,
): Promise<Outcome<readonly IssueResult[]>> {
  const { db } = ctx.database;
  const period = await closedPeriod(ctx, db, caller.customerId, request.start);
  if (!period.ok) return period;
  const root = await wholeCustomer(db, caller.customerId);
  const results: IssueResult[] = [];
  for (const { groupId, name, isDeleted } of await listBilledGroups(db, root)) {
    const issued = await issueBill(ctx, caller, groupId, request);
    if (isDeleted && !issued.ok && issued.refusal === 'bill-empty') continue;
    results.push({
      groupId,
      groupName: name,
      number: issued.ok ? issued.value.number : null,
      isNew: issued.ok && issued.value.isNew,
      refusal: issued.ok ? null : issued,
    });
  }
  return done(results);
}
