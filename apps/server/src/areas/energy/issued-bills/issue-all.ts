/** Issues all bills of a closed period that are missing. */
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findBillStates } from './bill-states.ts';
import { type IssueRequest, issueBill } from './issue-bill.ts';

export interface IssueResult {
  readonly groupId: number;
  readonly groupName: string;
  readonly number: string | null;
  readonly isNew: boolean;
  readonly refusal: Refused | null;
}

/**
 * Issues what is missing for all tenants of the period; a refusal does not stop it. The confirmed
 * total is that of all bills that can be issued.
 */
export async function issueAllBills(
  ctx: Context,
  caller: Caller,
  { total: confirmed, ...request }: IssueRequest,
): Promise<Outcome<readonly IssueResult[]>> {
  const states = await findBillStates(ctx, caller, request.start);
  if (!states.ok) return states;
  const ready = states.value.filter(({ bill, obstacle }) => bill === null && obstacle === null);
  const total = ready.reduce((sum, state) => sum + (state.total ?? 0), 0);
  if (confirmed !== undefined && confirmed !== total) return refused('bill-changed', 'total');
  const results: IssueResult[] = [];
  for (const { groupId, groupName, total: shown } of states.value) {
    const issued = await issueBill(ctx, caller, groupId, { ...request, total: shown ?? undefined });
    results.push({
      groupId,
      groupName,
      number: issued.ok ? issued.value.number : null,
      isNew: issued.ok && issued.value.isNew,
      refusal: issued.ok ? null : issued,
    });
  }
  return done(results);
}
