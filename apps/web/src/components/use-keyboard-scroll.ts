import { type RefObject, useEffect } from 'react';

/**
 * A scrolling box must be reachable by keyboard (WCAG 2.1.1), but only while its content overflows.
 * The boxes that match `selector` below `root`, or `root` itself, become focusable while their
 * content is wider or higher than they are.
 */
export function useKeyboardScroll(root: RefObject<HTMLElement | null>, selector?: string): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const boxes = selector === undefined ? [element] : [...element.querySelectorAll(selector)];
    const look = () => {
      for (const box of boxes) {
        if (isScrolling(box)) box.setAttribute('tabindex', '0');
        else box.removeAttribute('tabindex');
      }
    };
    look();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(look);
    for (const box of boxes) observer.observe(box);
    return () => observer.disconnect();
  });
}

function isScrolling(box: Element): boolean {
  return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1;
}
