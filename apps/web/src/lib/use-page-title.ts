import { useMatches } from '@tanstack/react-router';

/** Returns the key of the open page's title; undefined for a page without one. */
export function usePageTitle(): string | undefined {
  return useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
}
