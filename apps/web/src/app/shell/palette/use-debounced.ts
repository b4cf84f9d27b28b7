import { useDeferredValue, useEffect, useState } from 'react';

const SEARCH_PAUSE_MS = 250;

/** Returns the text once it has not changed for a moment. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(debounced);
}
