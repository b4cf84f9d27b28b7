/** Saves a form: reports success, and shows a refusal at its field or as an error of the form. */
import { App } from 'antd';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useErrorText } from '../../i18n/error-text.ts';
import { isApiError } from '../../lib/calls/api-error.ts';
import type { FormControl } from './form-state.ts';

export interface SubmitOptions<A> {
  form?: FormControl | undefined;
  /** Disables saving for a reason that the content explains. */
  isBlocked?: boolean;
  onSave: () => Promise<A>;
  /** Message after success. */
  done?: string | ((answer: A) => string);
}

export function useSubmit<A>(options: SubmitOptions<A>, onSaved: (answer: A) => void) {
  const { form, isBlocked = false, onSave, done } = options;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async () => {
    if (isBusy || isBlocked || form?.isBlocked === true) return;
    setError(undefined);
    if (form?.attempt() === false) return;
    setBusy(true);
    let answer: A;
    try {
      answer = await onSave();
    } catch (refusal) {
      setBusy(false);
      const field = isApiError(refusal) ? refusal.field : undefined;
      const isShown = field !== undefined && form?.refuse(field, errorText(refusal)) === true;
      if (!isShown) setError(refusal);
      return;
    }
    // The guard of unsaved input must be off before `onSaved` leaves the page.
    flushSync(() => {
      setBusy(false);
      setSaved(true);
    });
    if (done !== undefined) message.success(typeof done === 'string' ? done : done(answer));
    onSaved(answer);
  };
  return { submit, isBusy, isSaved, error, clearError: () => setError(undefined) };
}
