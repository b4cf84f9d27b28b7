/**
 * docs/promises.md C4 on concurrent entry paths: commands to one slave, commands to several, timers
 * that are due and timers that are being changed, through two processes on one database. No two
 * operations of a breaker overlap, and no deadlock occurs.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { expect, it } from 'vitest';
import { submitSwitch } from '../../src/areas/control/gate/control-service.ts';
import { submitSlaveCommands } from '../../src/areas/control/slaves/slave-commands.ts';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { removeTimer, setTimer } from '../../src/areas/control/timers/timer-service.ts';
import type { Caller } from '../../src/caller.ts';
import type { Context } from '../../src/context.ts';
import { buildControlFixture, contextOn, type TestDevice } from '../control/control-fixture.ts';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { type CommandFate, overlaps } from './command-checkers.ts';

const ATTEMPTS = size('pathAttempts');
const AT_ONCE = 16;
const GATEWAYS = 4;
const SLAVES = 5;

describeWithDatabase('slaves and timers in two processes', (database) => {
  const env = { CONTROL_PER_MINUTE: '100000', CONTROL_GROUP_PERCENT: '100' };
  const world = fixture(() => buildControlFixture(database, env));
  const failures: unknown[] = [];
  // A timer that cannot be processed is reported to the log, which counts as a failure here.
  const log = () => ({ ...world.ctx.log, error: (fact: unknown) => failures.push(fact) }) as never;
  const processes = [
    fixture(async (): Promise<Context> => ({ ...world.ctx, log: log() })),
    fixture(async (): Promise<Context> => {
      const second = await openTestDatabase(database.databaseUrl);
      return { ...contextOn(second, world.clock, env, 'two'), log: log() };
    }),
  ];
  const callers = [
    fixture(async () => world.caller),
    fixture(async (): Promise<Caller> => {
      const { userId, userName } = world.tenant.users.admin;
      return { ...world.caller, userId, userName };
    }),
  ];
  const random = seededRandom(seed('pathAttempts', 4));
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

  /** Ends the open commands, so that the next command is not blocked. */
  const settle = (devices: readonly TestDevice[]) =>
    database.db
      .updateTable('command')
      // The clocks of the test and the database differ by some ms from one query to the next.
      .set({ state: 'confirmed', ended_at: new Date(world.clock.now() - 50) })
      .where('device_id', '=', pick(devices).deviceId)
      .where('state', '=', 'queued')
      .execute();

  async function fates(): Promise<CommandFate[]> {
    const rows = await database.db
      .selectFrom('command')
      .selectAll()
      .where('customer_id', '=', world.tenant.customerId)
      .where('source', '!=', 'v2.device.control')
      .where('kind', 'in', ['switch', 'slaves'])
      .execute();
    return rows.map((row) => ({
      deviceCode: String(row.device_id),
      commandId: row.command_id,
      state: row.state,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      sentAt: row.sent_at,
      endedAt: row.ended_at,
      transitions: [],
    }));
  }

  it(
    `never overlap and never deadlock in ${ATTEMPTS} attempts`,
    async () => {
      const gateways: { gateway: TestDevice; slaves: TestDevice[] }[] = [];
      for (let index = 0; index < GATEWAYS; index++) {
        const gateway = await world.addDevice({ kind: 'gateway', action: null });
        const slaves: TestDevice[] = [];
        for (let ad = 0; ad < SLAVES; ad++) {
          slaves.push(await world.addDevice({ kind: 'slave', gateway }));
        }
        gateways.push({ gateway, slaves });
      }
      const terminals: TestDevice[] = [];
      for (let index = 0; index < 10; index++)
        terminals.push(await world.addDevice({ kind: 'dtu' }));
      const timers = new Map<number, number>();
      const devices = [...terminals, ...gateways.flatMap(({ slaves }) => slaves)];
      const tally = { accepted: 0, refused: 0, several: 0, changed: 0 };

      /** Returns a time within the next minute of the test's clock, in the customer's time zone. */
      const soon = () => {
        const local = new Date(world.clock.now() + 8 * 3_600_000 + 60_000);
        return local.toISOString().slice(11, 16);
      };
      const WAYS = [
        async (ctx: Context, caller: Caller) => {
          const device = pick(devices).deviceId;
          const { ok } = await submitSwitch(ctx, caller, {
            device,
            command: 'open',
            source: 'one',
          });
          tally[ok ? 'accepted' : 'refused'] += 1;
        },
        async (ctx: Context, caller: Caller) => {
          const { gateway, slaves } = pick(gateways);
          const chosen = slaves.filter(() => random() < 0.6).toSorted(() => random() - 0.5);
          if (chosen.length === 0) return;
          const slots = chosen.map(({ deviceCode }, index) => ({
            slot: `s${index + 1}`,
            address: Number(deviceCode.split('-').at(-1)),
            order: 'open' as const,
          }));
          const request = { gateway: gateway.deviceId, slots, source: 'several' };
          const outcome = await submitSlaveCommands(ctx, caller, request);
          if (outcome.ok) tally.several += outcome.value.filter((slot) => slot.commandId).length;
        },
        async (ctx: Context, caller: Caller) => {
          const { deviceId } = pick(terminals);
          const id = timers.get(deviceId);
          if (id !== undefined && random() < 0.1) {
            timers.delete(deviceId);
            await removeTimer(ctx, caller, id);
            return;
          }
          const setting = { days: 127, time: soon(), command: 'open' as const, enabled: true };
          const outcome = await setTimer(ctx, caller, { ...setting, id, device: deviceId });
          if (outcome.ok) {
            timers.set(deviceId, outcome.value);
            tally.changed += 1;
          }
        },
        (ctx: Context) => runDueTimers(ctx),
        () => settle(devices),
      ] as const;

      let attempts = 0;
      const worker = async () => {
        while (attempts++ < ATTEMPTS) {
          if (attempts % 10 === 0) world.clock.advance(7_000);
          try {
            await pick(WAYS)(pick(processes), pick(callers));
          } catch (error) {
            failures.push(error);
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));

      expect(failures.map(String)).toEqual([]);
      const given = await fates();
      expect(overlaps(given)).toEqual([]);
      const byTimers = await database.db
        .selectFrom('timer_run')
        .select('result')
        .where('customer_id', '=', world.tenant.customerId)
        .execute();
      // Every path was used, with and without success.
      for (const count of Object.values(tally)) expect(count).toBeGreaterThan(ATTEMPTS / 100);
      expect(byTimers.length).toBeGreaterThan(ATTEMPTS / 200);
    },
    SOAK_TIMEOUT_MS,
  );
});
