/** Actions of the real-time channel tests: events, sessions, clients of a group. */
import { createHash } from 'node:crypto';
import type { BusEvents, DeviceRef } from '../../src/bus.ts';
import { openSession } from '../support/factories/session.ts';
import { type Client, heard, type RealtimeWorld } from './realtime-world.ts';

/**
 * `here` is called for each action, because the world it returns exists only while the tests run.
 */
export function realtimeActs(here: () => RealtimeWorld) {
  const operator = () => here().tenant.users.operator;
  const presence = (ref: DeviceRef) =>
    here().ctx.bus.publish('presence.changed', {
      ...ref,
      presence: 'late',
      csq: 1,
      heardAt: 1,
      at: 1,
    });
  const ended = (ref: DeviceRef): BusEvents['command.changed'] => ({
    ...ref,
    commandId: '01930f3a-1111-7000-8000-000000000001',
    state: 'confirmed',
    order: 'open',
    reason: null,
    detail: null,
    action: 'openByCommand',
    actionAt: 5,
    times: { confirmed: 5 },
  });
  function freshToken(userId = operator().userId) {
    const { ctx, tenant, clock } = here();
    return openSession(ctx.database, tenant.customerId, userId, clock.now());
  }

  async function clientOfGroup(groupId: number): Promise<Client> {
    const world = here();
    const { database } = world.ctx;
    const { userId } = world.tenant.users.viewer;
    const set = (id: number) =>
      database.db
        .updateTable('user_account')
        .set({ group_id: id })
        .where('user_id', '=', userId)
        .execute();
    await set(groupId);
    const client = await world.connect({ headers: { authorization: await freshToken(userId) } });
    client.send(String(userId));
    await heard(world.ctx, client, world.childDevice);
    return client;
  }

  function callerOf(token: string) {
    const { tenant } = here();
    const { userId, userName } = operator();
    return {
      customerId: tenant.customerId,
      groupId: tenant.groupId,
      userId,
      userName,
      role: 'operator' as const,
      zone: 'Asia/Shanghai',
      mustChangePassword: false,
      tokenHash: sha256(token),
      address: '',
    };
  }

  return { callerOf, clientOfGroup, ended, freshToken, operator, presence };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
