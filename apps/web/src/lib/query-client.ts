import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error.ts';

/** One cache per signed-in page; it is emptied when the session ends. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refusal stays one; only an answer that never came is asked for again.
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      // A change is never repeated by itself: the first may have arrived.
      mutations: { retry: false },
    },
  });
}
