/** Dead batches, which failed for a day; each can be sent again. */
import { ReloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { useDeliveryText } from '../../../i18n/delivery-text.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { formatMoment } from '../../../lib/formats/time-format.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type DeadBatch, useDeadBatches, useReplay } from '../api/use-forwarding.ts';

export function DeadTable() {
  const { t } = useTranslation('forwarding');
  const table = useTable('forwarding-dead');
  const dead = useDeadBatches(table.page, table.size);
  return (
    <>
      <p className="muted prose below">{t('forwarding:dead.about')}</p>
      <DataTable
        label={t('forwarding:tab.dead')}
        table={table}
        columns={useColumns()}
        rowKey={(row) => row.id}
        rows={dead.data?.list}
        total={dead.data?.total ?? 0}
        isFetching={dead.isPlaceholderData}
        error={dead.error}
        onRetry={() => void dead.refetch()}
        empty={{ title: t('forwarding:dead.empty'), body: t('forwarding:dead.empty-body') }}
      />
    </>
  );
}

function useColumns(): DataColumn<DeadBatch>[] {
  const { t } = useTranslation('forwarding');
  const { message } = App.useApp();
  const { zone } = useRequiredSession().user;
  const errorText = useErrorText();
  const deliveryText = useDeliveryText();
  const { replay, followed } = useReplay();
  const time = (at: number | null) => (at === null ? '' : formatMoment(at, zone));
  const again = ({ id }: DeadBatch) =>
    replay.mutate(
      { params: { id: String(id) }, body: {} },
      {
        onSuccess: () => void message.success(t('forwarding:dead.asked')),
        onError: (error) => void message.error(errorText(error)),
        onSettled: () => void followed(),
      },
    );
  return [
    {
      key: 'batch',
      title: t('forwarding:column.batch'),
      value: (row) => row.batch_id,
      render: (row) => <span className="code">{row.batch_id}</span>,
      isLtr: true,
      isTitle: true,
    },
    {
      key: 'made',
      title: t('forwarding:column.made'),
      value: (row) => time(row.made_at),
      isLtr: true,
    },
    {
      key: 'died',
      title: t('forwarding:column.died'),
      value: (row) => time(row.died_at),
      isLtr: true,
    },
    { key: 'records', title: t('forwarding:column.records'), value: (row) => row.records },
    { key: 'attempts', title: t('forwarding:column.attempts'), value: (row) => row.attempts },
    {
      key: 'error',
      title: t('forwarding:column.error'),
      value: (row) => (row.last_error === null ? '' : deliveryText(row.last_error)),
    },
    {
      key: 'actions',
      title: t('forwarding:column.actions'),
      value: () => '',
      isForScreenOnly: true,
      render: (row) =>
        row.replaying ? (
          t('forwarding:dead.replaying')
        ) : (
          <Button
            size="small"
            icon={<ReloadOutlined aria-hidden />}
            loading={replay.isPending && replay.variables.params.id === String(row.id)}
            aria-label={t('forwarding:dead.replay-of', { batch: row.batch_id })}
            onClick={() => again(row)}
          >
            {t('forwarding:dead.replay')}
          </Button>
        ),
    },
  ];
}
