/**
 * docs/promises.md C12: a repeated request is one operation. Five concurrent copies of each
 * request, by every call that switches a breaker, through two servers on one database; then the
 * same key with another body, and a late repeat after the operation has ended.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { startServer, TEST_NOW, type TestServer } from '../support/start-server.ts';

const ROUNDS = size('repeatedRequests');
const COPIES = 5;
/** Number of requests whose copies are sent concurrently. */
const AT_ONCE = 4;

interface Round {
  readonly key: string;
  /** Complete answers of the copies and of the late repeat. */
  readonly texts: readonly string[];
  /** Commands submitted by the one user with all copies. */
  readonly commands: number;
  /** The number of commands the request should submit. */
  readonly wanted: number;
  /** HTTP status of a request with the same key and another body. */
  readonly otherStatus: number;
}

function violations(rounds: readonly Round[]): string[] {
  return rounds.flatMap(({ key, texts, commands, wanted, otherStatus }) => [
    ...(new Set(texts).size === 1 ? [] : [`${key} was answered in different words`]),
    ...(commands === wanted ? [] : [`${key} gave ${commands} commands instead of ${wanted}`]),
    ...(otherStatus === 409 ? [] : [`${key} with another body was answered ${otherStatus}`]),
  ]);
}

describe('the checker of repeated requests', () => {
  const good: Round = { key: 'k', texts: ['a', 'a'], commands: 1, wanted: 1, otherStatus: 409 };
  it.each([
    ['nothing', {}, 0],
    ['a second command', { commands: 2 }, 1],
    ['no command', { commands: 0 }, 1],
    ['a different answer', { texts: ['a', 'b'] }, 1],
    ['a different body that is accepted', { otherStatus: 200 }, 1],
  ])('finds %s', (_, bug, count) => {
    expect(violations([{ ...good, ...bug }])).toHaveLength(count);
  });
});

describeWithDatabase('repeated requests', (database) => {
  // No command is sent, because a gateway would end the commands queued for devices that are
  // offline.
  const env = {
    CONTROL_GAP_S: '0',
    CONTROL_PER_MINUTE: '100000',
    CONTROL_GROUP_PERCENT: '100',
    ROLES: 'api',
  };
  const servers = [
    fixture(() => startServer(database, { env })),
    fixture(async () => startServer(await openTestDatabase(database.databaseUrl), { env })),
  ] as const;
  const tenant = fixture(() => createTenant(database, { label: 'c12', now: TEST_NOW }));
  const random = seededRandom(seed('repeatedRequests', 12));
  let counter = 900_000_000;

  async function addDevice(kind: 'main' | 'gateway' | 'slave', gatewayId?: number, ad?: number) {
    const deviceId = ++counter;
    const at = new Date(TEST_NOW);
    await database.db
      .insertInto('device')
      .values({
        customer_id: tenant.customerId,
        device_id: deviceId,
        device_code: `C12-${deviceId}`,
        name: '',
        device_type_id: 1,
        kind,
        group_id: tenant.groupId,
        rate_id: tenant.rateId,
        gateway_id: gatewayId ?? null,
        slave_address: ad ?? null,
        created_at: at,
      })
      .execute();
    await database.db
      .insertInto('device_state')
      .values({
        customer_id: tenant.customerId,
        device_id: deviceId,
        connected: true,
        heard_at: at,
        switch_action: kind === 'gateway' ? null : 'closeByCommand',
      })
      .execute();
    return deviceId;
  }

  /**
   * Returns a call with its body, another body for the same key, and the expected command count.
   */
  async function request(way: number) {
    if (way < 2) {
      const device = await addDevice('main');
      const body = (to: string) =>
        way === 0
          ? { device_code: device, data: { switch: to } }
          : { devId: device, data: { switch: to } };
      const url = way === 0 ? '/api/v2/device/control' : '/device/swControl';
      return { url, body: body('open'), other: body('lock'), wanted: 1, devices: [device] };
    }
    const gateway = await addDevice('gateway');
    const slaves = [await addDevice('slave', gateway, 1), await addDevice('slave', gateway, 2)];
    const body = (op: number) => ({
      devId: gateway,
      data: { s1: { ad: 1, op: 2 }, s2: { ad: 2, op } },
    });
    // The second slot is rejected because its slave is already closed; the rejection is part of the
    // response.
    const isHalf = random() < 0.5;
    return {
      url: '/device/swSlaveControl',
      body: body(isHalf ? 1 : 2),
      other: body(0),
      wanted: isHalf ? 1 : 2,
      devices: slaves,
    };
  }

  const post = (server: TestServer, url: string, key: string, payload: object) =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: tenant.users.operator.token, 'idempotency-key': key },
      payload,
    });

  async function round(index: number): Promise<Round> {
    const key = `request ${index}`;
    const { url, body, other, wanted, devices } = await request(index % 3);
    const copies = await Promise.all(
      Array.from({ length: COPIES }, (_, copy) => post(servers[copy % 2 ? 1 : 0], url, key, body)),
    );
    const { statusCode: otherStatus } = await post(servers[0], url, key, other);
    await database.db
      .updateTable('command')
      .set({ state: 'confirmed' })
      .where('customer_id', '=', tenant.customerId)
      .where('device_id', 'in', devices)
      .execute();
    const late = await post(servers[1], url, key, body);
    const { times } = await database.db
      .selectFrom('command')
      .select((eb) => eb.fn.countAll<number>().as('times'))
      .where('customer_id', '=', tenant.customerId)
      .where('device_id', 'in', devices)
      .executeTakeFirstOrThrow();
    const texts = [...copies, late].map((answer) => answer.body);
    expect(JSON.parse(texts[0]!)).toMatchObject(
      url.startsWith('/api') ? { code: 0 } : { errCode: 0 },
    );
    return { key, texts, commands: Number(times), wanted, otherStatus };
  }

  it(
    `are one operation each, ${ROUNDS} of them in ${COPIES} copies`,
    async () => {
      const rounds: Round[] = [];
      let next = 0;
      const worker = async () => {
        while (next < ROUNDS) rounds.push(await round(next++));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      expect(rounds).toHaveLength(ROUNDS);
      expect(violations(rounds)).toEqual([]);
    },
    SOAK_TIMEOUT_MS,
  );

  it('are one operation without a key, while it is open', async () => {
    for (let index = 0; index < 30; index++) {
      const { url, body, devices, wanted } = await request(index % 3);
      const copies = await Promise.all(
        Array.from({ length: COPIES }, (_, copy) => post(servers[copy % 2 ? 1 : 0], url, '', body)),
      );
      const good = copies.filter((answer) => (answer.json().code ?? answer.json().errCode) === 0);
      expect(good).toHaveLength(1);
      const commands = await database.db
        .selectFrom('command')
        .select('command_id')
        .where('device_id', 'in', devices)
        .execute();
      expect(commands).toHaveLength(wanted);
    }
  });
});
