import { useEffect, useRef } from 'react';

/** Reads once when the component opens; for an offline device, once it is online. */
export function useReadOnOpening(read: () => void, isReachable: boolean): void {
  const hasRequested = useRef(false);
  useEffect(() => {
    if (hasRequested.current || !isReachable) return;
    hasRequested.current = true;
    read();
  }, [isReachable, read]);
}
