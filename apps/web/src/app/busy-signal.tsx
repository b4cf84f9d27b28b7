/**
 * Publishes on the document how much work is pending: queries, mutations, navigation and scripts
 * loaded on demand. Browser tests wait for `data-busy="0"` instead of guessing from the network.
 */
import { type QueryClient, useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useReducer, useSyncExternalStore } from 'react';
import { onPendingLoadsChange, pendingLoads } from '../lib/calls/pending-loads.ts';
import type { AppRouter } from './router.tsx';

/**
 * Idle must last this many frames. A page that appears, or a query that completes, often starts its
 * next request only after it has rendered.
 */
const IDLE_FRAMES = 2;

interface BusySignalProps {
  readonly router: AppRouter;
  readonly queryClient: QueryClient;
}

/**
 * Must come after the pages in the component tree, so that its effects run after the effects of the
 * pages, which start queries.
 */
export function BusySignal({ router, queryClient }: BusySignalProps) {
  useIsFetching();
  useIsMutating();
  useRouterState({ router, select: ({ status }) => status });
  useSyncExternalStore(onPendingLoadsChange, pendingLoads);
  const [, reexamine] = useReducer((count: number) => count + 1, 0);
  useEffect(
    () =>
      // The signal is set immediately, because a test that navigates must not read the idle state
      // of the previous page.
      router.subscribe('onBeforeLoad', () => {
        publish(1);
        reexamine();
      }),
    [router],
  );
  // Runs after every render, so that each change of the state above restarts the idle check.
  useEffect(() => {
    let frame = 0;
    let idleFrames = 0;
    const examine = () => {
      const count = pendingWork(router, queryClient);
      idleFrames = count > 0 ? 0 : idleFrames + 1;
      const isSettled = idleFrames > IDLE_FRAMES;
      if (count > 0 || isSettled) publish(count);
      if (!isSettled) frame = requestAnimationFrame(examine);
    };
    examine();
    return () => cancelAnimationFrame(frame);
  });
  return null;
}

/** Reads the router and the query cache directly, because they notify subscribers with a delay. */
function pendingWork(router: AppRouter, queryClient: QueryClient): number {
  const { status, resolvedLocation } = router.state;
  const isNavigating = status === 'pending' || resolvedLocation === undefined;
  return (
    queryClient.isFetching() + queryClient.isMutating() + pendingLoads() + Number(isNavigating)
  );
}

function publish(count: number): void {
  const { dataset } = document.documentElement;
  // A frame without a change must not trigger mutation observers.
  if (dataset.busy !== String(count)) dataset.busy = String(count);
}
