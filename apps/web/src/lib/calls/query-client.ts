import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error.ts';

/** Creates the query cache of a page; it is cleared when the session ends. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server can be in the same network as a browser without Internet.
        networkMode: 'always',
        staleTime: 10_000,
        // Only a request without a response is retried, not a refusal.
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      mutations: {
        // Fails without a connection: by default the library waits and sends the request once the
        // connection is back, when its user may no longer want it.
        networkMode: 'always',
        // Never repeated automatically, because the first request may have reached the server.
        retry: false,
      },
    },
  });
}
