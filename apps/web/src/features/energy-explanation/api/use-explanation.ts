/** Explanation of the energy and fee of a device, as returned by the server. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { refetchLedger } from '../../../lib/calls/refetch-ledger.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export type Explanation = Answer<'v2.energy-explanation'>['data'];
export type ExplainedStep = Explanation['steps'][number];
export type RegisterNote = ExplainedStep['registers'][number];
export type ExplainedDay = Explanation['days'][number];
export type FeeLine = ExplainedDay['lines'][number];

type Query = NonNullable<CallInput<'v2.energy-explanation'>['query']>;

export interface ExplainedSpan {
  /** Device code. */
  readonly device: string;
  /** First and last day, both inclusive. */
  readonly start: string;
  readonly end: string;
  readonly channel?: Query['channel'];
}

/** Poll interval, ms; the ledger is updated every two seconds. */
const FOLLOWING_MS = 1500;

/** Polls until the ledger is up to date, and then refetches everything derived from it. */
export function useExplanation({ device, start, end, channel }: ExplainedSpan) {
  const client = useQueryClient();
  const query = useCallQuery(
    'v2.energy-explanation',
    { query: { device_code: device, start, end, ...(channel === undefined ? {} : { channel }) } },
    {
      select: ({ data }) => data,
      refetchInterval: ({ state }) => (state.data?.data.pending === true ? FOLLOWING_MS : false),
    },
  );
  const isPending = query.data?.pending;
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && isPending === false) void refetchLedger(client);
    wasPending.current = isPending === true;
  }, [client, isPending]);
  return query;
}
