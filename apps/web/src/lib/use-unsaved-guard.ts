/**
 * Asks for confirmation before unsaved input is lost: when the form is closed, the page is left, or
 * the tab is closed. If the session expires, the page waits behind the sign-in (`held-page.ts`).
 */
import { useBlocker } from '@tanstack/react-router';
import { App } from 'antd';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { noteUnsavedInput } from './unsaved-input.ts';

/** Returns a function to call before the form closes; resolves with true if it may close. */
export function useUnsavedGuard(isDirty: boolean): () => Promise<boolean> {
  const { t } = useTranslation('shell');
  const { modal } = App.useApp();
  useEffect(() => (isDirty ? noteUnsavedInput() : undefined), [isDirty]);
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        modal.confirm({
          title: t('shell:discard.title'),
          okText: t('shell:discard.confirm'),
          cancelText: t('shell:discard.cancel'),
          okButtonProps: { danger: true },
          focusable: { autoFocusButton: 'cancel' },
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      }),
    [modal, t],
  );
  useBlocker({
    shouldBlockFn: async () => isDirty && !(await ask()),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
  return useCallback(async () => !isDirty || (await ask()), [isDirty, ask]);
}
