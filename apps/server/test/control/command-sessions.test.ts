/**
 * The end of a session ends the commands it gave that have not been sent (docs/promises.md T10).
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startControl } from '../../src/areas/control/control-runtime.ts';
import type { Context } from '../../src/context.ts';
import type { Database } from '../../src/storage/database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { commandActs } from './command-acts.ts';
import {
  type ControlWorld,
  commandRow,
  createControlWorld,
  recordingLink,
  type TestDevice,
} from './control-world.ts';

describeWithDatabase('the life of a command', (open) => {
  let database: Database;
  let world: ControlWorld;
  let ctx: Context;
  let device: TestDevice;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await createControlWorld(database);
    ctx = world.ctx;
    device = await world.addDevice();
  });
  const { accepted, send, sent, stateOf } = commandActs(() => ({ world, device }));

  describe('a session that ends', () => {
    const endSession = () =>
      database.db.deleteFrom('session').where('token_hash', '=', world.caller.tokenHash).execute();

    it('takes its waiting commands with it', async () => {
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

    it('keeps one from being sent even before anybody heard of it', async () => {
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

    // The row of the session is there in each of these: nobody has cleared it away yet.
    it.each<[string, () => Promise<unknown>]>([
      ['ran out', () => ofSession({ expires_at: new Date(world.clock.now()) })],
      [
        'was left alone',
        () => ofSession({ last_used_at: new Date(world.clock.now() - 1_800_000) }),
      ],
      [
        'is of a customer whose time is over',
        () => standing({ expires_at: new Date(world.clock.now()) }),
      ],
      ['is of a customer who was turned away', () => standing({ state: 'rejected' })],
      [
        'is of a user who was disabled',
        () =>
          database.db
            .updateTable('user_account')
            .set({ disabled: true })
            .where('customer_id', '=', world.tenant.customerId)
            .where('user_id', '=', world.caller.userId)
            .execute(),
      ],
    ])('and %s sends nothing any more, and its orders are cancelled', async (_how, end) => {
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

    it('leaves alone what was sent', async () => {
      const commandId = await sent();
      await endSession();
      const control = await startControl(ctx, recordingLink());
      await control.stop();
      expect(await stateOf(commandId)).toBe('sent');
    });
  });
});
