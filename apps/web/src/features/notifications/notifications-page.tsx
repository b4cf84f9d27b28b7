/** Alarm messages to the user, newest first, with links to the device data at the alarm's time. */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../components/forms/use-action.ts';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { QueryTable } from '../../components/table/query-table.tsx';
import { LOG_PAGE_SIZES } from '../../components/table/table-search.ts';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { useNotificationChanges, useNotifications } from './api/use-notifications.ts';
import { useNotificationColumns } from './use-notification-columns.tsx';
import './notifications.css';

export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  const list = useListSearch(useSearch({ from: '/shell/notifications' }), 'unread');
  const { unread } = list.search;
  const navigate = useNavigate();
  const table = useTable('notifications', { sizes: LOG_PAGE_SIZES, rowPx: 41 });
  const messages = useNotifications(unread === 'true', table);
  const send = useNotificationChanges();
  const { run, loading } = useAction();
  const read = (body: { ids?: number[]; all?: boolean }) =>
    run(() => send('v2.notifications.read', { body }));
  const columns = useNotificationColumns((id) => void read({ ids: [id] }));
  const waiting = messages.data?.unread ?? 0;
  return (
    <>
      <PageHeading />
      <QueryTable
        label={t('notifications:list.title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={messages}
        filters={
          <Segmented
            aria-label={t('notifications:list.which')}
            value={unread ?? 'all'}
            options={[
              { value: 'all', label: t('notifications:list.all') },
              { value: 'true', label: t('notifications:list.unread', { number: waiting }) },
            ]}
            onChange={(value) => list.filter({ unread: value === 'true' ? 'true' : undefined })}
          />
        }
        actions={
          <Button
            disabled={waiting === 0}
            loading={loading}
            onClick={() => void read({ all: true })}
          >
            {t('notifications:list.read-all')}
          </Button>
        }
        empty={
          unread === 'true'
            ? { title: t('notifications:list.none-unread') }
            : {
                title: t('notifications:list.empty'),
                body: t('notifications:list.empty-body'),
                action: (
                  <Button onClick={() => void navigate({ to: '/notification-setting' })}>
                    {t('notifications:title')}
                  </Button>
                ),
              }
        }
        exportName={t('notifications:list.file')}
      />
    </>
  );
}
