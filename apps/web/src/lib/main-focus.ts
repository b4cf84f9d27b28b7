/**
 * Where the keyboard goes on after the command palette has led to a page, and after a dialog whose
 * button cannot be pressed any more: to what the page is about (`data-main-focus`), else to the
 * content. What a page is about may be loaded late.
 */
import { useEffect } from 'react';

let wantedIn: ParentNode | undefined;
/** The content has the focus until what the page is about is there. */
let isLate = false;

export const contentOfPage = () => document.getElementById('content');

export const mainOf = (within: ParentNode | null | undefined) =>
  within?.querySelector<HTMLElement>('[data-main-focus]') ?? undefined;

/** Called before the page is opened; the dialog that led there gives the focus when it closes. */
export function wantMainFocus(within: ParentNode = document): void {
  wantedIn = within;
}

/** Called where something else has taken the focus. */
export function forgetMainFocus(): void {
  wantedIn = undefined;
}

/** Returns whether it was wanted. */
export function giveMainFocus(): boolean {
  if (wantedIn === undefined) return false;
  const main = mainOf(wantedIn);
  [wantedIn, isLate] = [undefined, main === undefined];
  (main ?? contentOfPage())?.focus({ preventScroll: true });
  return true;
}

/** Called by what has `data-main-focus`, which may come after the page. */
export function useMainFocus(): void {
  useEffect(() => {
    if (isLate && document.activeElement === contentOfPage()) {
      mainOf(document)?.focus({ preventScroll: true });
    }
    isLate = false;
  }, []);
}
