/** Dead batches, which failed for a day; each can be sent again. */
import { ReloadOutlined } from '@ant-design/icons';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../components/forms/use-action.ts';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { useDeliveryText } from '../../../i18n/delivery-text.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type DeadBatch, useDeadBatches, useReplay } from '../api/use-forwarding.ts';

export function DeadTable() {
  const { t } = useTranslation('forwarding');
  const table = useTable('forwarding-dead');
  const dead = useDeadBatches(table);
  return (
    <>
      <p className="muted prose below">{t('forwarding:dead.about')}</p>
      <QueryTable
        label={t('forwarding:tab.dead')}
        table={table}
        columns={useColumns()}
        rowKey={(row) => row.id}
        // A poll does not mark the table as busy. There is no export.
        query={{ ...dead, isFetching: dead.isPlaceholderData, readPage: undefined }}
        empty={{ title: t('forwarding:dead.empty'), body: t('forwarding:dead.empty-body') }}
      />
    </>
  );
}

function useColumns(): DataColumn<DeadBatch>[] {
  const { t } = useTranslation('forwarding');
  const { zone } = useRequiredSession().user;
  const deliveryText = useDeliveryText();
  const send = useReplay();
  const { run, loading } = useAction();
  const [confirming, setConfirming] = useState<number>();
  const time = (at: number | null) => (at === null ? '' : formatMoment(at, zone));
  const again = ({ id }: DeadBatch) => {
    setConfirming(id);
    const replay = () =>
      send('v2.forwarding-dead.replay', { params: { id: String(id) }, body: {} });
    void run(replay, t('forwarding:dead.asked'));
  };
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
            loading={confirming === row.id && loading}
            aria-label={t('forwarding:dead.replay-of', { batch: row.batch_id })}
            onClick={() => again(row)}
          >
            {t('forwarding:dead.replay')}
          </Button>
        ),
    },
  ];
}
