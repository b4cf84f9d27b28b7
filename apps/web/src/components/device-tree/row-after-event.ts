/** The part of an event that lists and details of devices share: presence and position. */
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';
import type { DeviceWireRow } from './tree-device.ts';

/** Without `status_at` no event counts as late. */
type Row = Pick<DeviceWireRow, 'status'> & Partial<Pick<DeviceWireRow, 'status_at'>>;

/** Changed fields of the row; none if the event is older than the row or about something else. */
export function rowChange(row: Row, event: RealtimeEvent): Partial<DeviceWireRow> {
  if (event.type === 'PRESENCE') {
    const { presence, csq, heard_at } = event.presence;
    return { presence, online: presence === 'online', heard_at, ...(csq === null ? {} : { csq }) };
  }
  if (event.type !== 'REMOTE_CONTROL' || !hasPosition(event.status)) return {};
  const { ts } = event.command;
  const isLate = event.status !== row.status && ts < (row.status_at ?? 0);
  return isLate ? {} : { status: event.status, status_at: ts };
}

/** The row with the change; the same object if nothing changes. */
export function withChange<T extends object>(row: T, change: Partial<T>): T {
  const keys = Object.keys(change) as (keyof T)[];
  return keys.every((key) => row[key] === change[key]) ? row : { ...row, ...change };
}

/** `switch:` alone is the status of a device that has never reported its switch. */
const hasPosition = (status: string): boolean => status !== '' && !status.endsWith(':');
