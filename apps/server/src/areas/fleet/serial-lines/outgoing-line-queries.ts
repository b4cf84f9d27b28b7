/** Addresses of the lines to which the platform connects. */
import type { LineAddress, LineTransport } from '@busbar/domain/line/line-transport';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import type { LineDevice } from './serial-line-queries.ts';

const UNIQUE_VIOLATION = '23505';

export interface OutgoingLine extends LineDevice {
  readonly deviceCode: string;
  readonly transport: Exclude<LineTransport, 'dial-in'>;
  readonly host: string;
  readonly port: number;
}

/**
 * Stores the address of a line, or removes it for a DTU that dials in. Returns false, and changes
 * nothing, if another line has the address. `ip` is the host if it is an IP address.
 */
export async function saveLineAddress(
  trx: Executor,
  { customerId, deviceId }: LineDevice,
  { transport, host, port }: LineAddress,
  ip: string | undefined,
): Promise<boolean> {
  const isOwn = sql<boolean>`customer_id = ${customerId} and device_id = ${deviceId}`;
  if (transport === 'dial-in' || host === null || port === null) {
    await trx.deleteFrom('outgoing_line').where(isOwn).execute();
    return true;
  }
  const own = await trx
    .updateTable('outgoing_line')
    .set({ transport })
    .where(isOwn)
    .where('host', '=', host)
    .where('port', '=', port)
    .returning('host')
    .execute();
  if (own.length > 0) return true;
  const ids = { customer_id: customerId, device_id: deviceId };
  const added = await trx
    .insertInto('outgoing_line')
    .values({ ...ids, host, port, transport, address: ip ?? null })
    .onConflict((oc) => oc.doNothing())
    .returning('host')
    .execute();
  if (added.length === 0) return false;
  await trx
    .deleteFrom('outgoing_line')
    .where(isOwn)
    .where(sql<boolean>`(host, port) <> (${host}, ${port})`)
    .execute();
  return true;
}

/**
 * Records the IP address to which the name has led. Returns false if another line has it: then
 * nothing may be sent to it.
 */
export async function recordAddress(
  executor: Executor,
  { host, port }: Pick<OutgoingLine, 'host' | 'port'>,
  address: string,
): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select not exists (select 1 from outgoing_line
      where address = ${address} and port = ${port} and host <> ${host}) as "isFree"`.execute(
    executor,
  );
  if (rows[0]?.isFree !== true) return false;
  try {
    await executor
      .updateTable('outgoing_line')
      .set({ address })
      .where('host', '=', host)
      .where('port', '=', port)
      .where(sql<boolean>`address is distinct from ${address}`)
      .execute();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** Records why a connection failed; null if it succeeded. Writes only changes. */
export async function recordTrouble(
  executor: Executor,
  { host, port }: Pick<OutgoingLine, 'host' | 'port'>,
  trouble: string | null,
): Promise<void> {
  await executor
    .updateTable('outgoing_line')
    .set({ trouble })
    .where('host', '=', host)
    .where('port', '=', port)
    .where(sql<boolean>`trouble is distinct from ${trouble}`)
    .execute();
}

/** Returns why the platform is not connected to the line; null if it is, or was not yet tried. */
export async function findTrouble(
  executor: Executor,
  { customerId, deviceId }: LineDevice,
): Promise<string | null> {
  const row = await executor
    .selectFrom('outgoing_line')
    .select('trouble')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row?.trouble ?? null;
}
