/** Users of a sub-group request settings of the whole customer and resources of other groups. */
import type { Role } from '@busbar/domain/access/role';
import { describe, expect, it } from 'vitest';
import { outboundEnv, storeReadings } from '../messages/forwarding-fixture.ts';
import { type Receiver, startReceiver } from '../messages/http-receiver.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { type BuiltDevice, buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

const PRICES = { rate_1: 1.5, rate_2: 1.04, rate_3: 0.65, rate_4: 0.26 };
const DAY_MS = 86_400_000;
const ROOT_ONLY = { status: 403, body: { code: 403, reason: 'root-group-required' } };

describeWithDatabase('users of a sub-group', (database) => {
  const own = fixture(() => startReceiver());
  const thief = fixture(() => startReceiver());
  const server = fixture(() => startServer(database, { env: outboundEnv(own.port, thief.port) }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const branchGroup = fixture(() => buildGroup(server.parts.context, customer, 'Branch'));
  const root = fixture(() => buildCaller(server.parts.context, customer, { role: 'admin' }));
  const branch = fixture(() =>
    buildCaller(server.parts.context, customer, { role: 'admin', groupId: branchGroup.groupId }),
  );
  const rootDevice = fixture(() => buildDevice(server.parts.context, root));
  const branchDevice = fixture(() => buildDevice(server.parts.context, branch));
  const rootAdmin = fixture(() => buildClient(server, customer, { role: 'admin' }));
  const inBranch = (role: Role) =>
    fixture(() => buildClient(server, customer, { role, groupId: branchGroup.groupId }));
  const branchAdmin = inBranch('admin');
  const branchEngineer = inBranch('engineer');
  const branchOperator = inBranch('operator');

  const forwardTo = (client: HttpClient, { url }: Receiver, more: object = {}) =>
    client.put('/api/v2/forwarding', {
      device_data_receive_url: url,
      use_https_flag: false,
      enabled: true,
      ...more,
    });

  it('are informed at sign-in that they are not in the root group', async () => {
    const inRoot = async (client: HttpClient) =>
      (await client.post('/api/v2/ping-token')).body.data.user_info.in_root_group;
    expect([await inRoot(rootAdmin), await inRoot(branchAdmin)]).toEqual([true, false]);
  });

  it('cannot read, set or redirect forwarding, and receive no reading of the root group', async () => {
    expect(await forwardTo(branchEngineer, thief)).toMatchObject(ROOT_ONLY);
    expect((await forwardTo(rootAdmin, own)).body).toMatchObject({ code: 0 });
    for (const client of [branchEngineer, branchAdmin]) {
      expect(await forwardTo(client, thief, { rotate_secret: true })).toMatchObject(ROOT_ONLY);
      expect(await client.get('/api/v2/forwarding')).toMatchObject(ROOT_ONLY);
      expect(await client.post('/api/v2/forwarding/test')).toMatchObject(ROOT_ONLY);
      expect(await client.get('/api/v2/forwarding-deliveries')).toMatchObject(ROOT_ONLY);
      expect(await client.get('/api/v2/forwarding-dead')).toMatchObject(ROOT_ONLY);
      expect(await client.post('/api/v2/forwarding-dead/1/replay')).toMatchObject(ROOT_ONLY);
    }
    const ctx = server.parts.context;
    await storeReadings(ctx, { caller: root, device: rootDevice, secret: '' }, [
      ctx.clock.now() - 1_000,
    ]);
    await eventually(() => {
      server.clock.advance(1_000);
      return own.requests.flatMap(({ batch }) => batch.records.map((one) => one.device_code));
    }).toEqual([rootDevice.code]);
    expect(thief.requests).toEqual([]);
  });

  describe('tariffs for users of a sub-group', () => {
    const add = async (client: HttpClient, name: string): Promise<number> => {
      const added = await client.post('/api/v2/rate', { name, ...PRICES });
      expect(added.body).toMatchObject({ code: 0, data: { changeable: true } });
      return added.body.data.id;
    };
    const assign = (client: HttpClient, { code }: BuiltDevice, rate: number) =>
      client.put('/api/v2/device', { device_code: code, rate });
    const listed = async (client: HttpClient): Promise<{ id: number; changeable: boolean }[]> =>
      (await client.get('/api/v2/rates')).body.data;

    it('cannot be changed if devices outside the group use them', async () => {
      const [system] = await listed(branchOperator);
      expect(system).toMatchObject({ is_default: 'yes', changeable: false });
      const prices = { name: 'Default', ...PRICES, rate_1: 7 };
      const { id } = system!;
      const refused = [
        branchOperator.put(`/api/v2/rate/${id}`, prices),
        branchOperator.delete(`/api/v2/rate/${id}`),
        branchOperator.delete(`/api/v2/rate/${id}/version/1`),
        branchOperator.post('/device/rate/addOrUpdate', { id, ...prices }),
        branchOperator.post('/device/rate/delete', { id }),
      ];
      for (const { body } of await Promise.all(refused)) {
        expect(body.reason).toBe('root-group-required');
      }
      const { body } = await rootAdmin.get(`/api/v2/rate/${id}`);
      expect(body.data.versions).toHaveLength(1);
    });

    it('are hidden and cannot be assigned if only other groups use them', async () => {
      const id = await add(rootAdmin, 'Root only');
      expect((await assign(rootAdmin, rootDevice, id)).body).toMatchObject({ code: 0 });
      expect((await listed(branchOperator)).map((rate) => rate.id)).not.toContain(id);
      expect((await branchOperator.get(`/api/v2/rate/${id}`)).body.code).toBe(404);
      expect((await branchOperator.delete(`/api/v2/rate/${id}`)).body.code).toBe(404);
      expect((await assign(branchOperator, branchDevice, id)).body.reason).toBe('rate-unknown');
    });

    it('can be changed if only the group uses them, until another group does', async () => {
      const id = await add(branchOperator, 'Branch only');
      const rename = () => branchOperator.put(`/api/v2/rate/${id}`, { name: 'Ours', ...PRICES });
      expect((await assign(branchOperator, branchDevice, id)).body).toMatchObject({ code: 0 });
      expect((await rename()).body).toMatchObject({ code: 0, data: { devices: 1 } });
      expect((await assign(rootAdmin, rootDevice, id)).body).toMatchObject({ code: 0 });
      expect(await rename()).toMatchObject(ROOT_ONLY);
      expect((await branchOperator.get(`/api/v2/rate/${id}`)).body.data).toMatchObject({
        devices: 1,
        changeable: false,
      });
    });

    it('are shown and cannot be changed if they are a default of a higher group', async () => {
      const id = await add(rootAdmin, 'Given from above');
      const { body } = await rootAdmin.put(`/api/v2/groups/${root.groupId}/defaults`, {
        rate_id: id,
        expected_interval_s: null,
        template_id: null,
        version: 0,
      });
      expect(body).toMatchObject({ code: 0 });
      expect(await listed(branchOperator)).toContainEqual(
        expect.objectContaining({ id, changeable: false }),
      );
      expect(await branchOperator.delete(`/api/v2/rate/${id}`)).toMatchObject(ROOT_ONLY);
    });
  });

  it('list, limit and revoke only the API keys of their group', async () => {
    const expires_at = server.clock.now() + DAY_MS;
    const key = { name: 'Reports', scopes: ['read:devices'], expires_at };
    const made = await rootAdmin.post('/api/v2/api-keys', key);
    const ours = await branchAdmin.post('/api/v2/api-keys', key);
    const idsOf = async (client: HttpClient) =>
      (await client.get('/api/v2/api-keys')).body.data.list.map((one: { id: number }) => one.id);
    expect(await idsOf(branchAdmin)).toEqual([ours.body.data.id]);
    expect(await idsOf(rootAdmin)).toEqual(
      expect.arrayContaining([made.body.data.id, ours.body.data.id]),
    );
    const path = `/api/v2/api-keys/${made.body.data.id}`;
    const limits = { per_minute: 1, per_day: 1 };
    expect((await branchAdmin.put(path, limits)).body.code).toBe(404);
    expect((await branchAdmin.delete(path)).body.code).toBe(404);
    expect((await rootAdmin.put(path, { per_minute: 60, per_day: null })).body.code).toBe(0);
    const oursPath = `/api/v2/api-keys/${ours.body.data.id}`;
    expect((await branchAdmin.put(oursPath, limits)).body.code).toBe(0);
    expect((await branchAdmin.delete(oursPath)).body.code).toBe(0);
  });

  it('cannot add roles, close a period or change the menu of a role', async () => {
    const role = { name: 'Everything', copy_of: 'admin' };
    expect(await branchAdmin.post('/api/v2/roles', role)).toMatchObject(ROOT_ONLY);
    expect((await rootAdmin.post('/api/v2/roles', role)).body).toMatchObject({ code: 0 });
    const day = { settlement_day: 5 };
    expect(await branchAdmin.put('/api/v2/settlement', day)).toMatchObject(ROOT_ONLY);
    expect(await branchAdmin.post('/api/v2/settlement/close')).toMatchObject(ROOT_ONLY);
    const menu = { entries: [] };
    expect(await branchAdmin.put('/api/v2/menu-arrangement/viewer', menu)).toMatchObject(ROOT_ONLY);
    expect(
      await branchAdmin.put('/api/v2/second-factor-requirement', { required: true }),
    ).toMatchObject(ROOT_ONLY);
  });

  it('choose report recipients only among the users of their group', async () => {
    const named = async (client: HttpClient) =>
      (await client.get('/api/v2/report-schedules')).body.data.people.map(
        ({ id }: { id: number }) => id,
      );
    expect(await named(rootAdmin)).toContain(root.userId);
    const people = await named(branchAdmin);
    expect(people).toHaveLength(4);
    expect(people).not.toContain(root.userId);
  });

  it('use protection templates of the groups above without changing them', async () => {
    const sets = {
      lostPhase: {
        enable: 'false',
        doOpen: 'false',
        doLock: 'false',
        lpjt: '1',
        lpjv: '150.0',
        lprt: '9',
      },
    };
    const saved = await rootAdmin.post('/api/v2/protection-templates', { name: 'Feeders', sets });
    expect(saved.body).toMatchObject({ code: 0, data: { changeable: true } });
    const { id } = saved.body.data;
    const path = `/api/v2/protection-templates/${id}`;
    const change = { name: 'Feeders', sets, version: 1 };
    expect((await branchOperator.put(path, change)).body.reason).toBe('template-of-group-above');
    expect((await branchOperator.delete(path)).body.reason).toBe('template-of-group-above');
    expect((await branchOperator.get('/api/v2/protection-templates')).body.data.list).toEqual([
      expect.objectContaining({ id, changeable: false }),
    ]);
  });

  it('delete a device only with a group that it is in', async () => {
    const remove = (groupId: number) =>
      rootAdmin.post('/device/delete', { id: rootDevice.code, groupId });
    expect((await remove(branchGroup.groupId)).body).toMatchObject({ reason: 'not-found' });
    expect((await remove(root.groupId)).body).toMatchObject({ errCode: 0 });
  });
});
