/**
 * Focus of a dialog when it opens, and of the page when it closes. The first typed letter must not
 * be lost, and after closing the focus returns to the element that opened the dialog. Most dialogs
 * are unmounted when they close, before the library would restore the focus.
 */
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { applyMainFocus, cancelMainFocus, contentOfPage, mainOf } from '../../lib/main-focus.ts';

/** Fields to fill in: no checkboxes, no file inputs (they have a button), no read-only fields. */
const FIELDS = [
  'input:not([type="hidden"], [type="file"], [type="checkbox"], [readonly], :disabled)',
  'input[role="combobox"]:not(:disabled)',
  'textarea:not([readonly], :disabled)',
].join();

/** The element that opened the dialog now closing; the next dialog returns the focus to it too. */
let leaving: HTMLElement | undefined;

/** Returns the first field; of a radio group the selected option. */
export function firstField(body: Element): HTMLInputElement | HTMLTextAreaElement | undefined {
  const first = body.querySelector<HTMLInputElement | HTMLTextAreaElement>(FIELDS) ?? undefined;
  if (first?.type !== 'radio') return first;
  const choice = body.querySelectorAll<HTMLInputElement>('input[type="radio"]:checked');
  return [...choice].find(({ name }) => name === first.name) ?? first;
}

/**
 * Moves the focus into an open dialog: to its first field, otherwise to the element returned by
 * `harmless`, the action without effect. Restores the focus when the dialog closes or is unmounted.
 * `id` must be set on the dialog's root as `data-dialog`.
 */
export function useDialogFocus(isOpen: boolean, harmless?: () => HTMLElement | null) {
  const id = useId();
  const opener = useRef<HTMLElement>(undefined);

  useLayoutEffect(() => {
    if (!isOpen) return;
    const { activeElement } = document;
    opener.current = isSomewhere(activeElement) ? activeElement : leaving;
    return () => {
      leaving = opener.current;
    };
  }, [isOpen]);

  // Runs after the cleanup of the library's effects, because until then the library traps the focus
  // in the dialog.
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const dialog = rootOf(id);
      queueMicrotask(() => {
        leaving = undefined;
        const { activeElement } = document;
        // Another element already has the focus, for example the next dialog.
        if (isSomewhere(activeElement) && dialog?.contains(activeElement) !== true) {
          return cancelMainFocus();
        }
        if (applyMainFocus()) return;
        opener.current?.focus({ preventScroll: true });
        if (isSomewhere(document.activeElement)) return;
        const next = mainOf(opener.current?.closest('article')) ?? contentOfPage();
        next?.focus({ preventScroll: true });
      });
    };
  }, [isOpen, id]);

  const take = () => {
    const root = rootOf(id);
    const panel = root?.querySelector('[role="dialog"]');
    const { activeElement } = document;
    if (panel == null || (activeElement !== panel && panel.contains(activeElement))) return;
    const body = panel.querySelector('.ant-modal-body');
    const field = body === null ? undefined : firstField(body);
    if (field === undefined) return harmless?.()?.focus();
    field.focus();
    // Selects the existing text, as the Tab key does, so that typing replaces it.
    if (field.value !== '') field.select();
  };
  return { id, take };
}

const rootOf = (id: string) => document.querySelector<HTMLElement>(`[data-dialog="${id}"]`);

function isSomewhere(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element !== document.body;
}
