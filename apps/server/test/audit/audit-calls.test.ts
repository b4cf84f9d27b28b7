/** The calls of the audit trail: search, export and the state of the hash chain. */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealEntries } from '../../src/areas/identity/audit/seal-entries.ts';
import { writeAccess, writeLog } from '../../src/areas/shared/operation-log/write-log.ts';
import type { Actor } from '../../src/caller.ts';
import { readCsv } from '../reports/read-files.ts';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import {
  type BuiltUser,
  buildCustomer,
  buildUser,
  PASSWORD,
} from '../support/factories/customer.ts';
import { openSession } from '../support/factories/session.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

const STEP = 10_000;

describeWithDatabase('the audit trail', (database) => {
  const server = fixture(() => startServer(database));
  const now = TEST_NOW;
  const own = fixture(() => createTenant(database, { label: 'own', now }));
  let token: string;

  beforeAll(async () => {
    const other = await createTenant(database, { label: 'other', now });
    token = await openSession(database, own.customerId, own.users.auditor.userId, now);
    const actor = (tenant: Tenant, groupId: number, userName: string): Actor => ({
      customerId: tenant.customerId,
      groupId,
      userId: tenant.users.admin.userId,
      userName,
      tokenHash: Buffer.alloc(32, 7),
      address: '192.0.2.9',
    });
    const { db } = database;
    for (const tenant of [own, other]) {
      const name = tenant === own ? 'Ann' : 'foreign';
      await writeLog(db, actor(tenant, tenant.groupId, name), {
        at: now - 5 * STEP,
        module: LOG_MODULES.projects,
        command: 'change project',
        detail: { before: { name: '100 % old' }, after: { name: '=new' } },
      });
      await writeLog(db, actor(tenant, tenant.groupId, name), {
        at: now - 4 * STEP,
        module: LOG_MODULES.remoteControl,
        command: 'close',
        status: 'refused:control-busy',
        device: tenant,
        detail: {},
      });
      await writeAccess(db, actor(tenant, tenant.childGroupId, `${name} below`), {
        at: now - 3 * STEP,
        command: 'sign in',
        detail: { client: 'Browser' },
      });
    }
    await sealEntries({ database });
  });

  async function get(path: string, as = token) {
    const answer = await server.app.inject({
      method: 'GET',
      url: path,
      headers: { authorization: as },
    });
    return answer;
  }
  const search = async (query = '', as = token) => {
    const { data } = (await get(`/api/v2/audit?${query}`, as)).json();
    return data as { list: Record<string, unknown>[]; total: number };
  };
  const commands = async (query: string) =>
    (await search(query)).list.map(({ command }) => command as string);

  it('is listed newest first with sequence number, user, address, and the values before and after', async () => {
    const { list, total } = await search('ps=3');
    expect(total).toBeGreaterThanOrEqual(4);
    expect(list.map(({ command }) => command)).toEqual(['sign in', 'close', 'change project']);
    expect(list[2]).toMatchObject({
      kind: 'operation',
      user_name: 'Ann',
      client_address: '192.0.2.9',
      session: '070707070707',
      module: 'Projects',
      status: 'done',
      seq: expect.any(Number),
      detail: { before: { name: '100 % old' }, after: { name: '=new' } },
    });
    expect(list[1]).toMatchObject({ device_code: own.deviceCode, status: 'refused:control-busy' });
    expect(list.map(({ user_name }) => user_name)).not.toContain('foreign');
  });

  it.each<[string, () => string, string[]]>([
    ['kind', () => 'kind=access', ['sign in']],
    ['module', () => 'module=Projects', ['change project']],
    ['command', () => 'command=close', ['close']],
    ['status', () => 'status=refused', ['close']],
    ['one refusal', () => 'status=refused:control-busy', ['close']],
    ['device code', () => `device_code=${own.deviceCode}&ps=1`, ['close']],
    ['text in the detail', () => 'text=100%20%25%20old', ['change project']],
    ['text in other letter case', () => 'text=BROWSER', ['sign in']],
    ['text with a percent sign, which is not a pattern', () => 'text=100%25old', []],
    ['text in a name', () => 'text=ann%20below', ['sign in']],
    ['time', () => `start=${now - 4 * STEP}&end=${now - 3 * STEP}`, ['close']],
    ['an unknown user', () => 'user_id=1', []],
    ['an invalid user id', () => 'user_id=x', []],
  ])('can be searched by %s', async (_name, query, expected) => {
    expect(await commands(query())).toEqual(expected);
  });

  it('is sorted and paged as requested', async () => {
    const all = await commands('sort=command&order=asc');
    expect(all).toEqual(all.toSorted());
    const oldest = await commands('order=asc');
    expect(oldest.at(-1)).toBe('sign in');
    expect(await commands('pn=2&ps=1')).toEqual(['close']);
    expect((await search('pn=2&ps=1')).total).toBe(oldest.length);
  });

  it('rejects an invalid time and an unknown language', async () => {
    expect((await get('/api/v2/audit?start=soon')).json()).toMatchObject({
      reason: 'range-invalid',
    });
    expect((await get('/api/v2/audit/export?language=xx')).json()).toMatchObject({
      reason: 'language-unknown',
    });
  });

  it('is refused to roles that may not read it', async () => {
    for (const role of ['operator', 'viewer', 'engineer'] as const) {
      const as = await openSession(database, own.customerId, own.users[role].userId, now);
      for (const path of ['/api/v2/audit', '/api/v2/audit/export', '/api/v2/audit/verify']) {
        expect([role, path, (await get(path, as)).statusCode]).toEqual([role, path, 403]);
      }
    }
  });

  it('is the source of the operation log', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/sys/log/findByConditions',
      headers: { authorization: token },
      payload: { rows: 100 },
    });
    const listed = answer.json().data.map(({ opCommand }: { opCommand: string }) => opCommand);
    expect(listed).toContain('close');
    expect(listed).toContain('sign in');
  });

  it('shows the current state of a command in addition to the recorded status', async () => {
    const device = { deviceId: own.deviceId, deviceCode: own.deviceCode, groupId: own.groupId };
    await writeLog(
      database.db,
      { ...own, ...own.users.admin, tokenHash: null, address: '' },
      {
        at: now - 80 * STEP,
        module: LOG_MODULES.remoteControl,
        command: 'lock',
        status: 'queued',
        device,
        commandId: own.commandId,
        detail: {},
      },
    );
    const { list } = await search('command=lock&status=confirmed');
    expect(list).toMatchObject([{ status: 'queued', command_state: 'confirmed' }]);
    expect(await commands('command=lock&status=queued')).toEqual([]);
    expect((await search('command=close')).list).toMatchObject([{ command_state: null }]);
    const { body } = await get('/api/v2/audit/export?command=lock');
    expect(body).toContain(',lock,confirmed,queued,');
    const states = (await search('sort=status&order=asc')).list.map(
      ({ command_state: state, status }) => (state ?? status) as string,
    );
    expect(states).toEqual(states.toSorted());
  });

  it('is exported without spreadsheet formulas, and the export itself adds an entry', async () => {
    const answer = await get('/api/v2/audit/export?language=fr&module=Projects');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/filename="audit-[0-9-]{10}\.csv"/);
    const [head, ...lines] = answer.body.slice(1).trimEnd().split('\r\n');
    expect(head).toMatch(/^Numéro,Date et heure,Utilisateur,Adresse/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('""after"":{""name"":""=new""}');
    // A row written by an earlier version can contain any text.
    const formula = {
      at: now,
      module: LOG_MODULES.projects,
      command: '=1+1' as LogCommand,
      detail: {},
    };
    const { admin } = own.users;
    await writeLog(
      database.db,
      { ...own, ...admin, userName: '@sum', tokenHash: null, address: '' },
      formula,
    );
    const again = await get('/api/v2/audit/export?command=%3D1%2B1');
    expect(again.body).toContain(",'@sum,,,Projects,'=1+1,done,");
    expect((await search('command=export audit trail')).list[1]).toMatchObject({
      user_name: own.users.auditor.userName,
      detail: { filters: { module: 'Projects' } },
    });
  });

  it('exports more than one page, each entry once', async () => {
    await sql`insert into audit_entry (customer_id, logged_at, group_id, module, command, status)
      select ${own.customerId}::integer, to_timestamp(${(now - 90 * STEP) / 1000}::float8),
        ${own.groupId}::integer, 'Energy', n::text, 'done' from generate_series(1, 2500) n`.execute(
      database.db,
    );
    const { body } = await get('/api/v2/audit/export?module=Energy');
    const numbers = readCsv(Buffer.from(body))
      .slice(1)
      .map((row) => Number(row[6]));
    expect(numbers).toEqual(Array.from({ length: 2500 }, (_, i) => 2500 - i));
  });

  it.skipIf(isOnCitus)('reports up to where its chain is valid, and the first fault', async () => {
    await sealEntries({ database });
    const whole = (await get('/api/v2/audit/verify')).json().data;
    expect(whole).toMatchObject({ after: 0, waiting: 0, fault: null });
    expect(whole.through).toBeGreaterThan(2_500);
    await sql`alter table audit_entry disable trigger audit_refuse`.execute(database.db);
    const edit = (to: string) =>
      sql`update audit_entry set user_name = ${to}
        where customer_id = ${own.customerId} and command = 'close'`.execute(database.db);
    await edit('Bob');
    const { list } = await search('command=close');
    const broken = (await get('/api/v2/audit/verify')).json().data;
    expect(broken).toMatchObject({
      through: (list[0]!.seq as number) - 1,
      fault: { kind: 'changed', seq: list[0]!.seq, entry_id: String(list[0]!.id) },
    });
    await edit('Ann');
    await sql`alter table audit_entry enable trigger audit_refuse`.execute(database.db);
    expect((await get('/api/v2/audit/verify')).json().data.fault).toBeNull();
  });

  describe('sign-in events', () => {
    let account: BuiltUser;
    let admin: string;
    const ofAccount = async () => {
      const { list } = await search(`kind=access&text=${account.userName}`, admin);
      return list.map(({ command, status }) => `${command} ${status}`);
    };
    beforeAll(async () => {
      const { context } = server.parts;
      const customer = await buildCustomer(context);
      account = await buildUser(context, customer, { role: 'admin' });
      admin = await openSession(database, account.customerId, account.userId, now);
    });

    it('include sign-ins, failed sign-ins, password changes and sign-outs', async () => {
      const client = httpClient(server.app, { address: '203.0.113.5' });
      await client.login(account.userName, 'wrong');
      await eventually(ofAccount).toHaveLength(1);
      await client.login(account.userName, PASSWORD);
      await client.post('/sys/user/modifyPwd', { oldPassword: 'not it', password: 'x' });
      await client.post('/api/v2/logout');
      admin = await openSession(database, account.customerId, account.userId, now);
      expect((await ofAccount()).toSorted()).toEqual([
        'change password refused:old-password-wrong',
        'sign in done',
        'sign in refused:bad-credentials',
        'sign out done',
      ]);
      const { list } = await search('kind=access&command=sign in', admin);
      for (const row of list) expect(row).toMatchObject({ client_address: '203.0.113.5' });
    });

    it('are not recorded for an account that does not exist', async () => {
      const { rows: before } = await sql`select count(*) as n from audit_entry`.execute(
        database.db,
      );
      await httpClient(server.app).login('nobody-of-this-name', 'wrong');
      const { rows: after } = await sql`select count(*) as n from audit_entry`.execute(database.db);
      expect(after).toEqual(before);
    });
  });
});
