import { useEffect, useRef } from 'react';

interface ShortcutHandlers {
  onPalette: () => void;
  onSheet: () => void;
}

/** Handles Ctrl/Cmd+K, `?` and `/`; single keys are ignored while the user is typing in a field. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (isInDialog(event.target)) return;
      if (event.key === '?') {
        event.preventDefault();
        latest.current.onSheet();
      } else if (event.key === '/') {
        event.preventDefault();
        // Focuses the search field of the page, or opens the palette if there is none.
        const search = document.querySelector<HTMLElement>('#content [data-page-search] input');
        if (search === null) latest.current.onPalette();
        else search.focus();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** A dialog has keys of its own, and no list opens above a question. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
