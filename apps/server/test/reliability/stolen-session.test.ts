/**
 * docs/promises.md C10: a stolen session cannot black out a site. Tokens without the password try
 * to open a thousand breakers of one group, singly and in lists, in two processes concurrently.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { startBatchCommand } from '../../src/areas/control/batch/batch-command-service.ts';
import { runBatchCommands } from '../../src/areas/control/batch/run-batch-commands.ts';
import { submitSwitch } from '../../src/areas/control/gate/control-service.ts';
import type { Caller } from '../../src/caller.ts';
import { contextOn, controlFixture, NOW } from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { openSession } from '../support/factories/session.ts';
import { insertUser } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { SOAK_TIMEOUT_MS, size } from '../support/sizes.ts';

const DEVICES = 1_000;
const TOKENS = 20;
/**
 * Number of attempts of one token in the first minute, and of each of all tokens in that and later
 * minutes.
 */
const ATTEMPTS = size('stolenAttempts');
const ATTEMPTS_OF_EACH = ATTEMPTS / 40;
const LATER_ATTEMPTS = ATTEMPTS / 100;
/** As many concurrent attempts as the connection pools of two processes allow. */
const LANES = 8;
const LIMITS = { CONTROL_PER_MINUTE: '10', CONTROL_GAP_S: '5', CONTROL_GROUP_PERCENT: '5' };

describeWithDatabase('a stolen session', (database) => {
  const { world } = controlFixture(database, LIMITS);
  const processes = [
    fixture(async () => world.ctx, beforeEach),
    fixture(async () => contextOn(database, world.clock, LIMITS, 'process-2'), beforeEach),
  ] as const;
  let codes: string[];
  beforeEach(async () => {
    codes = await addDevices();
    // Deletes what an operator did in a previous test.
    await database.db
      .deleteFrom('command')
      .where('customer_id', '=', world.tenant.customerId)
      .execute();
  });

  async function addDevices(): Promise<string[]> {
    const { customerId, groupId, rateId } = world.tenant;
    const { rows } = await sql<{ device_code: string }>`
      insert into device (customer_id, device_id, device_code, name, device_type_id, kind,
        group_id, rate_id, created_at)
      select ${customerId}, ${customerId}::integer + 1000 + n, 'SITE' || ${String(customerId)}::text || n, '', 1,
        'main', ${groupId}, ${rateId}, ${new Date(NOW)}::timestamptz
      from generate_series(1, ${DEVICES}::integer) n returning device_code`.execute(database.db);
    await sql`
      insert into device_state (customer_id, device_id, connected, heard_at, switch_action)
      select customer_id, device_id, true, ${new Date(NOW)}::timestamptz, 'closeByCommand'
      from device where customer_id = ${customerId}
      on conflict do nothing`.execute(database.db);
    return rows.map((row) => row.device_code);
  }

  /** Creates further operators of the same group, each with a session. */
  async function addCallers(count: number): Promise<Caller[]> {
    const { customerId, groupId } = world.tenant;
    const callers = [world.caller];
    while (callers.length < count) {
      const userId = customerId + 1_000_000 + callers.length;
      const userName = `operator-${customerId}-${userId}`;
      await insertUser(database, {
        customerId,
        groupId,
        userId,
        userName,
        role: 'operator',
        at: new Date(NOW),
      });
      const token = await openSession(database, customerId, userId, NOW);
      const tokenHash = createHash('sha256').update(token).digest();
      callers.push({ ...world.caller, userId, userName, tokenHash });
    }
    return callers;
  }

  /**
   * Every caller submits commands to its part of the site, singly; returns the results of the
   * attempts.
   */
  async function burst(callers: readonly Caller[], attempts: number, from = 0) {
    const requests = callers.flatMap((caller, index) =>
      Array.from({ length: attempts }, (_, attempt) => ({
        caller,
        device: codes[(from + index * attempts + attempt) % DEVICES]!,
      })),
    );
    const ends: string[] = [];
    const waiting = requests.values();
    const attack = async (lane: number) => {
      for (const { caller, device } of waiting) {
        const request = { device, command: 'open', source: 'stolen' } as const;
        const outcome = await submitSwitch(processes[lane % 2]!, caller, request);
        ends.push(outcome.ok ? 'ordered' : outcome.refusal);
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, lane) => attack(lane)));
    return ends;
  }

  async function moved(): Promise<number> {
    const { count } = await database.db
      .selectFrom('command')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('customer_id', '=', world.tenant.customerId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async function nextMinute() {
    world.clock.advance(61_000);
    await database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(world.clock.now()) })
      .where('customer_id', '=', world.tenant.customerId)
      .execute();
  }

  it(
    'switches ten breakers a minute, twenty with all others combined, fifty in five minutes',
    async () => {
      const one = await burst([world.caller], ATTEMPTS);
      expect(one.filter((end) => end === 'ordered')).toHaveLength(10);
      expect(new Set(one)).toEqual(new Set(['ordered', 'step-up-required']));
      const callers = await addCallers(TOKENS);
      await burst(callers, ATTEMPTS_OF_EACH);
      expect(await moved()).toBe(20);
      await nextMinute();
      await burst(callers, LATER_ATTEMPTS, 100);
      expect(await moved()).toBe(40);
      await nextMinute();
      const third = await burst(callers, LATER_ATTEMPTS, 400);
      expect(await moved()).toBe(50);
      expect(third).toContain('group-share-exceeded');
      // Each attempt is logged.
      const { lines } = await database.db
        .selectFrom('operation_log')
        .select((eb) => eb.fn.countAll<number>().as('lines'))
        .where('customer_id', '=', world.tenant.customerId)
        .where('module', '=', 'Remote control')
        .executeTakeFirstOrThrow();
      expect(Number(lines)).toBe(ATTEMPTS + TOKENS * (ATTEMPTS_OF_EACH + 2 * LATER_ATTEMPTS));
    },
    SOAK_TIMEOUT_MS,
  );

  it(
    'switches no more with lists, long or short',
    async () => {
      const list = (caller: Caller, devices: string[]) =>
        startBatchCommand(world.ctx, caller, { devices, command: 'open', source: 'stolen' });
      expect(await list(world.caller, codes)).toMatchObject({ refusal: 'step-up-required' });
      const callers = await addCallers(TOKENS);
      for (const [index, caller] of callers.entries()) {
        // While no breaker has switched yet, each list is within the limit of its caller.
        for (const part of [0, 1, 2]) {
          const at = index * 30 + part * 10;
          expect(await list(caller, codes.slice(at, at + 10))).toMatchObject({ ok: true });
        }
      }
      for (let second = 0; second < 65; second++) {
        await Promise.all(processes.map((ctx) => runBatchCommands(ctx)));
        world.clock.advance(900);
      }
      expect(await moved()).toBe(20);
    },
    SOAK_TIMEOUT_MS,
  );
});
