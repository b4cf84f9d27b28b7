/** Saves a form: reports success, and shows a refusal at its field or as an error of the form. */
import { App } from 'antd';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useErrorText } from '../../i18n/error-text.ts';
import { isApiError } from '../../lib/calls/api-error.ts';
import type { FormControl } from './form-state.ts';
import { loadingOf } from './use-action.ts';

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
  const ref = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown; edits: object | undefined }>();

  /** Focuses the first invalid field; returns false if there is none. */
  const focusWrongField = () => {
    const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
    return wrong != null;
  };
  const refuse = (error: unknown) => {
    setBusy(false);
    const field = isApiError(error) ? error.field : undefined;
    const isShown = flushSync(
      () => field !== undefined && form?.refuse(field, errorText(error)) === true,
    );
    if (!isShown || !focusWrongField()) setFailure({ error, edits: form?.edits });
  };
  const submit = async () => {
    if (isBusy || isBlocked || form?.isBlocked === true) return;
    setFailure(undefined);
    if (form !== undefined && !flushSync(form.attempt)) return void focusWrongField();
    setBusy(true);
    let answer: A;
    try {
      answer = await onSave();
    } catch (error) {
      return refuse(error);
    }
    // The guard of unsaved input must be disabled before `onSaved` leaves the page.
    flushSync(() => {
      setBusy(false);
      setSaved(true);
    });
    if (done !== undefined) message.success(typeof done === 'string' ? done : done(answer));
    onSaved(answer);
  };
  // An error no longer applies once a value has been edited.
  const error = failure?.edits === form?.edits ? failure?.error : undefined;
  return { ref, submit, loading: loadingOf(isBusy), isSaved, error };
}
