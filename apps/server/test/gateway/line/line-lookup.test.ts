/** DTUs that register at the same time share the query for the settings of their lines. */
import { expect, it } from 'vitest';
import { LineLookup } from '../../../src/gateway/line/line-lookup.ts';
import { findLines } from '../../../src/gateway/line/line-sign-in.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';

const BAUDS = [1_200, 2_400, 4_800, 9_600] as const;

describeWithDatabase('the settings of lines that are looked up together', (database) => {
  it('are read by one query, and each is that of its DTU', async () => {
    const tenants = [];
    for (const label of ['first', 'second']) {
      tenants.push(await createTenant(database, { label, now: Date.now() }));
    }
    const owners = [];
    for (const [at, baud] of BAUDS.entries()) {
      const { customerId, groupId } = tenants[at % 2]!;
      const line = await buildSerialLine(database, tenants[at % 2]!, { line: { baud } });
      const { deviceId, deviceCode } = line;
      owners.push({ ref: { customerId, deviceId, deviceCode, groupPath: [groupId] } });
    }
    let queries = 0;
    const lookup = new LineLookup((devices) => {
      queries += 1;
      return findLines(database.db, devices);
    });
    const lines = await Promise.all(owners.map((owner) => lookup.find(owner)));
    expect(lines.map(({ baud }) => baud)).toEqual(BAUDS);
    expect(lines.map(({ meters }) => meters.length)).toEqual([1, 1, 1, 1]);
    expect(queries).toBe(1);
  });

  it('are refused together if the database is unavailable, and read again afterwards', async () => {
    const tenant = await createTenant(database, { label: 'away', now: Date.now() });
    const { deviceId, deviceCode } = await buildSerialLine(database, tenant);
    const { customerId, groupId } = tenant;
    const owner = { ref: { customerId, deviceId, deviceCode, groupPath: [groupId] } };
    let isAway = true;
    const lookup = new LineLookup((devices) =>
      isAway ? Promise.reject(new Error('away')) : findLines(database.db, devices),
    );
    const both = await Promise.allSettled([lookup.find(owner), lookup.find(owner)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await lookup.find(owner)).toMatchObject({ baud: 9_600 });
  });
});
