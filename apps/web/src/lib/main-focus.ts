/**
 * Moves the focus to the page's main element after navigation from the palette or after a dialog
 * closes. The main element has `data-main-focus`; on a page without one, the content element takes
 * the focus.
 */
import { useEffect } from 'react';

interface Request {
  readonly within: ParentNode;
  /** The main element of the page that is being left; it is about to unmount. */
  readonly left?: HTMLElement | undefined;
}

let request: Request | undefined;
/** True while the content element has the focus and the page's main element has not mounted yet. */
let isLate = false;

export const contentOfPage = () => document.getElementById('content');

export const mainOf = (within: ParentNode | null | undefined) =>
  within?.querySelector<HTMLElement>('[data-main-focus]') ?? undefined;

/**
 * Requests the focus; call this before the dialog closes, which then applies the request. Without
 * `within`, the request is for the page that opens next.
 */
export function requestMainFocus(within?: ParentNode): void {
  request = within === undefined ? { within: document, left: mainOf(document) } : { within };
}

/** Cancels the request; call this if another element has taken the focus. */
export function cancelMainFocus(): void {
  request = undefined;
}

/** Returns true if there was a request. */
export function applyMainFocus(): boolean {
  if (request === undefined) return false;
  const found = mainOf(request.within);
  const main = found === request.left ? undefined : found;
  [request, isLate] = [undefined, main === undefined];
  (main ?? contentOfPage())?.focus({ preventScroll: true });
  return true;
}

/** Call this in the component that renders `data-main-focus`, which may mount after the page. */
export function useMainFocus(): void {
  useEffect(() => {
    if (isLate && document.activeElement === contentOfPage()) {
      mainOf(document)?.focus({ preventScroll: true });
    }
    isLate = false;
  }, []);
}
