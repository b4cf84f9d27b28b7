/**
 * docs/promises.md O8, second half: changes that the owner of the tables makes to the audit trail
 * are found and located.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportHeads } from '../../src/areas/identity/audit/export-heads.ts';
import { sealEntries } from '../../src/areas/identity/audit/seal-entries.ts';
import { verifyChain } from '../../src/areas/identity/audit/verify-chain.ts';
import { purgeOldRows } from '../../src/areas/platform/retention/purge-rows.ts';
import type { Executor } from '../../src/storage/database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { testContext } from '../support/test-context.ts';
import { addCustomer, addEntries, asOwner } from './audit-fixture.ts';

const CUSTOMER = 7;
const COUNT = 10_000;
const FROM = Date.UTC(2026, 10, 1);
const DAY_MS = 86_400_000;

describeWithDatabase('the chain of an audit trail', (database) => {
  let first: number;

  beforeAll(async () => {
    await addEntries(database, CUSTOMER, COUNT, FROM);
    await addEntries(database, 8, 3, FROM);
    await exportHeads(testContext(database));
    const { rows } = await sql<{ id: number }>`
      select min(audit_entry_id) as id from audit_entry where customer_id = ${CUSTOMER}`.execute(
      database.db,
    );
    first = rows[0]!.id;
  });

  const id = (seq: number) => String(first + seq - 1);
  const tampered = (work: (trx: Executor) => Promise<unknown>, newest?: number) =>
    asOwner(database, async (trx) => {
      await work(trx);
      return verifyChain(trx, CUSTOMER, newest === undefined ? {} : { newest });
    });
  const lastHead = async () => (await verifyChain(database.db, CUSTOMER)).place;
  const cut = async (trx: Executor, after: number) => {
    await sql`delete from audit_entry where customer_id = ${CUSTOMER}
      and audit_entry_id > ${first + after - 1}`.execute(trx);
    await sql`delete from audit_seal where customer_id = ${CUSTOMER} and seq > ${after}`.execute(
      trx,
    );
  };
  const lowerHead = (trx: Executor, to: number) =>
    sql`update audit_head h set seq = s.seq, hash = s.hash from audit_seal s
      where h.customer_id = ${CUSTOMER} and s.customer_id = ${CUSTOMER} and s.seq = ${to}`.execute(
      trx,
    );

  it('numbers the entries of each customer from one without a gap, and is valid', async () => {
    const { rows } = await sql`
      select customer_id as customer, min(seq) as first, max(seq) as last, count(*) as count
      from audit_seal group by 1 order by 1`.execute(database.db);
    expect(rows).toEqual([
      { customer: CUSTOMER, first: 1, last: COUNT, count: COUNT },
      { customer: 8, first: 1, last: 3, count: 3 },
    ]);
    expect(await verifyChain(database.db, CUSTOMER)).toMatchObject({
      after: 0,
      entries: COUNT,
      waiting: 0,
      fault: undefined,
    });
  });

  it('can be verified for the newest entries only', async () => {
    expect(await verifyChain(database.db, CUSTOMER, { newest: 100 })).toMatchObject({
      after: COUNT - 100,
      entries: 100,
      fault: undefined,
    });
    expect(await verifyChain(database.db, 8, { newest: 100 })).toMatchObject({
      after: 0,
      entries: 3,
    });
  });

  it.each<[string, ReturnType<typeof sql>]>([
    ['customer', sql`customer_id = 9`],
    ['time, by one microsecond', sql`logged_at = logged_at + interval '1 microsecond'`],
    ['user', sql`user_id = 8`],
    ['user name', sql`user_name = 'operator '`],
    ['user, set to null', sql`user_id = null`],
    ['device', sql`device_id = null`],
    ['device code', sql`device_code = 'MT61-00001235'`],
    ['group', sql`group_id = 2`],
    ['module', sql`module = 'm'`],
    ['command', sql`command = 'close'`],
    ['command id', sql`command_id = '00000000-0000-4000-8000-000000000001'`],
    ['status', sql`status = 'refused:forbidden'`],
    ['detail', sql`detail = detail || '{"n": 1}'`],
    ['detail, by the notation of a number', sql`detail = detail || '{"n": 4712.0}'`],
    ['address', sql`client_address = ''`],
    ['kind', sql`kind = 'access'`],
  ])('locates the one entry whose %s was edited', async (name, change) => {
    const { fault, place } = await tampered((trx) =>
      sql`update audit_entry set ${change} where audit_entry_id = ${first + 4_711}`.execute(trx),
    );
    const kind = name === 'customer' ? 'entry-missing' : 'changed';
    expect(fault).toEqual({ kind, seq: 4_712, entryId: id(4_712) });
    expect(place.seq).toBe(4_711);
  });

  it('locates the first row that is missing, moved or added', async () => {
    const faults = [
      await tampered((trx) =>
        sql`delete from audit_entry where audit_entry_id = ${first + 99}`.execute(trx),
      ),
      await tampered((trx) =>
        sql`with gone as (delete from audit_entry where audit_entry_id = ${first + 99})
          delete from audit_seal where customer_id = ${CUSTOMER} and seq = 100`.execute(trx),
      ),
      // The contents of two entries are swapped.
      await tampered((trx) =>
        sql`update audit_entry e set logged_at = o.logged_at, detail = o.detail, device_id = o.device_id
          from audit_entry o where e.audit_entry_id in (${first + 49}, ${first + 50})
          and o.audit_entry_id = ${2 * first + 99}::bigint - e.audit_entry_id`.execute(trx),
      ),
      // The entries of two seals are swapped.
      await tampered((trx) =>
        sql`with gone as (delete from audit_seal where customer_id = ${CUSTOMER} and seq in (60, 61)
            returning *)
          insert into audit_seal select customer_id, 121 - seq + 100000, audit_entry_id, hash from gone`
          .execute(trx)
          .then(() =>
            sql`update audit_seal set seq = seq - 100000 where seq > 100000`.execute(trx),
          ),
      ),
      await tampered((trx) =>
        sql`insert into audit_entry (customer_id, logged_at, module, command, status)
          values (${CUSTOMER}, now(), 'm', 'c', 'done')`.execute(trx),
      ),
      await tampered((trx) => lowerHead(trx, 9_000)),
    ].map(({ fault }) => fault);
    expect(faults).toEqual([
      { kind: 'entry-missing', seq: 100, entryId: id(100) },
      { kind: 'seal-missing', seq: 100, entryId: null },
      { kind: 'changed', seq: 50, entryId: id(50) },
      { kind: 'changed', seq: 60, entryId: id(61) },
      { kind: 'not-in-chain', seq: null, entryId: expect.any(String) },
      { kind: 'not-in-chain', seq: 9_001, entryId: null },
    ]);
  });

  it('locates a truncated tail as long as one head remains somewhere', async () => {
    const entries = await tampered((trx) =>
      sql`delete from audit_entry where audit_entry_id > ${first + 8_999}
        and customer_id = ${CUSTOMER}`.execute(trx),
    );
    expect(entries.fault).toEqual({ kind: 'entry-missing', seq: 9_001, entryId: id(9_001) });
    const seals = await tampered((trx) => cut(trx, 9_000));
    expect(seals.fault).toEqual({ kind: 'cut', seq: 9_001, entryId: null });
    const head = await tampered(async (trx) => {
      await cut(trx, 9_000);
      await lowerHead(trx, 9_000);
    });
    expect(head.fault).toEqual({ kind: 'cut', seq: 9_001, entryId: null });

    const known = [await lastHead()];
    const everything = await asOwner(database, async (trx) => {
      await cut(trx, 9_000);
      await lowerHead(trx, 9_000);
      await sql`delete from audit_head_export`.execute(trx);
      return [await verifyChain(trx, CUSTOMER), await verifyChain(trx, CUSTOMER, { known })].map(
        ({ fault }) => fault?.kind,
      );
    });
    expect(everything).toEqual([undefined, 'cut']);
  });

  it("has no fault if only another customer's entries are tampered with", async () => {
    const { fault } = await tampered((trx) =>
      sql`update audit_entry set user_name = 'x' where customer_id = 8`.execute(trx),
    );
    expect(fault).toBeUndefined();
  });

  it('counts entries that await their seal without a fault, and reports one that was deleted unsealed', async () => {
    await sql`insert into audit_entry (customer_id, logged_at, module, command, status)
      values (8, now(), 'm', 'c', 'done')`.execute(database.db);
    expect(await verifyChain(database.db, 8)).toMatchObject({ waiting: 1, fault: undefined });
    const vanished = await asOwner(database, async (trx) => {
      await sql`delete from audit_entry where customer_id = 8 and audit_entry_id not in
        (select audit_entry_id from audit_seal where customer_id = 8)`.execute(trx);
      return (await verifyChain(trx, 8)).fault;
    });
    expect(vanished).toMatchObject({ kind: 'entry-missing', seq: null });
    await sealEntries({ database });
    expect(await verifyChain(database.db, 8)).toMatchObject({ waiting: 0, entries: 4 });
  });

  describe('several sealing processes', () => {
    it('give every entry one number, whichever process is first', async () => {
      await sql`insert into audit_entry (customer_id, logged_at, module, command, status)
        select 20 + n % 5, now(), 'm', n::text, 'done' from generate_series(1, 3000) n`.execute(
        database.db,
      );
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([sealEntries({ database }), sealEntries({ database })]);
      }
      for (const customer of [20, 21, 22, 23, 24]) {
        expect(await verifyChain(database.db, customer)).toMatchObject({
          entries: 600,
          waiting: 0,
          fault: undefined,
        });
      }
    });

    it('seal late commits in a later pass, and omit none', async () => {
      const insert = (trx: Executor, command: string) =>
        sql`insert into audit_entry (customer_id, logged_at, module, command, status)
          values (30, now(), 'm', ${command}, 'done')`.execute(trx);
      await database.transaction(async (slow) => {
        await insert(slow, 'slow');
        await insert(database.db, 'quick');
        await sealEntries({ database });
        expect((await verifyChain(database.db, 30)).entries).toBe(1);
      });
      await sealEntries({ database });
      const { rows } = await sql<{ command: string }>`
        select e.command from audit_seal s join audit_entry e using (customer_id, audit_entry_id)
        where s.customer_id = 30 order by s.seq`.execute(database.db);
      expect(rows.map(({ command }) => command)).toEqual(['quick', 'slow']);
      expect((await verifyChain(database.db, 30)).fault).toBeUndefined();
    });
  });

  describe('purged entries', () => {
    const OLD = 40;
    const start = Date.UTC(2022, 0, 1);
    const forgetAt = (at: number) => purgeOldRows(testContext({ ...database }, {}, at));

    beforeAll(async () => {
      await addEntries(database, OLD, 6_000, start);
      await addEntries(database, OLD, 50, start + 600 * DAY_MS);
      await exportHeads(testContext(database));
      await addCustomer(database, OLD);
    });

    it('leave the chain valid from its checkpoint on, with an entry about each purge', async () => {
      await forgetAt(start + 1_099 * DAY_MS);
      expect((await verifyChain(database.db, OLD)).after).toBe(0);
      await forgetAt(start + 1_110 * DAY_MS);
      await sealEntries({ database });
      expect(await verifyChain(database.db, OLD)).toMatchObject({
        after: 6_000,
        entries: 52,
        fault: undefined,
      });
      const { rows } = await sql<{ detail: unknown }>`
        select detail from audit_entry where customer_id = ${OLD} and module = 'Audit trail'
        order by audit_entry_id`.execute(database.db);
      expect(rows.map(({ detail }) => detail)).toMatchObject([
        { through: 5_000, entries: 5_000 },
        { through: 6_000, entries: 1_000 },
      ]);
    });

    it('are reported if they were not purged by the retention', async () => {
      const faults = await asOwner(database, async (trx) => {
        await sql`insert into audit_checkpoint (customer_id, seq, hash, entries)
          select customer_id, seq, hash, 20 from audit_seal
          where customer_id = ${OLD} and seq = 6020`.execute(trx);
        await sql`delete from audit_entry e using audit_seal s where s.customer_id = ${OLD}
          and s.seq <= 6020 and e.customer_id = ${OLD} and e.audit_entry_id = s.audit_entry_id`.execute(
          trx,
        );
        await sql`delete from audit_seal where customer_id = ${OLD} and seq <= 6020`.execute(trx);
        const forged = (await verifyChain(trx, OLD)).fault;
        await sql`delete from audit_checkpoint where customer_id = ${OLD} and seq = 6020`.execute(
          trx,
        );
        return [forged, (await verifyChain(trx, OLD)).fault];
      });
      expect(faults).toEqual([
        { kind: 'not-told', seq: 6_020, entryId: null },
        { kind: 'seal-missing', seq: 6_001, entryId: null },
      ]);
    });
  });
});
