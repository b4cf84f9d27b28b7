/**
 * docs/promises.md T10: the command of a tower that no user is responsible for any longer is not
 * sent to a breaker that reconnects.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import type { DeviceLink } from '../../src/areas/control/commands/device-link.ts';
import { cancelUnwantedCommands } from '../../src/areas/control/commands/unwanted-commands.ts';
import { removeProject } from '../../src/areas/sites/projects/project-service.ts';
import { removeTower, saveTower } from '../../src/areas/sites/towers/tower-settings-service.ts';
import { recordingLink } from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildTowerFixture, type TowerFixture, userInput } from './tower-fixture.ts';

describeWithDatabase('the waiting command of a tower', (database) => {
  let site: TowerFixture;
  beforeEach(async () => {
    site = await buildTowerFixture(database, [{}]);
    await site.tell(1, 53.5);
    await site.mode(1, 'auto');
    await site.tell(1, 53.5);
    await site.tell(10, 44.5, 0);
    await site.tell(10, 44.5, 0);
    expect(await site.commands()).toEqual(['open 1']);
    site.world.clock.advance(1_000);
  });
  afterEach(() => site.remove());

  const breaker = () => site.breakers[0]!;
  const command = () =>
    database.db
      .selectFrom('command')
      .select(['state', 'reason'])
      .where('device_id', '=', breaker().deviceId)
      .executeTakeFirstOrThrow();
  async function sentTo(link = recordingLink()): Promise<number> {
    await createCommandSender(site.world.ctx, link).sendWaiting();
    return link.written.filter(({ deviceCode }) => deviceCode === breaker().deviceCode).length;
  }
  const setTower = (values: object) =>
    database.db
      .updateTable('tower')
      .set(values)
      .where('customer_id', '=', site.world.tenant.customerId)
      .where('tower_id', '=', site.towerId)
      .execute();
  const ofCustomer = (values: object) =>
    database.db
      .updateTable('customer')
      .set(values)
      .where('customer_id', '=', site.world.tenant.customerId)
      .execute();
  const save = (more: object) =>
    saveTower(site.world.ctx, site.world.caller, { ...site.input, ...more }, String(site.towerId));

  /** Moves the project to a group without the breaker; the user who saved the tower is gone. */
  async function moveProject() {
    const { customerId, groupId } = site.world.tenant;
    const group_id = groupId + 1_000_000;
    await database.db
      .insertInto('user_group')
      .values({
        ...{ customer_id: customerId, group_id, parent_id: groupId, name: 'Other site' },
        ...{ path: [groupId, group_id], created_at: new Date(site.world.clock.now()) },
      })
      .execute();
    await database.db
      .updateTable('project')
      .set({ group_id })
      .where('customer_id', '=', customerId)
      .execute();
    await setTower({ changed_by: 0 });
  }

  const ENDS: [string, () => Promise<unknown>][] = [
    [
      'the tower is deleted',
      () => removeTower(site.world.ctx, site.world.caller, String(site.towerId)),
    ],
    ['the tower is changed', () => save({ batteryKwh: 30 })],
    [
      'its user gets another breaker',
      async () => save({ users: [userInput(1, await site.world.addDevice({}))] }),
    ],
    ['its user is taken to manual mode', () => site.mode(1, 'manual')],
    [
      'the project is deleted',
      () => removeProject(site.world.ctx, site.world.caller, String(site.input.project)),
    ],
    ['no user of the project, nor the one who saved the tower, sees the breaker', moveProject],
    ['the customer expires', () => ofCustomer({ expires_at: new Date(site.world.clock.now()) })],
    ['the customer is deactivated', () => ofCustomer({ state: 'rejected' })],
  ];

  it.each(ENDS)('is cancelled if %s', async (_how, end) => {
    const ended = await end();
    if (typeof ended === 'object' && ended !== null && 'ok' in ended)
      expect(ended).toMatchObject({ ok: true });
    expect([await sentTo(), await command()]).toMatchObject([0, { state: 'queued' }]);
    await cancelUnwantedCommands(site.world.ctx);
    expect(await command()).toMatchObject({ state: 'cancelled', reason: 'tower-changed' });
    expect(await sentTo()).toBe(0);
  });

  it('is not written if the tower is deleted while the line of the breaker is busy', async () => {
    const written: string[] = [];
    const busy: DeviceLink = {
      ...recordingLink(),
      async send(code, _command, _remaining, isWanted) {
        await setTower({ deleted_at: new Date(site.world.clock.now()) });
        if (!(await isWanted!())) return 'withdrawn';
        written.push(code);
        return 'sent';
      },
    };
    await createCommandSender(site.world.ctx, busy).sendWaiting();
    expect(written).toEqual([]);
    expect(await command()).toMatchObject({ state: 'rejected', reason: 'tower-changed' });
  });

  it('is sent if nothing has changed', async () => {
    await cancelUnwantedCommands(site.world.ctx);
    expect(await sentTo()).toBe(1);
  });
});
