/** Live board of a project: polled once a minute and updated by real-time messages in between. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import { useOnAlarms } from '../../alarms/api/use-alarms.ts';
import { type BoardRow, createBoardStore } from '../board/board-store.ts';

const MINUTE_MS = 60_000;
/** Alarm counts are only in the response, so alarm events refetch it at most this often. */
const ALARM_PAUSE_MS = 5_000;
const NO_ROWS: readonly BoardRow[] = [];

export function useBoard(project: number) {
  const query = useCallQuery(
    'v2.project-board',
    { query: { project_id: String(project) } },
    { refetchInterval: MINUTE_MS, select: ({ data }) => data.list },
  );
  const [store] = useState(() => createBoardStore(query.data ?? NO_ROWS));
  const answered = query.data;
  useEffect(() => {
    if (answered !== undefined) store.replace(answered);
  }, [store, answered]);
  useEffect(() => () => store.stop(), [store]);
  useRealtime((event) => void store.take(event));
  useOnAlarms(() => void query.refetch(), ALARM_PAUSE_MS);
  const rows = useSyncExternalStore(store.subscribe, store.rows);
  return { ...query, rows: answered === undefined ? undefined : rows };
}

export function useCheckNow() {
  return useCallMutation('v2.project-check');
}
