import { createContext, use } from 'react';

/**
 * Display names of the selectable devices by code: the name of the lamp group replaces that of its
 * breaker.
 */
export const ShownNames = createContext<ReadonlyMap<string, string>>(new Map());

export function useShownName(code: string, ownName: string): string {
  return use(ShownNames).get(code) ?? ownName;
}
