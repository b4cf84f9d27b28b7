/**
 * Forwarding over real sockets with a manual clock: stored records arrive in order, signed and with
 * ids; a receiver that fails, hangs or answers wrongly costs time and nothing else.
 */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { recordSwitchEvent } from '../../src/areas/control/outcomes/switch-queries.ts';
import { readForwarding } from '../../src/areas/messaging/forwarding/forwarding-queries.ts';
import {
  changeForwarding,
  replayDead,
  testForwarding,
} from '../../src/areas/messaging/forwarding/forwarding-service.ts';
import { readProgress } from '../../src/areas/messaging/forwarding/progress-queries.ts';
import { startSenders } from '../../src/areas/messaging/start-senders.ts';
import { secretsOf } from '../../src/areas/shared/installation/sealed-secrets.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually, lockWaits } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import {
  type ForwardingCustomer,
  forwardingCustomer,
  outboundEnv,
  storeReadings,
} from './forwarding-fixture.ts';
import { firstArrivals, startReceiver } from './http-receiver.ts';

const never = new AbortController().signal;
const MINUTE = 60_000;

describeWithDatabase('forwarding', (database) => {
  let stop: (() => Promise<void>) | undefined;
  const receivers = () => [first, second];

  const first = fixture(startReceiver);
  const second = fixture(startReceiver);
  const ctx = fixture(async () => testContext(database, outboundEnv(first.port, second.port)));
  afterEach(async () => {
    await stop?.();
    stop = undefined;
    await sql`update forwarding set enabled = false`.execute(ctx.database.db);
    await sql`delete from outbox`.execute(ctx.database.db);
    for (const receiver of receivers()) {
      receiver.requests.length = 0;
      receiver.answer = (response) => response.writeHead(200).end();
    }
  });

  /** Starts the worker with the test clock, each step of which lets it poll once more. */
  async function begin(): Promise<void> {
    stop = await startSenders(ctx);
  }
  const turn = (ms = 250) => ctx.clock.advance(ms);
  /** Polls until the condition holds, advancing the clock by a second each time. */
  const inTime = <T>(ask: () => T | Promise<T>) =>
    eventually(() => {
      turn(1_000);
      return ask();
    });
  const times = (count: number, from = ctx.clock.now()) =>
    Array.from({ length: count }, (_, i) => from - (count - i) * 1_000);

  function arrived(customer: ForwardingCustomer, receiver = first): number[] {
    return firstArrivals(receiver.requests)
      .filter(({ device_code }) => device_code === customer.device.code)
      .map(({ ts }) => ts);
  }

  it('posts records stored after it was turned on, in order, signed, with their measurements', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const sent = times(3);
    await storeReadings(ctx, customer, sent);
    await begin();
    await inTime(() => arrived(customer)).toEqual(sent);
    const [request] = first.requests;
    const { headers, body, batch } = request!;
    const time = String(headers['x-busbar-time']);
    expect(headers['x-busbar-signature']).toBe(
      `sha256=${createHmac('sha256', customer.secret).update(`${time}.${body}`).digest('hex')}`,
    );
    expect(headers['x-busbar-batch']).toBe(batch.batch_id);
    expect(batch).toMatchObject({ customer: customer.caller.customerId });
    expect(batch.records[0]).toEqual({
      kind: 'reading',
      id: `reading:${customer.device.deviceId}:${sent[0]}`,
      device_code: customer.device.code,
      ts: sent[0],
      quality: 'device',
      values: { insP: expect.closeTo((sent[0]! / 1000) % 50, 3), epT: (sent[0]! / 1000) % 1000 },
    });
  });

  it('sends late readings too, omits duplicates, and sends states in sequence', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const { customerId } = customer.caller;
    const [a, b, c] = times(3) as [number, number, number];
    await storeReadings(ctx, customer, [a, c]);
    await ctx.database.transaction((trx) =>
      recordSwitchEvent(trx, {
        device: {
          customerId,
          deviceId: customer.device.deviceId,
          deviceCode: customer.device.code,
          groupPath: [],
        },
        action: 'openByManual',
        at: c,
        receivedAt: c,
        commandId: null,
      }),
    );
    await storeReadings(ctx, customer, [a, b, c]);
    await begin();
    await inTime(() =>
      first.requests.flatMap(({ batch }) => batch.records.map(({ kind, ts }) => [kind, ts])),
    ).toEqual([
      ['reading', a],
      ['reading', c],
      ['state', c],
      ['reading', b],
    ]);
  });

  it('starts when it is turned on, without imported history but with readings up to an hour old', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const onAt = ctx.clock.now();
    const hour = 60 * MINUTE;
    await storeReadings(ctx, customer, [onAt - 400 * 24 * hour, onAt - 24 * hour, onAt - hour - 1]);
    await storeReadings(ctx, customer, [onAt - hour, onAt - 1]);
    // A device that was offline for days returns with all of its readings.
    ctx.clock.stepTo(onAt + 72 * hour);
    await storeReadings(ctx, customer, [onAt + hour, onAt + 2 * hour, onAt - 2 * hour]);
    await begin();
    await inTime(() => arrived(customer)).toEqual([
      onAt - hour,
      onAt - 1,
      onAt + hour,
      onAt + 2 * hour,
    ]);
    // When forwarding is turned off and on again, it starts over.
    const { caller } = customer;
    await changeForwarding(ctx, caller, { enabled: false });
    await changeForwarding(ctx, caller, { enabled: true });
    const againAt = ctx.clock.now();
    await storeReadings(ctx, customer, [onAt + 3 * hour, againAt]);
    await inTime(() => arrived(customer).slice(4)).toEqual([againAt]);
  });

  it('splits a backlog into sequential batches of at most 500 records and 256 KiB', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const sent = times(1_700);
    let underWay = 0;
    let most = 0;
    first.answer = (response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        response.writeHead(204).end();
      });
    };
    await storeReadings(ctx, customer, sent);
    await begin();
    await inTime(() => arrived(customer).length).toBe(1_700);
    expect(arrived(customer)).toEqual(sent);
    expect(most).toBe(1);
    for (const { batch, body } of first.requests) {
      expect(batch.records.length).toBeLessThanOrEqual(500);
      expect(body.length).toBeLessThanOrEqual(256 * 1024);
    }
    expect(first.requests).toHaveLength(4);
  });

  it('retries while the receiver fails, with the same bytes and id, and sends nothing ahead of it', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const sent = times(600);
    first.answer = (response, _request, number) =>
      response.writeHead(number <= 6 ? 500 : 200).end('an inside word');
    await storeReadings(ctx, customer, sent);
    await begin();
    await inTime(() => arrived(customer).length).toBe(600);
    expect(arrived(customer)).toEqual(sent);
    expect(first.requests).toHaveLength(8);
    const ids = first.requests.map(({ batch }) => batch.batch_id);
    expect(new Set(ids.slice(0, 7)).size).toBe(1);
    expect(new Set(first.requests.slice(0, 7).map(({ body }) => body)).size).toBe(1);
    const log = async () => {
      const { rows } = await sql<{ text: string }>`
        select forward_delivery::text as text from forward_delivery
        where customer_id = ${customer.caller.customerId}`.execute(ctx.database.db);
      return rows.map(({ text }) => text);
    };
    await inTime(async () => (await log()).length).toBe(8);
    expect((await log()).join()).not.toContain('inside');
  });

  it('delivers everything to a receiver that was down for a minute', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    await first.close();
    await begin();
    const sent: number[] = [];
    for (let s = 0; s < 60; s += 1) {
      const [at] = times(1) as [number];
      sent.push(at);
      await storeReadings(ctx, customer, [at]);
      turn(1_000);
    }
    await eventually(
      async () => (await readProgress(ctx.database.db, customer.caller.customerId)).openBatch,
    ).toMatchObject({ lastError: 'refused-connection' });
    await first.reopen();
    await inTime(() => arrived(customer).length).toBe(60);
    expect(arrived(customer)).toEqual(sent);
  });

  it('sends nothing twice and nothing out of order while two processes run', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const sent = times(1_800);
    const other = await startSenders({ ...ctx, processId: 'other' });
    await begin();
    for (let at = 0; at < sent.length; at += 300) {
      await storeReadings(ctx, customer, sent.slice(at, at + 300));
      turn();
    }
    await inTime(() => arrived(customer).length).toBe(1_800);
    await other();
    const records = first.requests.flatMap(({ batch }) => batch.records.map(({ ts }) => ts));
    expect(records).toEqual(sent);
  });

  it('takes over the batch of a dead process when its lease expires and not before', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const sent = times(2);
    await storeReadings(ctx, customer, sent);
    await begin();
    first.answer = () => undefined;
    await inTime(() => first.requests.length).toBe(1);
    // Simulates a kill: the row remains claimed by a process that no longer exists.
    await stop?.();
    const leaseEnd = ctx.clock.now() + MINUTE;
    await sql`update outbox set state = 'taken', taken_by = 'dead',
      taken_until = ${new Date(leaseEnd)}`.execute(ctx.database.db);
    first.answer = (response) => response.writeHead(200).end();
    const heir = await startSenders(ctx);
    await inTime(() => first.requests.length).toBe(2);
    const seconds = Number(first.requests[1]?.headers['x-busbar-time']);
    expect(seconds).toBeGreaterThanOrEqual(Math.floor(leaseEnd / 1000));
    expect(first.requests[1]?.body).toBe(first.requests[0]?.body);
    await heir();
  });

  it('does not let a slow receiver delay another customer', async () => {
    const slow = await forwardingCustomer(ctx, first.url);
    const quick = await forwardingCustomer(ctx, second.url);
    const held: (() => void)[] = [];
    first.answer = (response) => held.push(() => response.writeHead(200).end());
    await storeReadings(ctx, slow, times(600));
    await begin();
    await inTime(() => held.length).toBe(1);
    await storeReadings(ctx, quick, times(1_200));
    await inTime(() => arrived(quick, second).length).toBe(1_200);
    expect(held).toHaveLength(1);
    held[0]?.();
    await inTime(() => held.length).toBe(2);
    held[1]?.();
    await inTime(() => arrived(slow).length).toBe(600);
  });

  it('sets a batch aside after a day, continues with the next, and replays the first with its original id on request', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const { customerId } = customer.caller;
    const [old] = times(1) as [number];
    first.answer = (response) => response.writeHead(500).end();
    await storeReadings(ctx, customer, [old]);
    await begin();
    await inTime(() => first.requests.length).toBe(3);
    turn(24 * 60 * MINUTE);
    await inTime(async () => (await readProgress(ctx.database.db, customerId)).deadBatches).toBe(1);
    first.answer = (response) => response.writeHead(200).end();
    const next = ctx.clock.now();
    await storeReadings(ctx, customer, [next]);
    await inTime(() => arrived(customer)).toEqual([old, next]);
    const deadId = first.requests[0]!.batch.batch_id;
    expect(first.requests.at(-1)?.batch.batch_id).not.toBe(deadId);
    const { outbox_id } = await ctx.database.db
      .selectFrom('outbox')
      .select('outbox_id')
      .where('customer_id', '=', customerId)
      .where('state', '=', 'dead')
      .executeTakeFirstOrThrow();
    const before = first.requests.length;
    expect(await replayDead(ctx, customer.caller, String(outbox_id))).toMatchObject({ ok: true });
    await inTime(() => first.requests.slice(before).map(({ batch }) => batch.batch_id)).toEqual([
      deadId,
    ]);
    expect(await replayDead(ctx, customer.caller, String(outbox_id))).toMatchObject({
      refusal: 'not-found',
    });
  });

  it('turns itself off for a receiver that accepts nothing for a week, and loses no queued data', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const { customerId } = customer.caller;
    first.answer = (response) => response.writeHead(500).end();
    const sent = times(2);
    await storeReadings(ctx, customer, sent);
    await begin();
    await inTime(() => first.requests.length).toBe(1);
    const isSettled = async () =>
      (
        await sql`select 1 from outbox
        where customer_id = ${customerId} and state = 'waiting'`.execute(ctx.database.db)
      ).rows.length === 1;
    await eventually(isSettled).toBe(true);
    turn(8 * 24 * 60 * MINUTE);
    const isOn = async () =>
      (
        await sql<{ on: boolean }>`select enabled as on from forwarding
        where customer_id = ${customerId}`.execute(ctx.database.db)
      ).rows[0]?.on;
    await inTime(isOn).toBe(false);
    first.answer = (response) => response.writeHead(200).end();
    first.requests.length = 0;
    await changeForwarding(ctx, customer.caller, { enabled: true });
    await inTime(() => arrived(customer)).toEqual(sent);
  });

  it('can be turned off while the delivery of a batch is being logged', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const { customerId } = customer.caller;
    first.answer = (response) => response.writeHead(500).end();
    await storeReadings(ctx, customer, times(1));
    await begin();
    await inTime(() => first.requests.length).toBe(1);
    // The worker is stopped, so that only the change waits for a lock below.
    await stop?.();
    stop = undefined;
    const { db } = ctx.database;
    let change: Promise<unknown> | undefined;
    await ctx.database.transaction(async (trx) => {
      // These locks are in the sender's order: the batch, then the settings.
      await sql`update outbox set last_error = 'HTTP 500' where customer_id = ${customerId}`.execute(
        trx,
      );
      change = changeForwarding(ctx, customer.caller, { enabled: false });
      change.catch(() => undefined);
      await eventually(() => lockWaits(db)).toBe(1);
      await sql`update forwarding set last_error = 'HTTP 500'
        where customer_id = ${customerId}`.execute(trx);
    });
    expect(await change).toMatchObject({ ok: true });
  });

  it('sets the batch in flight aside while it is turned off, and resumes with it', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    first.answer = (response) => response.writeHead(500).end();
    const sent = times(2);
    await storeReadings(ctx, customer, sent);
    await begin();
    await inTime(() => first.requests.length).toBe(1);
    await changeForwarding(ctx, customer.caller, { enabled: false });
    await storeReadings(ctx, customer, [sent[0]! - 5_000]);
    first.answer = (response) => response.writeHead(200).end();
    first.requests.length = 0;
    await changeForwarding(ctx, customer.caller, { enabled: true });
    const later = ctx.clock.now();
    await storeReadings(ctx, customer, [later]);
    await inTime(() => arrived(customer)).toEqual([...sent, later]);
  });

  it('connects to no internal address, even if the name starts resolving to one', async () => {
    const customer = await forwardingCustomer(ctx, `http://receiver.example:${first.port}/in`);
    const strict = {
      ...ctx,
      config: testContext(ctx.database, {
        OUTBOUND_HTTP: '1',
        OUTBOUND_PORTS: String(first.port),
      }).config,
    };
    await storeReadings(ctx, customer, times(1));
    const connections = first.connections;
    stop = await startSenders(strict, () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]));
    await inTime(
      async () =>
        (await readProgress(ctx.database.db, customer.caller.customerId)).openBatch?.lastError,
    ).toBe('address-not-public');
    expect(first.connections).toBe(connections);
  });

  it('signs with a new secret as soon as it is created', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const changed = await changeForwarding(ctx, customer.caller, { rotateSecret: true });
    if (!changed.ok) throw new Error(changed.refusal);
    const { secret } = changed.value;
    expect(secret).not.toBe(customer.secret);
    await storeReadings(ctx, customer, times(1));
    await begin();
    await inTime(() => first.requests.length).toBe(1);
    const { headers, body } = first.requests[0]!;
    const text = `${headers['x-busbar-time']}.${body}`;
    const expected = createHmac('sha256', secret ?? '')
      .update(text)
      .digest('hex');
    expect(headers['x-busbar-signature']).toBe(`sha256=${expected}`);
  });

  it('diagnoses problems with a test on request, at most every five seconds', async () => {
    const customer = await forwardingCustomer(ctx, first.url);
    const press = async () => {
      const tested = await testForwarding(ctx, customer.caller, never);
      return tested.ok ? [tested.value.status, tested.value.error] : tested.refusal;
    };
    expect(await press()).toEqual([200, null]);
    expect(await press()).toBe('too-many-attempts');
    turn(5_000);
    first.answer = (response) => response.writeHead(503).end();
    expect(await press()).toEqual([503, 'status']);
    expect(first.requests.at(-1)?.batch.records).toEqual([]);
  });

  describe('forwarding that is turned off', () => {
    it('queues nothing', async () => {
      const customer = await forwardingCustomer(ctx, first.url);
      await changeForwarding(ctx, customer.caller, { enabled: false });
      await storeReadings(ctx, customer, times(5));
      const progress = await readProgress(ctx.database.db, customer.caller.customerId);
      expect(progress.waitingRecords).toBe(0);
    });

    it('accepts other changes while a previously saved address is not allowed', async () => {
      const customer = await forwardingCustomer(ctx, first.url, { enabled: false });
      const { customerId } = customer.caller;
      await ctx.database.db
        .updateTable('customer')
        .set({ receive_url: 'https://10.0.0.1/' })
        .where('customer_id', '=', customerId)
        .execute();
      const change = (asked: Parameters<typeof changeForwarding>[2]) =>
        changeForwarding(ctx, customer.caller, asked);
      expect(await change({ usePlatformApi: true })).toMatchObject({ ok: true });
      const { usePlatformApi } = await readForwarding(
        ctx.database.db,
        secretsOf(ctx.config),
        customerId,
      );
      expect(usePlatformApi).toBe(true);
      const refusal = { refusal: 'address-not-public', field: 'url' };
      expect(await change({ enabled: true })).toMatchObject(refusal);
      expect(await change({ useHttps: true })).toMatchObject(refusal);
      expect(await change({ url: '' })).toMatchObject({ ok: true });
      expect(await change({ enabled: true })).toMatchObject({ field: 'url' });
    });

    it('cannot be turned on for an address that leads to an internal network', async () => {
      const customer = await forwardingCustomer(ctx, first.url);
      const changed = await changeForwarding(ctx, customer.caller, { url: 'https://10.0.0.1/' });
      expect(changed).toMatchObject({ refusal: 'address-not-public', field: 'url' });
    });
  });
});
