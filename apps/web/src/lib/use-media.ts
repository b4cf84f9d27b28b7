import { useCallback, useSyncExternalStore } from 'react';

/** Returns true while a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** True at phone width: tables become cards, the side navigation a drawer (docs/design.md 11.1). */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 639.98px)');
}
