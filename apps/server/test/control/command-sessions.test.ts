/** The end of a session cancels its commands that have not been sent (docs/promises.md T10). */

import type { CustomerPermission } from '@busbar/domain/access/permission';
import { describe, expect, it } from 'vitest';
import { isStillWanted } from '../../src/areas/control/commands/open-command-queries.ts';
import { startControl } from '../../src/areas/control/control-runtime.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { buildGroup } from '../support/factories/customer.ts';
import { commandFixture } from './command-fixture.ts';
import { commandRow, recordingLink } from './control-fixture.ts';

describeWithDatabase('the life cycle of a command', (database) => {
  const { world, ctx, accepted, send, sent, stateOf } = commandFixture(database);

  describe('a session', () => {
    const endSession = () =>
      database.db.deleteFrom('session').where('token_hash', '=', world.caller.tokenHash).execute();

    it('cancels its queued commands when it ends', async () => {
      const control = await startControl(ctx, recordingLink({ isConnected: () => false }));
      try {
        const commandId = await accepted();
        await endSession();
        ctx.bus.publish('session.ended', {
          tokenHashes: [world.caller.tokenHash.toString('hex')],
        });
        await eventually(() => stateOf(commandId)).toBe('cancelled');
        expect(await commandRow(ctx, commandId)).toMatchObject({ reason: 'session-ended' });
      } finally {
        await control.stop();
      }
    });

    it('sends no command once it has ended, even before the event arrives', async () => {
      const commandId = await accepted();
      await endSession();
      const link = recordingLink();
      await send(commandId, link);
      expect(link.written).toEqual([]);
    });

    const standing = (values: object) =>
      database.db
        .updateTable('customer')
        .set(values)
        .where('customer_id', '=', world.tenant.customerId)
        .execute();
    const ofSession = (values: object) =>
      database.db
        .updateTable('session')
        .set(values)
        .where('token_hash', '=', world.caller.tokenHash)
        .execute();

    // In each of these cases the session row still exists, because it has not been purged yet.
    it.each<[string, () => Promise<unknown>]>([
      ['that expired', () => ofSession({ expires_at: new Date(world.clock.now()) })],
      [
        'without use for too long',
        () => ofSession({ last_used_at: new Date(world.clock.now() - 1_800_000) }),
      ],
      ['of an expired customer', () => standing({ expires_at: new Date(world.clock.now()) })],
      ['of a rejected customer', () => standing({ state: 'rejected' })],
      [
        'of a disabled user',
        () =>
          database.db
            .updateTable('user_account')
            .set({ disabled: true })
            .where('customer_id', '=', world.tenant.customerId)
            .where('user_id', '=', world.caller.userId)
            .execute(),
      ],
    ])('%s sends nothing, and its commands are cancelled', async (_how, end) => {
      const commandId = await accepted();
      await end();
      const link = recordingLink();
      await send(commandId, link);
      expect([link.written, await stateOf(commandId)]).toEqual([[], 'queued']);
      const control = await startControl(ctx, recordingLink());
      await eventually(() => stateOf(commandId)).toBe('cancelled');
      await control.stop();
      expect(await commandRow(ctx, commandId)).toMatchObject({ reason: 'session-ended' });
    });

    const ofUser = (values: object) =>
      database.db
        .updateTable('user_account')
        .set(values)
        .where('customer_id', '=', world.tenant.customerId)
        .where('user_id', '=', world.caller.userId)
        .execute();
    async function customRole(...permissions: CustomerPermission[]): Promise<number> {
      const at = new Date(world.clock.now());
      const values = { name: permissions.join(), copied_from: 'operator', permissions } as const;
      const { id } = await database.db
        .insertInto('custom_role')
        .values({
          ...values,
          customer_id: world.tenant.customerId,
          created_at: at,
          changed_at: at,
        })
        .returning('custom_role_id as id')
        .executeTakeFirstOrThrow();
      return id;
    }

    it.each<[string, () => Promise<unknown>]>([
      [
        'whose role loses the permission',
        async () => ofUser({ custom_role_id: await customRole('data.read') }),
      ],
      ['whose role becomes one that only reads', () => ofUser({ role: 'viewer' })],
      [
        'that is moved to another group',
        async () => {
          const { groupId } = await buildGroup(ctx, world.caller, 'Hall');
          await ofUser({ group_id: groupId });
        },
      ],
    ])('of a user %s sends nothing', async (_how, lose) => {
      const commandId = await accepted();
      const message = (await commandRow(ctx, commandId))!;
      await lose();
      const link = recordingLink();
      await send(commandId, link);
      expect([link.written, await stateOf(commandId)]).toEqual([[], 'queued']);
      expect(await isStillWanted(ctx, message.customer_id, commandId)).toBe(false);
    });

    it('of a user with a custom role that may switch sends its command', async () => {
      await ofUser({ custom_role_id: await customRole('data.read', 'device.switch') });
      const commandId = await accepted();
      const link = recordingLink();
      await send(commandId, link);
      expect([link.written.length, await stateOf(commandId)]).toEqual([1, 'sent']);
    });

    it('does not affect commands that were sent when it ends', async () => {
      const commandId = await sent();
      await endSession();
      const control = await startControl(ctx, recordingLink());
      await control.stop();
      expect(await stateOf(commandId)).toBe('sent');
    });
  });
});
