import { useEffect, useState } from 'react';

const SETTLED_MS = 300;

/** The value once it has stood still for a moment, so that typing does not ask for each letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
