/** The further channels of a device of another manufacturer, as slaves of it. */
import type { Database } from '../../../src/storage/database.ts';
import { eventually } from '../../support/eventually.ts';

export interface ChannelRow {
  readonly deviceId: number;
  readonly address: number;
  readonly code: string;
  readonly kind: string;
  readonly protocol: string;
}

export function channelRig(database: Database) {
  const find = (gatewayId: number): Promise<ChannelRow[]> =>
    database.db
      .selectFrom('device')
      .select([
        'device_id as deviceId',
        'slave_address as address',
        'device_code as code',
        'kind',
        'protocol',
      ])
      .where('gateway_id', '=', gatewayId)
      .where('deleted_at', 'is', null)
      .orderBy('slave_address')
      .$castTo<ChannelRow>()
      .execute();
  return {
    find,
    addressesOf: (gatewayId: number) =>
      eventually(async () => (await find(gatewayId)).map(({ address }) => address)),
    /** The device of a channel, once it is registered. */
    async channel(gatewayId: number, address: number): Promise<ChannelRow> {
      const of = async () => (await find(gatewayId)).find((one) => one.address === address);
      await eventually(of).toBeDefined();
      return (await of())!;
    },
  };
}
