/** Devices behind Zigbee bridges, by their addresses in the Zigbee network. */
import { sql } from 'kysely';
import { jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface StoredZigbeeDevice {
  /** `slave_address` of its device. */
  readonly address: number;
  readonly exposes: readonly unknown[];
}

interface Bridge {
  readonly customerId: number;
  readonly deviceId: number;
}

interface Row {
  customerId: number;
  gatewayId: number;
  ieeeAddress: string;
  address: number;
  exposes: readonly unknown[];
}

/** Returns the devices of each bridge, also those whose slaves were deleted. */
export async function zigbeeDevicesOf(
  executor: Executor,
  bridges: readonly Bridge[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, StoredZigbeeDevice>>> {
  const found = new Map<number, Map<string, StoredZigbeeDevice>>();
  if (bridges.length === 0) return found;
  const { rows } = await sql<Row>`
    select customer_id as "customerId", gateway_id as "gatewayId",
      ieee_address as "ieeeAddress", slave_address as address, exposes
    from zigbee_device
    where customer_id = any(${bridges.map(({ customerId }) => customerId)}::int4[])
      and gateway_id = any(${bridges.map(({ deviceId }) => deviceId)}::int4[])`.execute(executor);
  for (const { customerId, deviceId } of bridges) {
    const own = rows.filter((row) => row.customerId === customerId && row.gatewayId === deviceId);
    found.set(deviceId, new Map(own.map((row) => [row.ieeeAddress, row])));
  }
  return found;
}

export async function storeZigbeeDevice(
  trx: Executor,
  { customerId, deviceId }: Bridge,
  ieeeAddress: string,
  { address, exposes }: StoredZigbeeDevice,
): Promise<void> {
  await trx
    .insertInto('zigbee_device')
    .values({
      customer_id: customerId,
      gateway_id: deviceId,
      slave_address: address,
      ieee_address: ieeeAddress,
      exposes: jsonb(exposes),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'gateway_id', 'ieee_address'])
        .doUpdateSet({ exposes: jsonb(exposes) }),
    )
    .execute();
}
