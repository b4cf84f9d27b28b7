/**
 * Commands, their progress and their log over HTTP, in the terms of docs/specification/control.md.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

describeWithDatabase('control calls over HTTP', (database) => {
  const server = fixture(() =>
    startServer(database, {
      env: { CONTROL_GAP_S: '0', CONTROL_PER_MINUTE: '100', CONTROL_GROUP_PERCENT: '100' },
    }),
  );
  const tenant = fixture(() => createTenant(database, { label: 'ctl', now: TEST_NOW }));
  const foreign = fixture(() => createTenant(database, { label: 'ctlforeign', now: TEST_NOW }));
  beforeAll(async () => {
    for (const { deviceId } of [tenant, foreign]) {
      await database.db
        .updateTable('device_state')
        .set({
          connected: true,
          heard_at: new Date(TEST_NOW),
          switch_action: 'closeByCommand',
          switch_reported_at: new Date(TEST_NOW),
        })
        .where('device_id', '=', deviceId)
        .execute();
    }
  });

  async function call(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
    more: { role?: 'admin' | 'operator' | 'viewer'; headers?: Record<string, string> } = {},
  ) {
    const answer = await server.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${tenant.users[more.role ?? 'operator'].token}`,
        ...more.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: answer.statusCode, text: answer.body, body: answer.json() };
  }

  const submit = (word: string, more: object = {}, headers: Record<string, string> = {}) =>
    call(
      'POST',
      '/api/v2/device/control',
      { device_code: tenant.deviceCode, data: { switch: word }, ...more },
      { headers },
    );
  const clear = () =>
    database.db
      .deleteFrom('command')
      .where('device_id', '=', tenant.deviceId)
      .where('state', '!=', 'confirmed')
      .execute();

  it('return the id of the command, which can be polled and cancelled', async () => {
    const { body } = await submit('open');
    expect(body).toMatchObject({
      code: 0,
      msg: 'The command has been brushed into the cache',
      data: { command_id: expect.any(String), state: 'queued', created_at: expect.any(Number) },
    });
    const url = `/api/v2/device/command/${body.data.command_id}`;
    const seen = await call('GET', url, undefined, { role: 'viewer' });
    expect(seen.body.data).toMatchObject({
      id: body.data.command_id,
      device_code: tenant.deviceCode,
      op: 'switch',
      switch: 'open',
      state: 'queued',
      reason: null,
      times: { queued: body.data.created_at },
    });
    expect((await call('DELETE', url, undefined, { role: 'viewer' })).status).toBe(403);
    expect((await call('DELETE', url)).body.data).toMatchObject({
      state: 'cancelled',
      reason: 'cancelled-by-user',
      times: { queued: body.data.created_at, cancelled: expect.any(Number) },
    });
    expect((await call('DELETE', url)).body).toMatchObject({
      code: 40912,
      reason: 'command-ended',
    });
    await clear();
  });

  it('reject a second operation with the message of the specification', async () => {
    await submit('open');
    const { body } = await submit('lock');
    expect(body).toMatchObject({ code: 40901, msg: 'It is on configuring, please try later.' });
    const v1 = await call('POST', '/device/swControl', {
      devId: tenant.deviceId,
      data: { switch: 'open' },
    });
    expect(v1.body).toMatchObject({ errCode: 40901, reason: 'control-busy' });
    await clear();
  });

  it('answer a repeated request byte for byte, and another request with the same key with 409', async () => {
    const key = { 'idempotency-key': 'one' };
    const first = await submit('open', {}, key);
    expect((await submit('open', {}, key)).text).toBe(first.text);
    expect((await submit('lock', {}, key)).status).toBe(409);
    await clear();
  });

  it.each([
    ['an absent device', { device_code: 'NOSUCHDEVICE' }],
    ['a foreign device', () => ({ device_code: foreign.deviceCode })],
    ['a foreign device by number', () => ({ device_code: foreign.deviceId })],
  ])('answer %s with 404', async (_name, more) => {
    const { status, body } = await submit('open', typeof more === 'function' ? more() : more);
    expect([status, body.reason]).toEqual([404, 'not-found']);
  });

  it('find no command of another customer', async () => {
    const url = `/api/v2/device/command/${foreign.commandId}`;
    expect((await call('GET', url)).status).toBe(404);
    expect((await call('DELETE', url)).status).toBe(404);
    expect((await call('GET', '/api/v2/device/command/nonsense')).status).toBe(404);
  });

  it('trust neither the user nor the group in the body on v1', async () => {
    const body = { devId: tenant.deviceId, data: { switch: 'open' } };
    const other = { ...body, userId: tenant.users.admin.userId };
    expect((await call('POST', '/device/swControl', other)).status).toBe(403);
    const group = { ...body, groupId: foreign.groupId };
    expect((await call('POST', '/device/swControl', group)).body).toMatchObject({ errCode: 404 });
    const own = { ...body, userId: tenant.users.operator.userId, groupId: tenant.groupId };
    expect((await call('POST', '/device/swControl', own)).body).toMatchObject({ errCode: 0 });
    await clear();
  });

  describe('attempts without permission', () => {
    const lastLine = () =>
      database.db
        .selectFrom('operation_log')
        .selectAll()
        .where('customer_id', '=', tenant.customerId)
        .orderBy('operation_log_id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
    const asViewer = (payload: object, url = '/api/v2/device/control') =>
      call('POST', url, payload, { role: 'viewer' });
    const told = () => ({
      module: 'Remote control',
      status: 'refused:forbidden',
      user_id: tenant.users.viewer.userId,
      user_name: tenant.users.viewer.userName,
      client_address: '127.0.0.1',
      command_id: null,
      detail: { session: expect.any(String), role: 'viewer' },
    });

    it.each([
      ['v2', () => asViewer({ device_code: tenant.deviceCode, data: { switch: 'close' } })],
      [
        'v1',
        () => asViewer({ devId: tenant.deviceId, data: { switch: 'close' } }, '/device/swControl'),
      ],
    ])('are logged on %s', async (_version, attempt) => {
      expect((await attempt()).status).toBe(403);
      expect(await lastLine()).toMatchObject({
        ...told(),
        command: 'close',
        device_id: tenant.deviceId,
        device_code: tenant.deviceCode,
      });
    });

    it('are logged if they claim to come from another user on v1', async () => {
      const { userId } = tenant.users.admin;
      const body = { devId: tenant.deviceId, userId, data: { switch: 'lock' } };
      expect((await call('POST', '/device/swControl', body)).status).toBe(403);
      expect(await lastLine()).toMatchObject({
        status: 'refused:forbidden',
        command: 'lock',
        user_id: tenant.users.operator.userId,
        device_id: tenant.deviceId,
      });
    });

    it('are logged if they concern a command', async () => {
      const { body } = await submit('open');
      const url = `/api/v2/device/command/${body.data.command_id}`;
      expect((await call('DELETE', url, undefined, { role: 'viewer' })).status).toBe(403);
      expect(await lastLine()).toMatchObject({
        ...told(),
        command: 'cancel',
        device_id: tenant.deviceId,
      });
      await clear();
    });

    it.each([
      [
        'on a foreign device',
        () => ({ device_code: foreign.deviceCode, data: { switch: 'open' } }),
      ],
      ['with a malformed body', () => ({ device_code: { __proto__: null }, data: ['switch'] })],
      ['with an empty body', () => ({})],
    ])('are logged without a device: %s', async (_name, payload) => {
      expect((await asViewer(payload())).status).toBe(403);
      const line = await lastLine();
      expect(line).toMatchObject({ ...told(), device_id: null, device_code: '' });
      expect(JSON.stringify(line)).not.toContain(foreign.deviceCode);
    });
  });

  it('poll a device for its readings only once while a request is in progress', async () => {
    const ask = (dataType: string) =>
      call(
        'POST',
        '/device/summonVariable',
        { deviceId: tenant.deviceId, dataType },
        { role: 'viewer' },
      );
    const first = await ask('variable');
    expect(first.body).toMatchObject({ errCode: 0, data: { command_id: expect.any(String) } });
    expect((await ask('variable')).body.data).toEqual(first.body.data);
    expect((await ask('energy')).body.data).not.toEqual(first.body.data);
    // The read request does not block an operation.
    expect((await submit('open')).body.code).toBe(0);
    await clear();
  });

  describe('the operation log', () => {
    let from: number;
    beforeAll(async () => {
      server.clock.advance(1_000);
      from = server.clock.now() - 500;
      await database.db
        .updateTable('device_state')
        .set({ connected: true, heard_at: new Date(server.clock.now()) })
        .where('device_id', '=', tenant.deviceId)
        .execute();
      await submit('open', { reason: 'inspection' });
      server.clock.advance(100);
      await submit('lock');
      server.clock.advance(100);
      await submit('close');
      server.clock.advance(100);
      await call('POST', '/device/summonVariable', {
        deviceId: tenant.deviceId,
        dataType: 'energy',
      });
    });

    const v1 = async (query: object) =>
      (await call('POST', '/sys/log/findByConditions', query, { role: 'viewer' })).body;
    const v2 = async (query: string) =>
      (await call('GET', `/api/v2/log/control-list?${query}`, undefined, { role: 'viewer' })).body;

    it('is filtered by each field and returned newest first', async () => {
      const all = await v1({ logTimeStart: from, rows: 50 });
      expect(all).toMatchObject({ errCode: 0, status: 0, totalCount: 4, currentPage: 1 });
      expect(all.data.map((row: { opCommand: string }) => row.opCommand)).toEqual([
        'energy',
        'close',
        'lock',
        'open',
      ]);
      const open_ = all.data[3];
      expect(open_).toMatchObject({
        deviceId: tenant.deviceCode,
        procMode: 'Remote control',
        status: 'queued',
        userName: tenant.users.operator.userName,
        detail: 'before closeByCommand, reason: inspection',
        logTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      });
      const found = async (query: object) =>
        (await v1({ logTimeStart: from, ...query })).data.map(
          (row: { opCommand: string }) => row.opCommand,
        );
      expect(await found({ logId: open_.id })).toEqual(['open']);
      expect(await found({ opCommand: 'lock' })).toEqual(['lock']);
      expect(await found({ procMode: 'Read now' })).toEqual(['energy']);
      expect(await found({ status: 'refused:control-busy' })).toEqual(['close', 'lock']);
      expect(await found({ status: 'refused' })).toEqual(['close', 'lock']);
      expect(await found({ status: 'queued' })).toEqual(['energy', 'open']);
      expect(await found({ userId: tenant.users.admin.userId })).toEqual([]);
      expect(await found({ userId: String(tenant.users.operator.userId) })).toHaveLength(4);
      expect(await found({ deviceId: tenant.deviceId })).toHaveLength(4);
      expect(await found({ deviceId: tenant.deviceCode })).toHaveLength(4);
      expect(await found({ deviceId: foreign.deviceCode })).toEqual([]);
      expect(await found({ deviceId: 'no device' })).toEqual([]);
      expect(await found({ deviceId: '', userId: null, opCommand: '' })).toHaveLength(4);
      expect(await found({ logTimeEnd: from })).toEqual([]);
      expect(await found({ rows: 1, currentPage: 2 })).toEqual(['close']);
      expect(await found({ rows: '3', currentPage: '2' })).toEqual(['open']);
      expect((await v1({ logTimeStart: open_.logTime, rows: 1 })).totalCount).toBe(4);
    });

    it('shows the current state of the command', async () => {
      await database.db
        .updateTable('command')
        .set({ state: 'confirmed', after_action: 'openByCommand' })
        .where('device_id', '=', tenant.deviceId)
        .where('state', '=', 'queued')
        .where('kind', '=', 'switch')
        .execute();
      const rows = (await v1({ logTimeStart: from, opCommand: 'open' })).data;
      expect(rows[0]).toMatchObject({
        status: 'confirmed',
        detail: 'before closeByCommand, after openByCommand, reason: inspection',
      });
      expect(await v1({ logTimeStart: from, status: 'confirmed' })).toMatchObject({
        totalCount: 1,
      });
    });

    it('lists only control entries on v2 unless another module is requested', async () => {
      const list = (await v2(`start=${from}&ps=50`)).data;
      expect(list.total).toBe(3);
      expect(list.list[0]).toMatchObject({ op_command: 'close', command_id: null });
      expect((await v2(`start=${from}&module=Read%20now`)).data.total).toBe(1);
      expect(
        (await v2(`start=${from}&device_code=${tenant.deviceId}&command=open`)).data.total,
      ).toBe(1);
      expect((await v2(`start=${from}&pn=2&ps=2`)).data.list).toHaveLength(1);
      const { id } = list.list[0];
      expect((await v2(`module=all&id=${id}`)).data).toMatchObject({ total: 1, list: [{ id }] });
    });

    it.each(['yesterday', '2026-13-01 00:00:00', '-1', '99999999999999'])(
      'rejects the time %j',
      async (logTimeStart) => {
        expect(await v1({ logTimeStart })).toMatchObject({
          errCode: 40011,
          reason: 'range-invalid',
        });
      },
    );

    it('limits a group to the entries of itself and its subgroups', async () => {
      const { userId } = tenant.users.viewer;
      const place = (group_id: number) =>
        database.db
          .updateTable('user_account')
          .set({ group_id })
          .where('user_id', '=', userId)
          .execute();
      await place(tenant.childGroupId);
      expect(await v1({ logTimeStart: from })).toMatchObject({ totalCount: 0, data: [] });
      await place(tenant.groupId);
    });
  });
});
