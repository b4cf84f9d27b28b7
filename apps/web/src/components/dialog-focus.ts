/**
 * Where the keyboard is when a dialog opens, and where it goes back to. Who types at once must not
 * lose a letter, and who closes a dialog goes on where it was opened: most dialogs leave the page
 * with their question, before the library would have given the focus back.
 */
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { applyMainFocus, cancelMainFocus, contentOfPage, mainOf } from '../lib/main-focus.ts';

/** What is filled in: no boxes to tick, no files (behind a button), nothing that is only read. */
const FIELDS = [
  'input:not([type="hidden"], [type="file"], [type="checkbox"], [readonly], :disabled)',
  'input[role="combobox"]:not(:disabled)',
  'textarea:not([readonly], :disabled)',
].join();

/** What opened the dialog that closes in this very moment: the next one goes back to it too. */
let leaving: HTMLElement | undefined;

/** The first field; of a choice the one that is chosen. */
export function firstField(body: Element): HTMLInputElement | HTMLTextAreaElement | undefined {
  const first = body.querySelector<HTMLInputElement | HTMLTextAreaElement>(FIELDS) ?? undefined;
  if (first?.type !== 'radio') return first;
  const choice = body.querySelectorAll<HTMLInputElement>('input[type="radio"]:checked');
  return [...choice].find(({ name }) => name === first.name) ?? first;
}

/**
 * Takes the focus into an open dialog: to its first field, else to what `harmless` finds, the
 * answer that changes nothing. Gives it back when the dialog closes or leaves the page.
 * `id` belongs on the dialog's root as `data-dialog`.
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

  // Not before the library's own effects are undone: until then it holds the focus in the dialog.
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const dialog = rootOf(id);
      queueMicrotask(() => {
        leaving = undefined;
        const { activeElement } = document;
        // Somebody else has it already, as the next dialog.
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
    // As the Tab key does: what is typed takes the place of what stands there.
    if (field.value !== '') field.select();
  };
  return { id, take };
}

const rootOf = (id: string) => document.querySelector<HTMLElement>(`[data-dialog="${id}"]`);

function isSomewhere(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element !== document.body;
}
