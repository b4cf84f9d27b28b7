import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { takeNotices } from '../../lib/notice.ts';

/** Displays notices that a page has stored for the next page; errors stay until they are closed. */
export function useNotices(): void {
  const { notification } = App.useApp();
  const { t } = useTranslation();
  const translate = useRef(t);
  useEffect(() => {
    translate.current = t;
  });
  // Subscribes once for the lifetime of the shell, so that a re-render does not consume notices for
  // the next page.
  useEffect(
    () =>
      takeNotices((notice) => {
        notification.open({
          key: notice.key,
          type: notice.kind,
          title: translate.current(notice.key, notice.values ?? {}),
          duration: notice.kind === 'error' ? 0 : 6,
          role: notice.kind === 'error' ? 'alert' : 'status',
        });
      }),
    [notification],
  );
}
