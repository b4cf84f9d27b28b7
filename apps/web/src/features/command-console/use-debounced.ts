import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 300;

/** Debounces a value, so that typing does not send a request for each letter. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
