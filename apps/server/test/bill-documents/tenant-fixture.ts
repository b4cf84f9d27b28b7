/** A customer whose tenants north (with the subgroup yard) and south have two closed periods. */
import { addMonths, firstOfMonth } from '@busbar/domain/local-date';
import { buildEnergyFixture } from '../energy/energy-fixture.ts';
import type { TestServer } from '../support/start-server.ts';

export async function buildTenants(server: TestServer) {
  const energy = await buildEnergyFixture(server, {
    seed: 71,
    zone: 'Asia/Shanghai',
    months: 2,
    devices: 8,
  });
  const root = { customerId: energy.customerId, groupId: energy.views[0]!.groupId };
  const customer = { ...root, rateId: energy.rateId, userId: 0 };
  const groups = await server.parts.context.database.db
    .selectFrom('user_group')
    .where('customer_id', '=', root.customerId)
    .select(['name', 'group_id'])
    .execute();
  const idOf = (name: string) => groups.find((group) => group.name === name)!.group_id;
  /** First day of a month, counted back from the current one. */
  const month = (ago: number) => addMonths(firstOfMonth(energy.today), -ago);
  await energy.admin.post('/api/v2/settlement/close-up-to', { start: month(1) });
  return {
    ...energy,
    customer,
    north: idOf('north'),
    yard: idOf('yard'),
    south: idOf('south'),
    month,
  };
}
