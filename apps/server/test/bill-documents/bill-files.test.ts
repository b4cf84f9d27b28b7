/** Files of issued bills: one PDF, and all of a period in a ZIP, within the caller's groups. */
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { renderBill } from '../../src/areas/energy/billing/document/render-bill.ts';
import { findBillArchive } from '../../src/areas/energy/issued-bills/bill-archive.ts';
import type { Caller } from '../../src/caller.ts';
import { buildEnergyFixture } from '../energy/energy-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';
import { readPdf } from './read-pdf.ts';
import { sampleBill } from './sample-bill.ts';
import { buildTenants } from './tenant-fixture.ts';

const ISSUER = { name: 'Estates', address: '', tax_number: '', tax_name: '', tax_rate: null };

describeWithDatabase('files of issued bills', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(async () => {
    const tenants = await buildTenants(server);
    await tenants.admin.put('/api/v2/bill-issuer', ISSUER);
    return { ...tenants, start: tenants.month(1) };
  }, beforeEach);

  const issue = async (group: number) => {
    const body = { start: world.start, group_id: group, language: 'en' };
    await world.admin.post('/api/v2/bills/issue', body);
    const { list } = (await world.admin.get('/api/v2/bills')).body.data;
    return list.find((bill: { group_id: number }) => bill.group_id === group);
  };
  const download = (client: HttpClient, path: string) =>
    server.app.inject({
      method: 'GET',
      url: `/api/v2/bills/${path}`,
      headers: { host: 'busbar-test', authorization: client.token! },
    });
  const archive = async (client: HttpClient) => {
    const answer = await download(client, `archive?start=${world.start}`);
    return answer.headers['content-type'] === 'application/zip'
      ? Object.keys(unzipSync(answer.rawPayload))
      : answer.json().reason;
  };
  const textOf = (file: Buffer) =>
    readPdf(file)
      .pages.flat()
      .map(({ text }) => text)
      .join(' ');

  it('is a PDF with the number, the parties and the total, the same after every change', async () => {
    const bill = await issue(world.south);
    const before = await download(world.admin, `${bill.id}/file`);
    expect(before.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${bill.number}-south.pdf"`,
    });
    const text = textOf(before.rawPayload);
    for (const part of [bill.number, 'Estates', 'south']) expect(text).toContain(part);
    await sql`update user_group set name = 'renamed' where customer_id = ${world.customerId}`.execute(
      database.db,
    );
    await world.admin.put('/api/v2/bill-issuer', { ...ISSUER, name: 'Others' });
    const after = await download(world.admin, `${bill.id}/file`);
    expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
  });

  it('are in one archive, which contains a bill that was issued after the last request', async () => {
    expect(await archive(world.admin)).toBe('bills-none');
    const { number: south } = await issue(world.south);
    expect(await archive(world.admin)).toEqual([`${south}-south.pdf`]);
    await sql`update user_group set name = '../a\\b<c>:con' where group_id = ${world.north}`.execute(
      database.db,
    );
    const { number: north, id } = await issue(world.north);
    const answer = await download(world.admin, `archive?start=${world.start}`);
    const files = unzipSync(answer.rawPayload);
    expect(Object.keys(files)).toEqual([`${south}-south.pdf`, `${north}-a-b-c-con.pdf`]);
    const single = await download(world.admin, `${id}/file`);
    expect(Buffer.from(files[`${north}-a-b-c-con.pdf`]!).equals(single.rawPayload)).toBe(true);
    expect((await download(world.admin, 'archive?start=abc')).json()).toMatchObject({
      reason: 'date-invalid',
      field: 'start',
    });
    expect((await download(world.admin, 'archive?start=2019-01-02')).json().reason).toBe(
      'bills-none',
    );
  });

  it('are limited to the groups of the caller, and to the customer', async () => {
    const south = await issue(world.south);
    const north = await issue(world.north);
    const inNorth = await buildClient(server, world.customer, {
      role: 'viewer',
      groupId: world.north,
    });
    expect(await archive(inNorth)).toEqual([`${north.number}-north.pdf`]);
    expect((await download(inNorth, `${south.id}/file`)).statusCode).toBe(404);
    expect((await download(inNorth, `${north.id}/file`)).statusCode).toBe(200);
    const other = await buildEnergyFixture(server, {
      seed: 72,
      zone: 'Asia/Shanghai',
      months: 1,
      devices: 1,
    });
    expect((await download(other.admin, `${south.id}/file`)).statusCode).toBe(404);
    expect(await archive(other.admin)).toBe('bills-none');
  });

  it('are in one archive of a user and four of the process at the same time', async () => {
    await issue(world.south);
    const ctx = server.parts.context;
    const callers = [];
    for (let i = 0; i < 5; i += 1) {
      callers.push(await buildCaller(ctx, world.customer, { role: 'admin' }));
    }
    const [first, second, third, fourth, fifth] = callers;
    const request = async (caller: Caller | undefined) => {
      const found = await findBillArchive(ctx, caller!, world.start);
      return found.ok ? found.value : found.refusal;
    };
    const stop = (parts: AsyncIterable<Uint8Array> | string) => {
      if (typeof parts === 'string') throw new Error(`the request was refused: ${parts}`);
      return parts[Symbol.asyncIterator]().return?.();
    };
    const unread = await request(first);
    expect(await request(first)).toBe('bills-busy');
    const read = await request(second);
    const others = [await request(third), await request(fourth)];
    expect(await request(fifth)).toBe('bills-busy');
    // One reader stops before the first part, another reads everything.
    await stop(unread);
    if (typeof read === 'string') throw new Error(`the request was refused: ${read}`);
    for await (const part of read) expect(part.length).toBeGreaterThan(0);
    for (const again of [await request(first), await request(second), ...others]) await stop(again);
  });

  it('are refused while 20 bills wait, and rendered afterwards', async () => {
    const { id } = await issue(world.south);
    const gone = new AbortController();
    const bill = sampleBill({ devices: 1 });
    const rendered = Array.from({ length: 21 }, () => renderBill(bill, gone.signal));
    const results = Promise.allSettled(rendered);
    const refused = await download(world.admin, `${id}/file`);
    expect([refused.statusCode, refused.json().reason]).toEqual([429, 'bills-busy']);
    gone.abort();
    await results;
    expect((await download(world.admin, `${id}/file`)).statusCode).toBe(200);
  });
});
