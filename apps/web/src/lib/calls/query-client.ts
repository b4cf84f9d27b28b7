import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error.ts';

/** Creates the query cache of a page; it is cleared when the session ends. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Only a request without a response is retried, not a refusal.
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      // A mutation is never retried automatically, because the first request may have reached the
      // server.
      mutations: { retry: false },
    },
  });
}
