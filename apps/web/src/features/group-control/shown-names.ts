import { createContext, use } from 'react';

/**
 * Display names of devices in the selection, by code: that of the lamp group instead of the
 * breaker.
 */
export const ShownNames = createContext<ReadonlyMap<string, string>>(new Map());

export function useShownName(code: string, ownName: string): string {
  return use(ShownNames).get(code) ?? ownName;
}
