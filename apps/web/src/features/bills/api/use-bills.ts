/** Issued bills of a closed period, their parties and files. */
import { useQueryClient } from '@tanstack/react-query';
import { callFile } from '../../../lib/calls/call-file.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { downloadBlob } from '../../../lib/download.ts';

export type BillState = Answer<'v2.bills.groups'>['data']['list'][number];
export type IssuedBill = Answer<'v2.bills'>['data']['list'][number];
export type Issuer = Answer<'v2.bill-issuer'>['data'];
export type IssueResult = Answer<'v2.bills.issue-all'>['data']['list'][number];

/** Many bills take longer than other calls, and a file waits for the files requested before it. */
const LONG_CALL = { timeoutMs: 600_000 };

/** Groups of the period with the state of their bills; only for users of the root group. */
export function useBillStates(start: string | undefined, isEnabled: boolean) {
  return useCallQuery(
    'v2.bills.groups',
    { query: { start: start ?? '' } },
    { select: ({ data }) => data.list, enabled: isEnabled && start !== undefined },
  );
}

/** Bills of the caller's group. */
export function useIssuedBills(start: string | undefined, isEnabled: boolean) {
  return useCallQuery(
    'v2.bills',
    { query: { start: start ?? '' } },
    { select: ({ data }) => data.list, enabled: isEnabled && start !== undefined },
  );
}

export function useIssuer(isEnabled: boolean) {
  return useCallQuery('v2.bill-issuer', {}, { select: ({ data }) => data, enabled: isEnabled });
}

export function useBillChanges() {
  const client = useQueryClient();
  const issue = useCallMutation('v2.bills.issue');
  const issueAll = useCallMutation('v2.bills.issue-all', LONG_CALL);
  const saveIssuer = useCallMutation('v2.bill-issuer.change');
  const saveAddressee = useCallMutation('v2.bill-addressee.change');
  const refetch = () => refetchCalls(client, 'v2.bills', 'v2.bills.groups', 'v2.bill-issuer');
  return { issue, issueAll, saveIssuer, saveAddressee, refetch };
}

export async function downloadBill({ id, number }: Pick<IssuedBill, 'id' | 'number'>) {
  const blob = await callFile('v2.bills.file', { params: { id: String(id) } }, LONG_CALL);
  downloadBlob(`${number}.pdf`, blob);
}

export async function downloadBills(start: string) {
  const blob = await callFile('v2.bills.archive', { query: { start } }, LONG_CALL);
  downloadBlob(`bills-${start}.zip`, blob);
}
