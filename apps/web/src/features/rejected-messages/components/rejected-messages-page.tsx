/** Device messages rejected as implausible, for administrators (docs/decisions.md 23). */

import { formatBytes } from '@busbar/domain/formats/bytes-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import { PageHeading } from '../../../components/menu/page-heading.tsx';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import './rejected-messages.css';

type Message = Answer<'v2.rejected-messages'>['data']['list'][number];

export function RejectedMessagesPage() {
  const { t } = useTranslation('log');
  const list = useListSearch(useSearch({ from: '/shell/rejected-messages' }), 'device');
  const { search } = list;
  const table = useTable('rejected-messages', { sizes: LOG_PAGE_SIZES, rowPx: 41 });
  const filter = search.device === undefined ? {} : { device_code: search.device };
  const messages = usePages(
    'v2.rejected-messages',
    (pn, ps) => ({ query: { pn, ps, ...filter } }),
    ({ data }) => data,
    table,
  );
  const columns = useColumns();
  return (
    <>
      <PageHeading />
      <QueryTable
        label={t('log:rejected.title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={messages}
        filters={
          <FilterBar
            list={list}
            filters={[{ kind: 'text', name: 'device', label: t('log:rejected.device') }]}
          />
        }
        empty={
          search.device === undefined
            ? { title: t('log:rejected.empty'), body: t('log:rejected.empty-body') }
            : {
                title: t('log:rejected.empty'),
                action: <Button onClick={list.clear}>{t('log:filter.clear')}</Button>,
              }
        }
        onOpenRow={({ id }) => list.set({ open: id })}
        openRowKey={search.open}
        exportName={t('log:rejected.file')}
      />
      <MessageDrawer
        message={messages.data?.list.find((row) => row.id === search.open)}
        onClose={() => list.set({ open: undefined })}
      />
    </>
  );
}

function useColumns(): DataColumn<Message>[] {
  const { t, i18n } = useTranslation('log');
  const { zone } = useRequiredSession().user;
  const reasonOf = (reason: string) => {
    const key = `log:rejected.reason.${reason}`;
    return i18n.exists(key) ? t(key) : reason;
  };
  return [
    {
      key: 'time',
      title: t('log:rejected.received'),
      value: (row) => formatMoment(row.received_at, zone),
      isLtr: true,
      isTitle: true,
    },
    {
      key: 'device',
      title: t('log:column.device'),
      value: (row) => row.device_code,
      render: (row) => <span className="code">{row.device_code}</span>,
      isLtr: true,
    },
    {
      key: 'name',
      title: t('log:column.device-name'),
      value: (row) => row.device_name,
      render: (row) =>
        row.device_name === null ? (
          '–'
        ) : (
          <DeviceName name={row.device_name} code={row.device_code} />
        ),
    },
    {
      key: 'topic',
      title: t('log:rejected.topic'),
      value: (row) => row.topic,
      render: (row) => <span className="code">{row.topic}</span>,
      isLtr: true,
    },
    {
      key: 'reason',
      title: t('log:rejected.why'),
      value: (row) => reasonOf(row.reason),
    },
    {
      key: 'detail',
      title: t('log:drawer.detail'),
      value: (row) => row.detail,
      isLtr: true,
      isHiddenByDefault: true,
    },
    {
      key: 'payload',
      title: t('log:rejected.payload'),
      value: (row) => row.payload,
      render: (row) => <span className="code rejected-cut one-line">{row.payload}</span>,
      isLtr: true,
      isHiddenByDefault: true,
    },
  ];
}

function MessageDrawer({
  message,
  onClose,
}: {
  message: Message | undefined;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('log');
  const { tag } = useLanguage();
  const payload = useStoredPayload(message);
  const reasonKey = `log:rejected.reason.${message?.reason}`;
  const sizeText = ({ payload_bytes: size, payload_stored_bytes: stored }: Message) =>
    stored < size
      ? t('log:rejected.size-cut', {
          size: formatBytes(size, tag),
          stored: formatBytes(stored, tag),
        })
      : formatBytes(size, tag);
  return (
    <SideDrawer
      open={message !== undefined}
      onClose={onClose}
      size={480}
      title={t('log:rejected.one')}
    >
      {message !== undefined && (
        <>
          <Facts
            rows={[
              [t('log:rejected.why'), i18n.exists(reasonKey) ? t(reasonKey) : message.reason],
              [
                t('log:drawer.detail'),
                <bdi key="detail" className="ltr">
                  {message.detail || '–'}
                </bdi>,
              ],
              [t('log:rejected.received'), <Moment key="at" at={message.received_at} />],
              [t('log:column.device-name'), message.device_name ?? '–'],
              [
                t('log:column.device'),
                <bdi key="device" className="code ltr">
                  {message.device_code}
                </bdi>,
              ],
              [
                t('log:rejected.topic'),
                <bdi key="topic" className="code ltr">
                  {message.topic}
                </bdi>,
              ],
              [
                t('log:rejected.encoding'),
                message.payload_encoding === 'base64'
                  ? t('log:rejected.base64')
                  : t('log:rejected.text'),
              ],
              [t('log:rejected.size'), sizeText(message)],
            ]}
          />
          <div className="rejected-payload">
            <h2>{t('log:rejected.payload')}</h2>
            <CopyButton text={payload} what={t('log:rejected.payload')} />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
            <pre className="code ltr box" tabIndex={0}>
              {payload}
            </pre>
          </div>
        </>
      )}
    </SideDrawer>
  );
}

/** Loads the full stored payload; the list contains only its first bytes. */
function useStoredPayload(message: Message | undefined): string {
  const whole = useCallQuery(
    'v2.rejected-messages',
    { query: { id: message?.id ?? 1 } },
    {
      enabled: message !== undefined && isCut(message),
      select: ({ data }) => data.list.find(({ id }) => id === message?.id)?.payload,
    },
  );
  return whole.data ?? message?.payload ?? '';
}

function isCut({ payload, payload_encoding, payload_stored_bytes }: Message): boolean {
  const shownBytes =
    payload_encoding === 'base64'
      ? Math.floor((payload.length * 3) / 4)
      : new TextEncoder().encode(payload).length;
  return payload_stored_bytes > shownBytes;
}
