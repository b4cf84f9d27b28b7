/**
 * docs/promises.md C7: interlocks hold on the server, on every path, and match the oracle
 * (`interlock-oracle.ts`).
 */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import {
  COMMANDS,
  type Command,
  KINDS,
  ORACLE,
  STATES,
  wanted,
} from '../support/interlock-oracle.ts';
import { startServer } from '../support/start-server.ts';

const SLAVE_ADDRESS = 7;
const SLOT_OP: Readonly<Record<Command, number>> = { open: 2, close: 1, lock: 3, unlock: 4 };

/**
 * Returns the expected refusal of a command to slots. A command that a slot cannot express is
 * rejected; only a gateway has slaves, and this gateway has none.
 */
function wantedOfSlots(
  kind: DeviceKind,
  state: string,
  command: Command,
  online: boolean,
  queue: boolean,
) {
  if (SLOT_OP[command] > 2) return 'slave-order-unknown';
  if (kind === 'gateway') return 'slave-unknown';
  return kind === 'slave' ? wanted(kind, state, command, online, queue) : 'order-not-supported';
}

const CLOSE_SENTENCE = 'It is not allowed to close remote when locked or open by hand.';

describeWithDatabase('interlocks', (database) => {
  const server = fixture(() =>
    startServer(database, {
      env: { CONTROL_GAP_S: '0', CONTROL_PER_MINUTE: '100000', CONTROL_GROUP_PERCENT: '100' },
    }),
  );
  const tenant = fixture(() => createTenant(database, { label: 'lock', now: server.clock.now() }));
  const gatewayOf = new Map<number, number>();
  let counter = 0;

  async function addDevice(kind: DeviceKind, state: string, online: boolean): Promise<number> {
    const deviceId = 600_000_000 + ++counter;
    const at = new Date(server.clock.now());
    // Each slave has a separate gateway, so that a gateway address identifies exactly one slave.
    const slaveOf = kind === 'slave' ? await addDevice('gateway', 'never reported', true) : null;
    if (slaveOf !== null) gatewayOf.set(deviceId, slaveOf);
    await database.db
      .insertInto('device')
      .values({
        customer_id: tenant.customerId,
        device_id: deviceId,
        device_code: `LOCK${deviceId}`,
        name: '',
        device_type_id: 1,
        kind,
        group_id: tenant.groupId,
        rate_id: tenant.rateId,
        gateway_id: slaveOf,
        slave_address: slaveOf === null ? null : SLAVE_ADDRESS,
        created_at: at,
      })
      .execute();
    await database.db
      .insertInto('device_state')
      .values({
        customer_id: tenant.customerId,
        device_id: deviceId,
        connected: online,
        // A slave can be offline because of its own silence, although its gateway is online.
        heard_at: online ? at : new Date(server.clock.now() - 3_600_000),
        switch_action: state === 'never reported' ? null : state,
        switch_reported_at: state === 'never reported' ? null : at,
      })
      .execute();
    return deviceId;
  }

  const PATHS = {
    'v2 device/control': (deviceId: number, command: Command, queue: boolean) =>
      ask('/api/v2/device/control', {
        device_code: `LOCK${deviceId}`,
        data: { switch: command },
        ...(queue ? { queue } : {}),
      }),
    'v2 device/control, first of two steps': (deviceId: number, command: Command, queue: boolean) =>
      ask('/api/v2/device/control', {
        device_code: `LOCK${deviceId}`,
        data: { switch: command },
        select: true,
        ...(queue ? { queue } : {}),
      }),
    'v1 swControl': (deviceId: number, command: Command, queue: boolean) =>
      ask('/device/swControl', {
        devId: deviceId,
        data: { switch: command },
        ...(queue ? { queue } : {}),
      }),
    'v1 swSlaveControl': (deviceId: number, command: Command, queue: boolean) =>
      ask('/device/swSlaveControl', {
        devId: gatewayOf.get(deviceId) ?? deviceId,
        data: { s3: { ad: SLAVE_ADDRESS, op: SLOT_OP[command] } },
        ...(queue ? { queue } : {}),
      }),
  } as const;

  const URLS: Readonly<Record<keyof typeof PATHS, string>> = {
    'v2 device/control': '/api/v2/device/control',
    'v2 device/control, first of two steps': '/api/v2/device/control',
    'v1 swControl': '/device/swControl',
    'v1 swSlaveControl': '/device/swSlaveControl',
  };

  async function ask(url: string, payload: object) {
    const answer = await server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: tenant.users.operator.token },
      payload,
    });
    const body = answer.json() as { code?: number; errCode?: number; msg: string; reason?: string };
    return { status: answer.statusCode, code: body.code ?? body.errCode, ...body };
  }

  describe.each(Object.keys(PATHS) as (keyof typeof PATHS)[])('%s', (path) => {
    it.each(KINDS)(
      'match the oracle in every state and for every command of kind %s',
      async (kind) => {
        const oracle = path === 'v1 swSlaveControl' ? wantedOfSlots : wanted;
        let accepted = 0;
        const validateAll = async (state: string, online: boolean, queue: boolean) => {
          const deviceId = await addDevice(kind, state, online);
          for (const command of COMMANDS) {
            const refusal = oracle(kind, state, command, online, queue);
            const answer = await PATHS[path](deviceId, command, queue);
            const where = `${kind} ${state} ${command} ${online ? 'online' : 'offline'} ${queue}`;
            expect([where, answer.reason ?? null]).toEqual([where, refusal]);
            expect(answer.status).toBe(200);
            expect(answer.code === 0).toBe(refusal === null);
            if (refusal === 'close-disabled') expect(answer.msg).toBe(CLOSE_SENTENCE);
            if (refusal !== null) continue;
            accepted += 1;
            const isSelection = path === 'v2 device/control, first of two steps';
            const said = isSelection ? '' : 'The command has been brushed into the cache';
            expect(answer.msg).toBe(said);
            await database.db.deleteFrom('command').where('device_id', '=', deviceId).execute();
          }
        };
        const online = [true, false] as const;
        // A kind that never accepts a command is tested once per state.
        const ways =
          ORACLE[kind] === 'XXXX'
            ? [online]
            : [online, [false, false] as const, [false, true] as const];
        await Promise.all(
          STATES.flatMap((state) =>
            ways.map(([isOnline, queue]) => validateAll(state, isOnline, queue)),
          ),
        );
        const reachable = path === 'v1 swSlaveControl' ? kind === 'slave' : ORACLE[kind] !== 'XXXX';
        expect(accepted > 0).toBe(reachable);
      },
    );

    it('reject a caller without control permission before any other check', async () => {
      const deviceId = await addDevice('main', 'closeByCommand', true);
      for (const role of ['viewer', 'platform'] as const) {
        const answer = await server.app.inject({
          method: 'POST',
          url: URLS[path],
          headers: { authorization: tenant.users[role].token },
          payload: {
            devId: deviceId,
            device_code: `LOCK${deviceId}`,
            data: { switch: 'open', s1: { ad: SLAVE_ADDRESS, op: 2 } },
          },
        });
        expect(answer.statusCode).toBe(403);
      }
      const left = await database.db
        .selectFrom('command')
        .select('command_id')
        .where('device_id', '=', deviceId)
        .execute();
      expect(left).toEqual([]);
    });
  });
});
