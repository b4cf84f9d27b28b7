/** Runs the action of a button or a switch, and reports its result as a message. */
import { App } from 'antd';
import { useState } from 'react';
import { useErrorText } from '../../i18n/error-text.ts';

export function useAction() {
  const { message } = App.useApp();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const run = async (action: () => Promise<unknown>, done?: string) => {
    setBusy(true);
    try {
      await action();
      if (done !== undefined) message.success(done);
    } catch (error) {
      message.error(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy };
}
