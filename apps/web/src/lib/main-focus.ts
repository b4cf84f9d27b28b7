/**
 * Moves focus to the page's main element after navigation from the palette or after a dialog
 * closes. The main element has `data-main-focus`; without one, the content takes the focus.
 */
import { useEffect } from 'react';

interface Request {
  readonly within: ParentNode;
  /** The main element of the page that is being left; it is about to unmount. */
  readonly left?: HTMLElement | undefined;
}

let request: Request | undefined;
/** The content has the focus until the main element of the page mounts. */
let isLate = false;

export const contentOfPage = () => document.getElementById('content');

export const mainOf = (within: ParentNode | null | undefined) =>
  within?.querySelector<HTMLElement>('[data-main-focus]') ?? undefined;

/**
 * Call before the dialog closes; it applies the request then. Without `within` the request is for
 * the page that opens next.
 */
export function requestMainFocus(within?: ParentNode): void {
  request = within === undefined ? { within: document, left: mainOf(document) } : { within };
}

/** Call if another element has taken the focus. */
export function cancelMainFocus(): void {
  request = undefined;
}

/** Returns whether there was a request. */
export function applyMainFocus(): boolean {
  if (request === undefined) return false;
  const found = mainOf(request.within);
  const main = found === request.left ? undefined : found;
  [request, isLate] = [undefined, main === undefined];
  (main ?? contentOfPage())?.focus({ preventScroll: true });
  return true;
}

/** Call in the component that renders `data-main-focus`; it may mount after the page. */
export function useMainFocus(): void {
  useEffect(() => {
    if (isLate && document.activeElement === contentOfPage()) {
      mainOf(document)?.focus({ preventScroll: true });
    }
    isLate = false;
  }, []);
}
