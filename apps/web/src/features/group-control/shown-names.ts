import { createContext, use } from 'react';

/** Names devices go by where they are chosen, by code: a lamp group's instead of its breaker's. */
export const ShownNames = createContext<ReadonlyMap<string, string>>(new Map());

export function useShownName(code: string, ownName: string): string {
  return use(ShownNames).get(code) ?? ownName;
}
