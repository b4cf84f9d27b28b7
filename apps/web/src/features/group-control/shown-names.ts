import { createContext, use } from 'react';

/** Display names of selectable devices by code: a lamp group's name replaces its breaker's. */
export const ShownNames = createContext<ReadonlyMap<string, string>>(new Map());

export function useShownName(code: string, ownName: string): string {
  return use(ShownNames).get(code) ?? ownName;
}
