/** Writes thousands of devices by COPY: the same rows as one registration (`device-queries.ts`). */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { bandOfKind } from '@busbar/domain/device/device-type';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import type { ImportStock } from '@busbar/domain/device-import/import-stock';
import type { PlannedDevice } from '@busbar/domain/device-import/validate-rows';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import { randomId } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import { copyInBehindWalls, copyText } from '../../../storage/bulk/copy-in.ts';
import type { Executor } from '../../../storage/database.ts';
import { inheritFormerRates } from '../../fleet/rates/device-rate-queries.ts';
import { sessionMark } from '../../shared/operation-log/write-log.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import { inheritFormerPlaces } from '../../shared/table-writers/former-place-queries.ts';
import { queueFirstTables } from '../../shared/table-writers/timer-table-change-queries.ts';
import { importedSecret } from './preview-files.ts';

export interface WrittenDevice {
  readonly deviceId: number;
  readonly deviceCode: string;
  /** False for slaves. */
  readonly hasSecret: boolean;
}

type Value = string | number | null;

/** Requires a transaction; fails with a unique violation if a code was taken in the meantime. */
export async function writeDevices(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  devices: readonly PlannedDevice[],
  { stock, importId }: { readonly stock: ImportStock; readonly importId: string },
): Promise<WrittenDevice[]> {
  const { customerId } = caller;
  const now = new Date(ctx.clock.now()).toISOString();
  const ids = await drawIds(ctx, trx, customerId, devices.length);
  const idOf = new Map(devices.map(({ code }, i) => [code, ids[i]!]));
  const gatewayOf = ({ slave }: PlannedDevice) =>
    slave === undefined
      ? null
      : (idOf.get(slave.gatewayCode) ?? stock.bearers.get(slave.gatewayCode)!.deviceId);
  // A slave has the protocol of its gateway; an imported gateway speaks our own.
  const protocolOf = ({ slave }: PlannedDevice): DeviceProtocol =>
    (slave && stock.bearers.get(slave.gatewayCode)?.protocol) ?? 'busbar';
  const session = sessionMark(caller);
  const copy = (
    table: string,
    columns: readonly string[],
    row: (device: PlannedDevice, id: number) => readonly Value[],
  ) => {
    const lines = devices.map((device, i) => row(device, ids[i]!).map(copyText).join('\t'));
    return copyInBehindWalls(trx, table, columns, `${lines.join('\n')}\n`);
  };

  await copy('device_code', ['device_code', 'customer_id', 'device_id'], ({ code }, id) => [
    code,
    customerId,
    id,
  ]);
  await copy('device', DEVICE_COLUMNS, (device, id) => {
    const hash = device.slave === undefined ? sha256(importedSecret(importId, device.code)) : null;
    return [
      customerId,
      id,
      device.code,
      device.name,
      device.typeId,
      device.kind,
      protocolOf(device),
      device.groupId,
      device.rateId,
      gatewayOf(device),
      device.slave?.address ?? null,
      device.address,
      device.slave === undefined ? (bandOfKind(device.kind) ?? '') : '',
      device.expectedIntervalS,
      device.position?.lng ?? null,
      device.position?.lat ?? null,
      hash && `\\x${hash.toString('hex')}`,
      hash && now,
      now,
    ];
  });
  await copy('device_state', ['customer_id', 'device_id'], (_, id) => [customerId, id]);
  await copy(
    'device_rate',
    ['customer_id', 'device_id', 'start_day', 'rate_id'],
    ({ rateId }, id) => [customerId, id, '-infinity', rateId],
  );
  await inheritFormerRates(trx, customerId, ids, ctx.clock.now());
  await inheritFormerPlaces(trx, customerId, ids, ctx.clock.now());
  await queueFirstTables(trx, customerId, ids);
  await copy('audit_entry', LOG_COLUMNS, ({ code, name, groupId }, id) => [
    customerId,
    now,
    caller.userId,
    caller.userName,
    id,
    code,
    groupId,
    LOG_MODULES.deviceInformation,
    'add' satisfies LogCommand,
    'done',
    JSON.stringify({ name, ...(session === undefined ? {} : { session }) }),
    caller.address,
  ]);
  return devices.map(({ code, slave }, i) => ({
    deviceId: ids[i]!,
    deviceCode: code,
    hasSecret: slave === undefined,
  }));
}

const DEVICE_COLUMNS = [
  'customer_id',
  'device_id',
  'device_code',
  'name',
  'device_type_id',
  'kind',
  'protocol',
  'group_id',
  'rate_id',
  'gateway_id',
  'slave_address',
  'address',
  'band',
  'expected_interval_s',
  'longitude',
  'latitude',
  'secret_hash',
  'secret_rotated_at',
  'created_at',
];

const LOG_COLUMNS = [
  'customer_id',
  'logged_at',
  'user_id',
  'user_name',
  'device_id',
  'device_code',
  'group_id',
  'module',
  'command',
  'status',
  'detail',
  'client_address',
];

/** Draws ids that no active device of any customer and no deleted device of this customer has. */
async function drawIds(
  ctx: Context,
  trx: Executor,
  customerId: number,
  count: number,
): Promise<number[]> {
  const drawn = new Set<number>();
  while (drawn.size < count) {
    const fresh = new Set<number>();
    while (fresh.size < count - drawn.size) fresh.add(randomId(ctx.random));
    // Two statements, because Citus would run the function on the node of the devices.
    const taken = await sql<{ id: number }>`
      select id from taken_device_ids(${[...fresh]}::integer[]) as taken(id)`.execute(trx);
    const own = await sql<{ id: number }>`select device_id as id from device
      where customer_id = ${customerId} and device_id = any(${[...fresh]}::integer[])`.execute(trx);
    for (const { id } of [...taken.rows, ...own.rows]) fresh.delete(id);
    for (const id of fresh) drawn.add(id);
  }
  return [...drawn];
}
