/**
 * docs/promises.md T7: a flood of sign-ins demands hashing work that costs the sender nothing. Two
 * hashes run at once, sixteen sign-ins wait, all others are rejected, and a breaker can still be
 * opened. In this test the hashes do not end before the test releases them, so that nothing depends
 * on their speed; the response time of control under such a flood is measured by `npm run bench --
 * flood`.
 */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { startSimulated } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

const hashes = vi.hoisted(() => ({
  running: 0,
  most: 0,
  made: 0,
  /** Each hash waits for this promise before it starts. */
  held: Promise.resolve(),
}));

// The mock counts and delays hashes and never replaces them: the threads still hash.
vi.mock('../../src/areas/identity/passwords/hash-threads.ts', async (original) => {
  const threads =
    await original<typeof import('../../src/areas/identity/passwords/hash-threads.ts')>();
  return {
    ...threads,
    verifyInThread: async (...given: Parameters<typeof threads.verifyInThread>) => {
      hashes.running += 1;
      hashes.most = Math.max(hashes.most, hashes.running);
      try {
        await hashes.held;
        return await threads.verifyInThread(...given);
      } finally {
        hashes.running -= 1;
        hashes.made += 1;
      }
    },
  };
});

const lookups = vi.hoisted(() => ({ made: 0 }));

vi.mock('../../src/areas/identity/accounts/account-queries.ts', async (original) => {
  const repository =
    await original<typeof import('../../src/areas/identity/accounts/account-queries.ts')>();
  return {
    ...repository,
    findAccount: (...given: Parameters<typeof repository.findAccount>) => {
      lookups.made += 1;
      return repository.findAccount(...given);
    },
  };
});

const LOGINS = 200;
const AT_ONCE = 2;
const WAITING = 16;

describeWithDatabase('a flood of sign-ins', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const tenant = fixture(() => createTenant(database, { label: 'flood', now: Date.now() }));
  const device = fixture(() => buildTenantDevice(database, tenant));
  const line = fixture(async () => {
    const { deviceCode: code, secret } = device;
    return startSimulated({ mqttPort: server.mqttPort, code, secret, type: 'MT61' });
  });
  let letGo: () => void = () => undefined;

  beforeAll(async () => {
    Object.assign(hashes, { running: 0, most: 0, made: 0 });
    hashes.held = new Promise((resolve) => {
      letGo = resolve;
    });
  });
  afterEach(() => letGo());

  async function position(): Promise<string | null | undefined> {
    const row = await database.db
      .selectFrom('device_state')
      .select('switch_action')
      .where('customer_id', '=', tenant.customerId)
      .where('device_id', '=', device.deviceId)
      .executeTakeFirst();
    return row?.switch_action;
  }

  /**
   * Each sign-in has its own address and its own name: only the concurrency limit can reject it.
   */
  const signIn = (number: number) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v2/login',
      remoteAddress: `127.1.${Math.trunc(number / 250)}.${1 + (number % 250)}`,
      payload: { user_account: `flood.nobody.${number}`, password: 'not the password' },
    });

  it('hashes two at once, queues sixteen, rejects the rest, and control still works', async () => {
    await eventually(position).toBe('closeByManual');
    const before = lookups.made;
    const answers: { status: number; reason: string }[] = [];
    const flood = Array.from({ length: LOGINS }, (_, number) =>
      signIn(number).then((answer) => {
        answers.push({ status: answer.statusCode, reason: answer.json().reason });
      }),
    );
    await eventually(() => answers.length).toBe(LOGINS - AT_ONCE - WAITING);
    expect(new Set(answers.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
      new Set(['429 too-many-attempts']),
    );
    await eventually(() => hashes.running).toBe(AT_ONCE);
    expect(hashes).toMatchObject({ most: AT_ONCE, made: 0 });

    const submitted = await server.app.inject({
      method: 'POST',
      url: '/api/v2/device/control',
      headers: { authorization: tenant.users.operator.token },
      payload: { device_code: device.deviceCode, data: { switch: 'open' } },
    });
    expect(submitted.json()).toMatchObject({ code: 0, data: { state: 'queued' } });
    await eventually(position).toBe('openByCommand');
    expect(line.device.units[0]?.contact.closed).toBe(false);
    // No sign-in was let through in the meantime.
    expect(answers).toHaveLength(LOGINS - AT_ONCE - WAITING);
    expect((await signIn(LOGINS)).statusCode).toBe(429);
    // Neither waiting nor rejected sign-ins cost even a lookup of the account.
    expect(lookups.made - before).toBe(AT_ONCE);

    letGo();
    await Promise.all(flood);
    const validated = answers.slice(LOGINS - AT_ONCE - WAITING);
    expect(new Set(validated.map(({ reason }) => reason))).toEqual(new Set(['bad-credentials']));
    expect(hashes).toMatchObject({ running: 0, most: AT_ONCE, made: AT_ONCE + WAITING });
  });
});
