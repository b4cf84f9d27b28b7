/** A breaker that leaves the group of a project is no longer switched by the timers of the project. */
import type { Outcome } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { cancelUnwantedCommands } from '../../src/areas/control/commands/unwanted-commands.ts';
import { nextTimerAt } from '../../src/areas/control/timers/due-timer-queries.ts';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { timersToHold } from '../../src/areas/control/timers/timer-table-queries.ts';
import { changeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { addProject } from '../../src/areas/sites/projects/project-service.ts';
import { addProjectTimer } from '../../src/areas/sites/projects/project-timer-service.ts';
import { spreadAllTimers } from '../../src/areas/sites/projects/project-timer-spread.ts';
import { recordingLink } from '../control/control-fixture.ts';
import { buildLamps } from '../projects/lamp-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { report } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';

const AFTERNOON = Date.UTC(2026, 10, 20, 4);
const CLOCK = { time: '12:10' };
const SUNSET = { sun: 'sunset' } as const;

describeWithDatabase('timers of a project on a breaker that moves', (database) => {
  const ctx = testContext(database, {}, AFTERNOON);

  /** A project of the subgroup A with one breaker and one timer; `move` moves the breaker to B. */
  async function build(timing: typeof CLOCK | typeof SUNSET, connected = true) {
    ctx.clock.stepTo(AFTERNOON);
    const customer = await buildCustomer(ctx);
    const [a, b] = [await buildGroup(ctx, customer, 'A'), await buildGroup(ctx, customer, 'B')];
    const root = await buildCaller(ctx, customer, { role: 'admin' });
    const caller = await buildCaller(ctx, customer, { role: 'admin', groupId: a.groupId });
    const project = accepted(await addProject(ctx, caller, { name: 'Street', type: 'lamp' }));
    const { group } = await buildLamps(ctx, { caller, projectId: project.id });
    const { customerId, deviceId, deviceCode } = group;
    await report(ctx, customerId, deviceId, {
      connected,
      heardAt: AFTERNOON,
      action: 'closeByCommand',
    });
    const whole = { project: project.id, lampGroup: undefined };
    accepted(await addProjectTimer(ctx, caller, whole, { days: 127, command: 'open', ...timing }));
    const move = async () =>
      accepted(await changeDevice(ctx, root, deviceCode, { group: b.groupId }));
    return { customerId, deviceId, deviceCode, move };
  }
  type World = Awaited<ReturnType<typeof build>>;

  const timersOf = ({ customerId }: World) =>
    database.db
      .selectFrom('timer')
      .select('next_run_at')
      .where('customer_id', '=', customerId)
      .execute();
  const commandsOf = ({ customerId }: World) =>
    database.db
      .selectFrom('command')
      .select(['state', 'reason'])
      .where('customer_id', '=', customerId)
      .execute();
  async function runAtMinute(world: World) {
    ctx.clock.stepTo((await timersOf(world))[0]!.next_run_at! + 500);
    await runDueTimers(ctx);
  }

  it('do not run between the move and their removal', async () => {
    const world = await build(SUNSET);
    await world.move();
    await runAtMinute(world);
    expect(await commandsOf(world)).toEqual([]);
    expect(await nextTimerAt(ctx)).toBeUndefined();
    await spreadAllTimers(ctx);
    expect(await timersOf(world)).toEqual([]);
  });

  it('run as long as the group of the project contains the breaker', async () => {
    const world = await build(SUNSET);
    await runAtMinute(world);
    expect(await commandsOf(world)).toMatchObject([{ state: 'queued' }]);
    await spreadAllTimers(ctx);
  });

  it('have their waiting command cancelled', async () => {
    const world = await build(SUNSET, false);
    await runAtMinute(world);
    ctx.clock.advance(2_000);
    await world.move();
    const link = recordingLink();
    await createCommandSender(ctx, link).sendWaiting();
    expect(link.written.map(({ deviceCode }) => deviceCode)).not.toContain(world.deviceCode);
    await cancelUnwantedCommands(ctx);
    expect(await commandsOf(world)).toEqual([{ state: 'cancelled', reason: 'timer-changed' }]);
  });

  it('are not in the table that the breaker receives', async () => {
    const world = await build(CLOCK);
    const key = { customerId: world.customerId, linkId: world.deviceId };
    expect(await timersToHold(database.db, key)).toMatchObject([{ at: '12:10' }]);
    await world.move();
    expect(await timersToHold(database.db, key)).toEqual([]);
  });

  it('are removed although those of another project cannot be updated', async () => {
    // Projects are updated in the order of their customers.
    const [broken, world] = [await build(CLOCK), await build(CLOCK)].sort(
      (one, other) => one.customerId - other.customerId,
    ) as [World, World];
    await world.move();
    await sql`
      insert into zone (zone_id, iana_name, english_name, chinese_name, sort_order)
      values (9999, 'Nowhere/Lost', 'Lost', 'Lost', 9999)`.execute(database.db);
    await sql`
      update customer set zone_id = 9999 where customer_id = ${broken.customerId}`.execute(
      database.db,
    );
    await spreadAllTimers(ctx);
    expect(await timersOf(world)).toEqual([]);
  });
});

function accepted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.refusal} ${outcome.field}`);
  return outcome.value;
}
