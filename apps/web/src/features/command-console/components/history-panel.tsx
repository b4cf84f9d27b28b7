/** Sent frames with their replies; a frame can be reused. */

import { formatMoment } from '@busbar/domain/formats/time-format';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { pairsOf } from '../../../components/frames/hex-pairs.ts';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { HistoryRow } from '../api/use-console.ts';
import { HistoryActions, type HistoryQuestion, useHistoryQuestions } from './history-actions.tsx';

interface HistoryPanelProps {
  /** Shows only frames of this device; undefined shows all. */
  readonly device: string | undefined;
  readonly onReplay: (row: HistoryRow) => void;
}

/** Max rows per response of the server. */
const MOST_ROWS = 200;

export function HistoryPanel({ device, onReplay }: HistoryPanelProps) {
  const { t } = useTranslation('console');
  const table = useTable('console-history', { sizes: LOG_PAGE_SIZES });
  const filter = device === undefined ? {} : { device_sn: device };
  const history = usePages(
    'v2.tower.history',
    (pn, ps) => ({ query: { pn, ps: Math.min(ps, MOST_ROWS), ...filter } }),
    ({ data }) => data,
    table,
  );
  const { ask, question } = useHistoryQuestions(onReplay);
  const columns = useHistoryColumns({ onAsk: ask, onReplay });
  return (
    <>
      <QueryTable
        label={t('console:tab.history')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={history}
        empty={{ title: t('console:history.empty'), body: t('console:history.empty-body') }}
        exportName={t('console:history.file')}
      />
      {question}
    </>
  );
}

interface RowActs {
  readonly onAsk: (what: HistoryQuestion, row: HistoryRow) => void;
  readonly onReplay: (row: HistoryRow) => void;
}

function useHistoryColumns(acts: RowActs): DataColumn<HistoryRow>[] {
  const { t } = useTranslation('console');
  const { zone } = useRequiredSession().user;
  const state = (row: HistoryRow) => {
    const label = t(`console:state.${row.state}`);
    return row.late ? `${label} (${t('console:history.late')})` : label;
  };
  const bytes = (hex: string) => pairsOf(hex).join(' ');
  return [
    {
      key: 'time',
      title: t('console:history.time'),
      value: (row) => formatMoment(row.at, zone),
      render: (row) => <Moment at={row.at} />,
      isLtr: true,
      isTitle: true,
    },
    {
      key: 'device',
      title: t('console:history.device'),
      value: (row) => row.device_sn,
      render: (row) => (
        <span title={row.device_sn}>
          <DeviceName name={row.device_name} code={row.device_sn} />
        </span>
      ),
    },
    {
      key: 'user',
      title: t('console:history.user'),
      value: (row) => row.user_name,
      render: (row) => <bdi>{row.user_name}</bdi>,
      isHiddenByDefault: true,
    },
    {
      key: 'effect',
      title: t('console:history.effect'),
      value: (row) => t(`console:effect.${row.effect}`),
      isHiddenByDefault: true,
    },
    {
      key: 'sent',
      title: t('console:history.sent'),
      value: (row) => row.send_code,
      render: (row) => <span className="code ltr console-bytes">{bytes(row.send_code)}</span>,
    },
    {
      key: 'received',
      title: t('console:history.received'),
      value: (row) => row.receive_code,
      render: (row) => (
        <span className="code ltr console-bytes">{bytes(row.receive_code ?? '') || '–'}</span>
      ),
    },
    { key: 'state', title: t('console:history.state'), value: state },
    {
      key: 'replay',
      title: t('console:history.replay'),
      value: () => '',
      isForScreenOnly: true,
      isPinned: true,
      render: (row) => <HistoryActions row={row} {...acts} />,
    },
  ];
}
