/** Signal quality of the device, and its connections and disconnections. */
import { LoginOutlined, LogoutOutlined } from '@ant-design/icons';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SignalBars } from '../../../components/device-tree/signal-bars.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { Information } from '../api/use-information.ts';
import { useConnectionSpan } from '../use-connection-span.ts';
import { ConnectionSpanTools } from './connection-span-tools.tsx';
import { SignalChart } from './signal-chart.tsx';

type Row = Answer<'v2.device-information.connections'>['data']['list'][number];

export function ConnectionTab({ device }: { device: Information }) {
  const { t } = useTranslation('device-information');
  const { zone } = useRequiredSession().user;
  const table = useTable('device-connections');
  const params = { device_code: device.device_code };
  const chosen = useConnectionSpan(device.registered_at);
  const span = { start: String(chosen.span.startMs), end: String(chosen.span.endMs) };
  const signals = useCallQuery(
    'v2.device-information.signals',
    { params, query: span },
    { placeholderData: keepPreviousData },
  );
  const log = useCallQuery(
    'v2.device-information.connections',
    { params, query: { ...span, pn: table.page, ps: table.size } },
    { placeholderData: keepPreviousData },
  );
  const causeOf = ({ event, cause }: Row) => t(`device-information:cause.${event}.${cause}`);
  const columns: DataColumn<Row>[] = [
    {
      key: 'at',
      title: t('device-information:log.at'),
      value: (row) => formatMoment(row.at, zone),
      isLtr: true,
      isTitle: true,
    },
    {
      key: 'event',
      title: t('device-information:log.event'),
      value: (row) => t(`device-information:event.${row.event}`),
      render: (row) => (
        <span className="information__event line inline" data-event={row.event}>
          {row.event === 'came' ? <LoginOutlined aria-hidden /> : <LogoutOutlined aria-hidden />}
          {t(`device-information:event.${row.event}`)}
        </span>
      ),
    },
    { key: 'cause', title: t('device-information:log.cause'), value: causeOf },
  ];
  return (
    <>
      <ConnectionSpanTools chosen={chosen} />
      <section className="panel stack" aria-busy={signals.isFetching}>
        <h3 className="row gap-text">
          {t('device-information:signal.title')} <SignalBars csq={device.csq} />
        </h3>
        {signals.error !== null && (
          <ErrorState isCompact error={signals.error} onRetry={() => void signals.refetch()} />
        )}
        {signals.data !== undefined && <SignalChart {...signals.data.data} />}
      </section>
      <h3>{t('device-information:log.title')}</h3>
      <p className="muted">{t('device-information:log.hint')}</p>
      <DataTable
        label={t('device-information:log.title')}
        table={table}
        columns={columns}
        rowKey={(row) => `${row.at} ${row.event} ${row.cause}`}
        rows={log.data?.data.list}
        total={log.data?.data.total ?? 0}
        isFetching={log.isFetching}
        error={log.error}
        onRetry={() => void log.refetch()}
        empty={{
          title: t('device-information:log.empty'),
          body: t('device-information:log.empty-body'),
        }}
        exportPage={async (pn, ps) => {
          const { data } = await call('v2.device-information.connections', {
            params,
            query: { ...span, pn, ps },
          });
          return { rows: data.list, total: data.total };
        }}
        exportName={`connections-${device.device_code}`}
      />
    </>
  );
}
