import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { takeNotices } from '../../lib/notice.ts';

/** Shows the notices that pages leave for each other; errors stay until they are closed. */
export function useNotices(): void {
  const { notification } = App.useApp();
  const { t } = useTranslation();
  const words = useRef(t);
  useEffect(() => {
    words.current = t;
  });
  // Taken once for the life of the shell: what is left for the next page must not be taken here.
  useEffect(
    () =>
      takeNotices((notice) => {
        notification.open({
          key: notice.key,
          type: notice.kind,
          title: words.current(notice.key, notice.values ?? {}),
          duration: notice.kind === 'error' ? 0 : 6,
          role: notice.kind === 'error' ? 'alert' : 'status',
        });
      }),
    [notification],
  );
}
