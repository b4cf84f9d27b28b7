/** Runs the action of a button or a switch and reports its result. */
import { App } from 'antd';
import { useState } from 'react';
import { useErrorText } from '../../i18n/error-text.ts';

/** Loading indicator of a busy button, delayed so that a quick response does not make it flash. */
export const loadingOf = (isBusy: boolean) => isBusy && { delay: 200 };

interface ActionOptions {
  /** If true, the component shows `error` itself; otherwise the error is reported as a message. */
  showsError?: boolean;
}

export function useAction({ showsError = false }: ActionOptions = {}) {
  const { message } = App.useApp();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (action: () => Promise<unknown>, done?: string) => {
    setBusy(true);
    setError(undefined);
    try {
      await action();
      if (done !== undefined) message.success(done);
    } catch (refusal) {
      if (showsError) setError(refusal);
      else message.error(errorText(refusal));
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, loading: loadingOf(isBusy), error };
}
