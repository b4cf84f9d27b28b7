/** The span of signal and connection log in the URL. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { present } from '../../lib/address/search-params.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { useNow } from '../../lib/use-now.ts';
import { type ConnectionRange, connectionSpan } from './connection-span.ts';

/** The end of a running span advances once a minute, because each new end is a new request. */
const REFRESH_MS = 60_000;

export interface ConnectionSpanChange {
  readonly range: ConnectionRange;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `firstMs`: start of the device's data, epoch ms. */
export function useConnectionSpan(firstMs: number) {
  const { range = '30d', from, to } = useSearch({ from: '/shell/devices/$code/record' });
  const navigate = useNavigate({ from: '/devices/$code/record' });
  const { zone } = useRequiredSession().user;
  const now = Math.ceil(useNow(REFRESH_MS) / REFRESH_MS) * REFRESH_MS;
  const span = useMemo(
    () => connectionSpan({ range, from, to }, now, firstMs, zone),
    [range, from, to, now, firstMs, zone],
  );
  return {
    ...{ range, from, to, zone, span },
    set: (change: ConnectionSpanChange) =>
      void navigate({
        search: ({ page: _page, ...old }) =>
          present({ ...old, from: undefined, to: undefined, ...change }),
        resetScroll: false,
      }),
  };
}
