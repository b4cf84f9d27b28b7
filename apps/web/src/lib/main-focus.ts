/**
 * Moves the focus to the page's main element after navigation from the palette or after a dialog
 * closes. The main element has `data-main-focus`; on a page without one, the content element takes
 * the focus. After navigation, a button with `data-main-action` that is enabled takes it instead.
 */
import { useEffect } from 'react';

interface Request {
  readonly within: ParentNode;
  /** The user has come to the page, so its main action is preferred. */
  readonly isNewPage: boolean;
  /** The main element of the page that is being left; it is about to unmount. */
  readonly left?: HTMLElement | undefined;
}

let request: Request | undefined;
/**
 * The content element has the focus until the page's main element mounts, but not after this time:
 * by then the user may be doing something else.
 */
let lateUntil = 0;
const LATE_MS = 20_000;

export const contentOfPage = () => document.getElementById('content');

export const mainOf = (within: ParentNode | null | undefined) =>
  within?.querySelector<HTMLElement>('[data-main-focus]') ?? undefined;

const mainOfNewPage = () =>
  document.querySelector<HTMLElement>('[data-main-action]:not(:disabled)') ?? mainOf(document);

/** Requests the focus; call this before the dialog closes, which then applies the request. */
export function requestMainFocus(within: ParentNode): void {
  request = { within, isNewPage: false };
}

/** Requests the focus for the page that opens next, or for the present one if it stays. */
export function requestPageFocus(isPresentPage: boolean): void {
  const left = isPresentPage ? undefined : mainOfNewPage();
  request = { within: document, isNewPage: true, left };
}

/** Cancels the request; call this if another element has taken the focus. */
export function cancelMainFocus(): void {
  request = undefined;
}

/** Returns true if there was a request. */
export function applyMainFocus(): boolean {
  if (request === undefined) return false;
  const found = request.isNewPage ? mainOfNewPage() : mainOf(request.within);
  const main = found === request.left ? undefined : found;
  request = undefined;
  lateUntil = main === undefined ? Date.now() + LATE_MS : 0;
  (main ?? contentOfPage())?.focus({ preventScroll: true });
  return true;
}

/** Call this in the component that renders `data-main-focus`, which may mount after the page. */
export function useMainFocus(): void {
  useEffect(() => {
    const isWaiting = Date.now() < lateUntil && document.activeElement === contentOfPage();
    const main = isWaiting ? mainOfNewPage() : undefined;
    main?.focus({ preventScroll: true });
    // Another part of the page may have the main element.
    if (!isWaiting || main !== undefined) lateUntil = 0;
  }, []);
}
