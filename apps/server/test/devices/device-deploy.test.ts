/** Copying the settings of one breaker to another: preview first, then a result for each part. */
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import { expect, it } from 'vitest';
import { jsonb } from '../../src/storage/column-types.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { assignCustomRole } from '../support/factories/role.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

const PREVIEW = '/api/v2/device-deploy/preview';
const APPLY = '/api/v2/device-deploy';
const ALL = ['group', 'rate', 'ratings', 'protections', 'timers', 'contacts'];
const SET = { ...writeRecord(OVER_VOLTAGE, defaultsOf(OVER_VOLTAGE)) };

interface Part {
  part: string;
  state: string;
  changes: { what: string; before: string | null; after: string | null }[];
}

describeWithDatabase('copying the settings of a breaker', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }));
  const operator = fixture(() => buildClient(server, customer));
  const stranger = fixture(async () =>
    buildClient(server, await buildCustomer(server.parts.context), { role: 'admin' }),
  );

  async function registered(deviceType = 'MT61') {
    const code = freshCode();
    const { body } = await admin.post('/device/addOrUpdate', {
      deviceName: code,
      deviceSymbolCode: code,
      deviceType,
      rate: customer.rateId,
      groupId: customer.groupId,
    });
    return { code, id: body.data.id as number };
  }
  /** Registers a breaker with ratings, a reported protection, two timers and its contacts. */
  async function pattern() {
    const device = await registered();
    await admin.put('/api/v2/device', { device_code: device.code, rated_vol: 230, rated_cur: 63 });
    for (const [time, op] of [
      ['06:30', 'close'],
      ['22:00', 'open'],
    ]) {
      await admin.post('/task/addOrUpdate', { devId: device.code, days: 31, time, op });
    }
    await admin.post('/device/dryNode/save', {
      deviceId: device.code,
      name1: 'door',
      status1: 'close',
      name2: 'fan',
      status2: 'open',
    });
    await database.db
      .insertInto('device_parameter')
      .values({
        customer_id: customer.customerId,
        device_id: device.id,
        parameter_set: 'overVoltage',
        reported: jsonb(SET),
        reported_at: new Date(server.clock.now()),
        read_asked_at: null,
        read_command_id: null,
        written_at: null,
        write_command_id: null,
      })
      .execute();
    return device;
  }
  const preview = async (client: HttpClient, body: object) =>
    (await client.post(PREVIEW, body)).body;
  const partsOf = async (device_code: string, from_device: string) =>
    (await preview(admin, { device_code, from_device })).data as { token: string; parts: Part[] };
  const states = (parts: readonly Part[]) => parts.map(({ part, state }) => `${part} ${state}`);

  it('previews the changes, applies exactly those, and then finds nothing to do', async () => {
    const from = await pattern();
    const to = await registered();
    await admin.post('/task/addOrUpdate', { devId: to.code, days: 1, time: '09:00', op: 'open' });
    const { token, parts } = await partsOf(to.code, from.code);
    expect(states(parts)).toEqual([
      'group same',
      'rate same',
      'ratings changes',
      'protections changes',
      'timers changes',
      'contacts changes',
    ]);
    const timers = parts.find(({ part }) => part === 'timers')!.changes;
    expect(timers.map(({ before, after }) => [before, after])).toEqual([
      ['1 09:00 open on', null],
      [null, '31 06:30 close on'],
      [null, '31 22:00 open on'],
    ]);
    const request = { device_code: to.code, from_device: from.code, parts: ALL, token };
    const { data } = (await operator.post(APPLY, request)).body;
    expect(
      data.parts.map(({ part, result }: { part: string; result: string }) => [part, result]),
    ).toEqual([
      ['group', 'same'],
      ['rate', 'same'],
      ['ratings', 'done'],
      ['protections', 'started'],
      ['timers', 'done'],
      ['contacts', 'done'],
    ]);
    const runId = data.parts[3].run_id;
    const run = (await operator.get(`/api/v2/protection-templates/runs/${runId}`)).body.data;
    expect(run).toMatchObject({ template_name: from.code, kind: 'write' });
    expect(run.steps).toMatchObject([{ device_code: to.code, set: 'overVoltage' }]);
    const again = await partsOf(to.code, from.code);
    // Values written to a device count as its own only after it has reported them.
    expect(states(again.parts).filter((state) => state.endsWith('changes'))).toEqual([
      'protections changes',
    ]);
  });

  it('refuses each part whose direct call the role may not make, and copies the others', async () => {
    const from = await pattern();
    const to = await registered();
    const rate = await admin.post('/api/v2/rate', {
      ...{ name: 'Cheap', rate_1: 0.1, rate_2: 0.1, rate_3: 0.1, rate_4: 0.1 },
    });
    const group = await buildGroup(server.parts.context, customer, 'Yard');
    await admin.put('/api/v2/device', {
      device_code: from.code,
      rate: rate.body.data.id,
      group_id: group.groupId,
    });
    const copyAs = async (...permissions: string[]) => {
      const user = await buildClient(server, customer, { role: 'viewer' });
      await assignCustomRole(database, user, ['data.read', 'protection.write', ...permissions]);
      const { token } = await partsOf(to.code, from.code);
      const request = { device_code: to.code, from_device: from.code, parts: ALL, token };
      const { data } = (await user.post(APPLY, request)).body;
      return data.parts.map((one: { part: string; result: string; reason: string | null }) =>
        [one.part, one.result, one.reason ?? ''].join(' ').trimEnd(),
      );
    };
    const timers = async () =>
      (
        await database.db
          .selectFrom('timer')
          .select('timer_id')
          .where('device_id', '=', to.id)
          .execute()
      ).length;
    const before = (await partsOf(to.code, from.code)).parts;
    expect(await copyAs()).toEqual([
      'group refused forbidden',
      'rate refused forbidden',
      'ratings refused forbidden',
      'protections started',
      'timers refused forbidden',
      'contacts refused forbidden',
    ]);
    expect((await partsOf(to.code, from.code)).parts).toEqual(before);
    expect(await timers()).toBe(0);
    const logged = await database.db
      .selectFrom('operation_log')
      .select(['module', 'device_id'])
      .where('customer_id', '=', customer.customerId)
      .where('status', '=', 'refused:forbidden')
      .execute();
    expect(logged).toEqual([{ module: 'Remote control', device_id: to.id }]);
    expect((await copyAs('timer.write')).filter((text: string) => text.endsWith('done'))).toEqual([
      'timers done',
    ]);
    expect(await timers()).toBe(2);
    expect((await copyAs('device.write')).filter((text: string) => text.endsWith('done'))).toEqual([
      'group done',
      'rate done',
      'ratings done',
      'contacts done',
    ]);
  });

  it('refuses an outdated preview, and the second of two concurrent requests', async () => {
    const from = await pattern();
    const to = await registered();
    const { token } = await partsOf(to.code, from.code);
    await admin.put('/api/v2/device', { device_code: to.code, device_name: 'Changed' });
    const request = { device_code: to.code, from_device: from.code, parts: ['contacts'], token };
    const late = await admin.post(APPLY, request);
    expect(late.body).toMatchObject({ reason: 'device-changed' });
    const fresh = { ...request, token: (await partsOf(to.code, from.code)).token };
    const both = await Promise.all([admin.post(APPLY, fresh), operator.post(APPLY, fresh)]);
    expect(both.map(({ body }) => body.reason ?? 'done').sort()).toEqual([
      'device-changed',
      'done',
    ]);
  });

  it('copies only the selected parts, and skips values the source has not reported', async () => {
    const from = await registered();
    const to = await pattern();
    const { token, parts } = await partsOf(to.code, from.code);
    expect(states(parts)).toEqual([
      'group same',
      'rate same',
      'ratings untold',
      'protections untold',
      'timers changes',
      'contacts untold',
    ]);
    const request = { device_code: to.code, from_device: from.code, parts: ['contacts'], token };
    const { data } = (await admin.post(APPLY, request)).body;
    expect(data.parts).toMatchObject([
      { part: 'contacts', result: 'refused', reason: 'parameters-empty' },
    ]);
    const left = (await partsOf(to.code, from.code)).parts;
    expect(left.find(({ part }) => part === 'timers')!.changes).toHaveLength(2);
  });

  it('copies all timers or none: a refused one leaves the device unchanged', async () => {
    const from = await pattern();
    const to = await registered();
    for (const [days, time] of [
      [1, '09:00'],
      [16, '22:00'],
    ]) {
      await admin.post('/task/addOrUpdate', { devId: to.code, days, time, op: 'open' });
    }
    // A project timer remains in the project and conflicts with the second timer that is copied.
    await database.db
      .updateTable('timer')
      .set({ project_timer_id: 1 })
      .where('device_id', '=', to.id)
      .where('clock_time', '=', '22:00')
      .execute();
    const ofTarget = async () => ({
      timers: await database.db
        .selectFrom('timer')
        .selectAll()
        .where('device_id', '=', to.id)
        .orderBy('timer_id')
        .execute(),
      lines: await database.db
        .selectFrom('operation_log')
        .select(['command', 'detail'])
        .where('device_id', '=', to.id)
        .orderBy('operation_log_id')
        .execute(),
      table: await database.db
        .selectFrom('timer_table')
        .selectAll()
        .where('device_id', '=', to.id)
        .execute(),
    });
    const before = await ofTarget();
    const { token, parts } = await partsOf(to.code, from.code);
    expect(parts.find(({ part }) => part === 'timers')!.changes).toMatchObject([
      { before: '1 09:00 open on', after: null },
      { before: null, after: '31 06:30 close on' },
      { before: null, after: '31 22:00 open on' },
    ]);
    const request = { device_code: to.code, from_device: from.code, parts: ['timers'], token };
    const { data } = (await operator.post(APPLY, request)).body;
    expect(data.parts).toMatchObject([
      { part: 'timers', result: 'refused', reason: 'timer-taken' },
    ]);
    expect(before.timers).toHaveLength(2);
    expect(await ofTarget()).toEqual(before);
  });

  it('reports a protection that does not fit the rating of the device', async () => {
    const from = await pattern();
    const to = await registered();
    await admin.put('/api/v2/device', { device_code: to.code, rated_vol: 24 });
    const { parts } = await partsOf(to.code, from.code);
    const protections = parts.find(({ part }) => part === 'protections')!;
    expect(protections.state).toBe('unfit');
    expect(protections.changes.map(({ what }) => what)).toContain('overVoltage.ov');
  });

  it('refuses devices of other customers and devices that are not breakers, and requires a source', async () => {
    const own = await registered();
    const gateway = await registered('MT88C');
    const foreign = await preview(stranger, { device_code: own.code, from_device: own.code });
    expect(foreign).toMatchObject({ code: 404, field: 'device_code' });
    for (const [body, reason, field] of [
      [{ from_device: 'NOSUCHDEVICE01' }, 'not-found', 'from_device'],
      [{ from_device: gateway.code }, 'protection-not-supported', 'from_device'],
      [{}, 'info-required', 'from_device'],
      [{ from_template: 'nothing' }, 'not-found', 'from_template'],
    ] as const) {
      const answer = await preview(admin, { device_code: own.code, ...body });
      expect(answer).toMatchObject({ reason, field });
    }
  });
});
