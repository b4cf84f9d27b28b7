/**
 * Part of a page below what the user sees first: rendered when it comes near the window, and
 * otherwise when the browser is idle, so that the visible part does not wait for it.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsIdle } from '../../lib/use-is-idle.ts';

interface LaterPartProps {
  /** Height that is reserved before, px. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Distance from the window at which the part is rendered. */
const NEAR = '200px';

export function LaterPart({ height, children }: LaterPartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const isRendered = useIsIdle() || isNear;
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return isRendered ? children : <div ref={place} style={{ minBlockSize: height }} />;
}
