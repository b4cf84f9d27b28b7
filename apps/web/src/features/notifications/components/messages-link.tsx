import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useUnreadCount } from '../api/use-unread-count.ts';

/** Link from the bell to the messages, with the number of unread ones. */
export function MessagesLink({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('alarms');
  const unread = useUnreadCount() ?? 0;
  return (
    <Link to="/notifications" onClick={onClick}>
      {unread === 0
        ? t('alarms:bell.messages')
        : t('alarms:bell.messages-unread', { number: unread })}
    </Link>
  );
}
