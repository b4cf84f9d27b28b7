/** The delivery log: the last thousand attempts. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { formatDuration } from '@busbar/domain/formats/duration-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { useDeliveryText } from '../../../i18n/delivery-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type Delivery, useDeliveries } from '../api/use-forwarding.ts';

export function DeliveryTable() {
  const { t } = useTranslation('forwarding');
  const table = useTable('forwarding-deliveries', { sizes: LOG_PAGE_SIZES });
  const deliveries = useDeliveries(table);
  return (
    <QueryTable
      label={t('forwarding:tab.deliveries')}
      table={table}
      columns={useColumns()}
      rowKey={(row) => row.id}
      // A poll does not mark the table as busy.
      query={{ ...deliveries, isFetching: deliveries.isPlaceholderData }}
      empty={{
        title: t('forwarding:deliveries.empty'),
        body: t('forwarding:deliveries.empty-body'),
      }}
      exportName={t('forwarding:deliveries.file')}
    />
  );
}

function useColumns(): DataColumn<Delivery>[] {
  const { t } = useTranslation('forwarding');
  const { tag } = useLanguage();
  const { zone } = useRequiredSession().user;
  const deliveryText = useDeliveryText();
  const outcome = ({ error }: Delivery) =>
    error === null ? t('forwarding:deliveries.delivered') : deliveryText(error);
  return [
    {
      key: 'time',
      title: t('forwarding:column.time'),
      value: (row) => formatMoment(row.at, zone),
      isLtr: true,
      isTitle: true,
    },
    {
      key: 'outcome',
      title: t('forwarding:column.outcome'),
      value: outcome,
      render: (row) => (
        <StateTag
          tone={row.error === null ? 'good' : 'alarm'}
          icon={row.error === null ? <CheckCircleFilled /> : <CloseCircleFilled />}
          isPlain
        >
          {outcome(row)}
        </StateTag>
      ),
    },
    { key: 'status', title: t('forwarding:column.status'), value: (row) => row.status },
    { key: 'attempt', title: t('forwarding:column.attempt'), value: (row) => row.attempt },
    {
      key: 'records',
      title: t('forwarding:column.records'),
      value: (row) => row.records,
      render: (row) => (row.records === 0 ? t('forwarding:deliveries.test') : row.records),
    },
    { key: 'bytes', title: t('forwarding:column.bytes'), value: (row) => row.bytes },
    {
      key: 'took',
      title: t('forwarding:column.took'),
      value: (row) => row.took_ms,
      render: (row) => formatDuration(row.took_ms, tag),
      isLtr: true,
    },
    {
      key: 'batch',
      title: t('forwarding:column.batch'),
      value: (row) => row.batch_id,
      render: (row) => <span className="code">{row.batch_id}</span>,
      isLtr: true,
    },
  ];
}
