/** Device types over HTTP: readable by all users, changed by the platform, each change logged. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildCatalogueFixture } from '../catalogue/catalogue-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';

interface TypeRow {
  id: number;
  name: string;
  kind: string;
  prefix: string;
  expected_interval_s: number;
}

describeWithDatabase('device types', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));

  async function ask(method: 'GET' | 'PUT', path: string, body?: object) {
    const answer = await world.app.inject({
      method,
      url: `/api/v2/device-types${path}`,
      headers: { authorization: await world.token('platform') },
      ...(body === undefined ? {} : { payload: body }),
    });
    return answer.json();
  }

  const dtu = async (): Promise<TypeRow> =>
    (await ask('GET', '')).data.list.find(({ kind }: TypeRow) => kind === 'dtu');

  const change = async (part: Partial<TypeRow>, was?: Partial<TypeRow>) => {
    const { id, name, expected_interval_s } = await dtu();
    const now = { name, expected_interval_s };
    return ask('PUT', `/${id}`, { ...now, ...part, was: { ...now, ...was } });
  };

  it('include prefix and interval', async () => {
    expect(await dtu()).toMatchObject({ prefix: 'HF-', expected_interval_s: 60 });
  });

  it.each<[string, Partial<TypeRow>, string]>([
    ['a name with an invalid prefix', { name: 'MT61-DTU' }, 'device-type-name-invalid'],
    ['markup', { name: 'HF-<b>' }, 'device-type-name-invalid'],
    ['nine seconds', { expected_interval_s: 9 }, 'interval-invalid'],
    ['more than a day', { expected_interval_s: 86_401 }, 'interval-invalid'],
  ])('are not changed to %s', async (_what, part, reason) => {
    const before = await dtu();
    expect(await change(part)).toMatchObject({ reason });
    expect(await dtu()).toEqual(before);
  });

  it('accept one of two concurrent changes, and log before and after for the platform', async () => {
    const before = await dtu();
    expect(await change({ name: 'HF-2411', expected_interval_s: 300 })).toMatchObject({ code: 0 });
    const stale = { name: before.name, expected_interval_s: before.expected_interval_s };
    expect(await change({ expected_interval_s: 120 }, stale)).toMatchObject({
      reason: 'device-type-changed',
    });
    expect(await dtu()).toMatchObject({ name: 'HF-2411', expected_interval_s: 300 });
    const { rows } = await sql<{ detail: object }>`select detail from operation_log
      where customer_id = ${world.own.customerId} and command = 'change device type'`.execute(
      world.database.db,
    );
    expect(rows).toMatchObject([
      {
        detail: {
          before: { name: before.name, expectedIntervalS: 60 },
          after: { name: 'HF-2411', expectedIntervalS: 300 },
        },
      },
    ]);
  });

  it('have unique names', async () => {
    await sql`insert into device_type (device_type_id, name, kind, expected_interval_s)
      values (90, 'HF-90', 'dtu', 60)`.execute(world.database.db);
    expect(await change({ name: 'hf-90' })).toMatchObject({ reason: 'device-type-name-taken' });
  });
});
