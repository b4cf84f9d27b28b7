import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type TowerState = Answer<'v2.tower-device.state'>['data'];
export type TowerUserState = TowerState['users'][number];
export type TowerSettings = Answer<'v2.tower-device'>['data'];
export type TowerBill = Answer<'v2.tower-device.bill'>['data'];
export type UserBill = TowerBill['users'][number];

/** Poll interval of the live view, ms; decisions change within seconds. */
const LIVE_MS = 3_000;
const LIST_MS = 15_000;
/** Page size above the number of towers of any project. */
const MAX_TOWERS = 500;
const MAX_PROJECTS = 500;

const onlyData = <T>({ data }: { data: T }): T => data;

export function useTowerProjects() {
  return useCallQuery(
    'v2.projects',
    { query: { pn: 1, ps: MAX_PROJECTS, type: 'tower' } },
    { select: ({ data }) => data.list },
  );
}

export function useTowers(projectId: number | undefined) {
  const ofProject = projectId === undefined ? {} : { project_id: String(projectId) };
  return useCallQuery(
    'v2.tower-devices',
    { query: { pn: 1, ps: MAX_TOWERS, ...ofProject } },
    { select: ({ data }) => data.list, refetchInterval: LIST_MS },
  );
}

export function useTowerState(id: number) {
  return useCallQuery(
    'v2.tower-device.state',
    { params: { id: String(id) } },
    { select: onlyData, refetchInterval: LIVE_MS },
  );
}

export function useTowerSettings(id: number) {
  return useCallQuery('v2.tower-device', { params: { id: String(id) } }, { select: onlyData });
}

export const useTowerChanges = () =>
  useSend('v2.tower-devices', 'v2.tower-device', 'v2.tower-device.state', 'v2.tower-device.bill');

export const useTowerControl = () => useSend('v2.tower-device.state', 'v2.tower-device.events');

export function useOutages(id: number, page: number, size: number) {
  return useCallQuery(
    'v2.tower-device.outages',
    { params: { id: String(id) }, query: { pn: page, ps: size } },
    { select: onlyData, refetchInterval: LIST_MS },
  );
}

export function useTowerEvents(id: number, page: number, size: number) {
  return useCallQuery(
    'v2.tower-device.events',
    { params: { id: String(id) }, query: { pn: page, ps: size } },
    { select: onlyData, refetchInterval: LIST_MS },
  );
}

export function useTowerBill(id: number, start: string | undefined) {
  return useCallQuery(
    'v2.tower-device.bill',
    { params: { id: String(id) }, query: start === undefined ? {} : { start } },
    { select: onlyData },
  );
}
