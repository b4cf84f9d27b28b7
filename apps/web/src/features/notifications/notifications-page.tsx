/** Alarm messages to the user, newest first; opening one leads to the moment of its alarm. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { App, Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/table/data-table.tsx';
import { LOG_PAGE_SIZES } from '../../components/table/table-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { present } from '../../lib/address/search-params.ts';
import { useMarkRead, useNotifications } from './api/use-notifications.ts';
import { useNotificationColumns } from './use-notification-columns.tsx';
import './notifications.css';

export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { unread } = useSearch({ from: '/shell/notifications' });
  const navigate = useNavigate({ from: '/notifications' });
  const table = useTable('notifications', LOG_PAGE_SIZES);
  const messages = useNotifications(table.page, table.size, unread === 'true');
  const { mark, followed } = useMarkRead();
  const read = (body: { ids?: number[]; all?: boolean }) =>
    mark.mutate(
      { body },
      {
        onError: (error) => void message.error(errorText(error)),
        onSettled: () => void followed(),
      },
    );
  const columns = useNotificationColumns((id) => read({ ids: [id] }));
  const waiting = messages.data?.unread ?? 0;
  return (
    <>
      <h1 className="visually-hidden">{t('notifications:list.title')}</h1>
      <DataTable
        label={t('notifications:list.title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        rows={messages.data?.list}
        total={messages.data?.total ?? 0}
        isFetching={messages.isFetching}
        error={messages.error}
        onRetry={() => void messages.refetch()}
        filters={
          <Segmented
            aria-label={t('notifications:list.which')}
            value={unread ?? 'all'}
            options={[
              { value: 'all', label: t('notifications:list.all') },
              { value: 'true', label: t('notifications:list.unread', { number: waiting }) },
            ]}
            onChange={(value) =>
              void navigate({
                search: (old) =>
                  present({
                    ...old,
                    page: undefined,
                    unread: value === 'true' ? ('true' as const) : undefined,
                  }),
              })
            }
          />
        }
        actions={
          <Button
            disabled={waiting === 0}
            loading={mark.isPending}
            onClick={() => read({ all: true })}
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
        exportPage={messages.readPage}
        exportName={t('notifications:list.file')}
      />
    </>
  );
}
