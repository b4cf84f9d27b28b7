/** Applies presence and switch events to the fields that device lists and device details share. */
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';
import type { DeviceWireRow } from './tree-device.ts';

/** If the row has no `status_at`, no event is considered older than the row. */
type Row = Pick<DeviceWireRow, 'status'> & Partial<Pick<DeviceWireRow, 'status_at'>>;

/** Changed fields of the row; empty if the event is older than the row or does not affect it. */
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

/** Returns the row with the change; the same object if nothing changes. */
export function withChange<T extends object>(row: T, change: Partial<T>): T {
  const keys = Object.keys(change) as (keyof T)[];
  return keys.every((key) => row[key] === change[key]) ? row : { ...row, ...change };
}

/** A status of `switch:` alone means that the device has never reported its switch. */
const hasPosition = (status: string): boolean => status !== '' && !status.endsWith(':');
