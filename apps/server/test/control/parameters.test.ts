/**
 * The life cycle of a parameter read and of a parameter write: which replies are accepted and
 * shown.
 */
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { expireCommands } from '../../src/areas/control/commands/command-expiry.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { applyReply } from '../../src/areas/control/outcomes/apply-reply.ts';
import { parameterState } from '../../src/areas/control/protection/parameter-state.ts';
import { startReadBackOnReturn } from '../../src/areas/control/protection/read-back-on-return.ts';
import { readParameters } from '../../src/areas/control/protection/read-parameters.ts';
import { writeParameters } from '../../src/areas/control/protection/write-parameters.ts';
import { type BusEvents, publishAll } from '../../src/bus.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';
import {
  commandRow,
  controlFixture,
  recordingLink,
  replyOf,
  type SentPayload,
  statesOf,
} from './control-fixture.ts';

const FACTORY = writeRecord(OVER_VOLTAGE, defaultsOf(OVER_VOLTAGE));
const LIFE_MS = 30_000;
const REFUSED_LATE_MS = 5_000;

describeWithDatabase('protection parameters', (database) => {
  const { world, ctx } = controlFixture(database);
  const device = fixture(() => world.addDevice(), beforeEach);
  let written: SentPayload[];
  let told: BusEvents['parameters.read'][];

  beforeEach(async () => {
    told = [];
    ctx.bus.subscribe('parameters.read', (event) => told.push(event));
    const link = recordingLink();
    written = link.written as SentPayload[];
    const sender = createCommandSender(ctx, link);
    ctx.bus.subscribe('command.waiting', ({ customerId, commandId, linkDeviceCode }) => {
      void sender.send(customerId, commandId, linkDeviceCode);
    });
  });

  const sentOp = async (op: 'read' | 'write', nth = 1): Promise<SentPayload['payload']> => {
    const ofOp = () => written.filter(({ payload }) => payload.op === op);
    await eventually(() => ofOp().length).toBeGreaterThanOrEqual(nth);
    return ofOp()[nth - 1]!.payload;
  };

  async function read(set: 'overVoltage' | 'lowVoltage' = 'overVoltage', of = device) {
    return readParameters(ctx, world.caller, { device: of.deviceCode, set, source: 'test' });
  }
  async function write(data: unknown = FACTORY, of = device, key?: string) {
    return writeParameters(ctx, world.caller, {
      device: of.deviceCode,
      definition: OVER_VOLTAGE,
      data,
      source: 'test',
      idempotencyKey: key,
    });
  }
  async function accepted(asked: ReturnType<typeof read>): Promise<string> {
    const outcome = await asked;
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.commandId;
  }
  async function reply(
    commandId: string,
    { code = 0, ...more }: { code?: number; message?: string; data?: unknown } = {},
    from = device.deviceCode,
  ) {
    const messages = await database.transaction((trx) =>
      applyReply(ctx, trx, {
        ...replyOf(commandId, code, more),
        customerId: device.customerId,
        linkDeviceCode: from,
        receivedAt: world.clock.now(),
      }),
    );
    publishAll(ctx.bus, messages);
    return messages;
  }
  const stateOf = async (commandId: string) => {
    const { state, reason, detail } = await commandRow(ctx, commandId);
    return [state, reason, detail];
  };
  const known = async () => {
    const outcome = await parameterState(ctx, world.caller, device.deviceCode);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.sets.find(({ set }) => set === 'overVoltage')!;
  };
  const logLines = async () => {
    const rows = await database.db
      .selectFrom('operation_log')
      .select(['command', 'status', 'command_id', 'user_name', 'device_code', 'detail'])
      .where('customer_id', '=', device.customerId)
      .where('module', '=', 'Protection')
      .orderBy('operation_log_id')
      .execute();
    return rows;
  };

  describe('a parameter read', () => {
    it('is sent with its expiry and ends with the values, published and stored', async () => {
      const id = await accepted(read());
      expect(await sentOp('read')).toMatchObject({
        id,
        exp: (await commandRow(ctx, id)).expires_at,
        args: { what: 'overVoltage' },
      });
      await reply(id, { data: { ...FACTORY, ov: 281, extra: 'ignored' } });
      expect(await stateOf(id)).toEqual(['confirmed', null, null]);
      const values = { ...FACTORY, ov: '281.0' };
      expect(told).toEqual([
        expect.objectContaining({ set: 'overVoltage', values, verified: null, commandId: id }),
      ]);
      expect((await known()).row).toMatchObject({
        reported: values,
        reported_at: world.clock.now(),
        verified: null,
      });
    });

    it('is logged in the same transaction', async () => {
      const id = await accepted(read());
      expect(await logLines()).toEqual([
        expect.objectContaining({
          command: 'read',
          status: 'queued',
          command_id: id,
          user_name: world.caller.userName,
          device_code: device.deviceCode,
          detail: expect.objectContaining({ set: 'overVoltage', source: 'test' }),
        }),
      ]);
      await sql`alter table audit_entry rename to audit_entry_away`.execute(database.db);
      try {
        await expect(read('lowVoltage')).rejects.toThrow();
      } finally {
        await sql`alter table audit_entry_away rename to audit_entry`.execute(database.db);
      }
      const rows = await database.db
        .selectFrom('command')
        .select('command_id')
        .where('device_id', '=', device.deviceId)
        .execute();
      expect(rows.map((row) => row.command_id)).toEqual([id]);
    });

    it('is one read if requested twice while pending, separate from a read of another set', async () => {
      const [first, second, other] = await Promise.all([
        accepted(read()),
        accepted(read()),
        accepted(read('lowVoltage')),
      ]);
      expect(second).toBe(first);
      expect(other).not.toBe(first);
    });

    it('is refused immediately for an offline device, and never sent', async () => {
      const away = await world.addDevice({ connected: false });
      expect(await read('overVoltage', away)).toMatchObject({ refusal: 'device-offline' });
      expect(await write(FACTORY, away)).toMatchObject({ refusal: 'device-offline' });
      expect((await logLines()).map(({ status }) => status)).toEqual([
        'refused:device-offline',
        'refused:device-offline',
      ]);
      expect(written).toEqual([]);
    });

    it.each(['gateway', 'dtu', 'meter', 'hidden', 'slave'] as const)(
      'is refused with a specific reason for a %s',
      async (kind) => {
        const gateway = await world.addDevice({ kind: 'gateway' });
        const other = await world.addDevice(kind === 'slave' ? { kind, gateway } : { kind });
        expect(await read('overVoltage', other)).toMatchObject({
          refusal: 'protection-not-supported',
        });
      },
    );

    it.each([
      ['nothing', undefined, /missing/],
      [
        'another set',
        { enable: 'true', doOpen: 'true', doLock: 'true', lv: '165' },
        /ov is missing/,
      ],
      ['half a set', { ...FACTORY, ovrt: undefined }, /^ovrt is missing$/],
      ['text instead of numbers', { ...FACTORY, ov: 'high' }, /^ov cannot be read$/],
      ['a list', { ...FACTORY, ov: [1] }, /^ov cannot be read$/],
    ])('stores nothing and reports the error if answered with %s', async (_case, data, detail) => {
      const ended: BusEvents['command.changed'][] = [];
      ctx.bus.subscribe('command.changed', (event) => ended.push(event));
      const id = await accepted(read());
      await sentOp('read');
      await reply(id, { data });
      expect(await stateOf(id)).toEqual([
        'rejected',
        'unreadable-answer',
        expect.stringMatching(detail),
      ]);
      expect(ended.at(-1)).toMatchObject({ state: 'rejected', set: 'overVoltage' });
      expect(told).toEqual([]);
      expect((await known()).row).toBeUndefined();
    });

    it('counts once if answered twice, and ignores an answer of another device', async () => {
      const id = await accepted(read());
      await sentOp('read');
      const other = await world.addDevice();
      expect(await reply(id, { data: { ...FACTORY, ov: '299' } }, other.deviceCode)).toEqual([]);
      await reply(id, { data: FACTORY });
      expect(await reply(id, { data: { ...FACTORY, ov: '299' } })).toEqual([]);
      expect((await known()).row?.reported).toEqual(FACTORY);
    });

    it('ends as unknown without an answer, and still accepts a late answer', async () => {
      const id = await accepted(read());
      await sentOp('read');
      world.clock.advance(LIFE_MS + REFUSED_LATE_MS + 1_000);
      await expireCommands(ctx);
      expect(await stateOf(id)).toEqual(['unknown', 'no-answer', null]);
      expect((await known()).lastRead).toMatchObject({ state: 'unknown', reason: 'no-answer' });
      await reply(id, { data: FACTORY });
      expect(await statesOf(ctx, id)).toEqual(['queued', 'sent', 'unknown', 'confirmed']);
      expect((await known()).row?.reported).toEqual(FACTORY);
    });

    it('does not overwrite newer values if answered after a later read', async () => {
      const early = await accepted(read());
      await sentOp('read');
      world.clock.advance(LIFE_MS + REFUSED_LATE_MS + 1_000);
      await expireCommands(ctx);
      const late = await accepted(read());
      await sentOp('read', 2);
      await reply(late, { data: { ...FACTORY, ov: '280.0' } });
      await reply(early, { data: { ...FACTORY, ov: '260.0' } });
      expect((await known()).row?.reported).toMatchObject({ ov: '280.0' });
      expect(told.map(({ values }) => values['ov'])).toEqual(['280.0']);
    });
  });

  describe('a parameter write', () => {
    const wanted = { ...FACTORY, ov: '280.0', ovrt: '45' };

    /** Performs a write up to the device's acknowledgement and the read-back that follows. */
    async function acknowledged(): Promise<[string, string]> {
      const id = await accepted(write(wanted));
      await sentOp('write');
      await reply(id, { data: wanted });
      return [id, (await sentOp('read')).id];
    }

    it('is sent as text with the wire names', async () => {
      const id = await accepted(write({ ...wanted, ov: 280, enable: true, extra: 'x' }));
      expect(await sentOp('write')).toMatchObject({
        id,
        exp: (await commandRow(ctx, id)).expires_at,
        args: { what: 'overVoltage', data: wanted },
      });
    });

    it('is confirmed only by the values read back', async () => {
      const [id, readId] = await acknowledged();
      expect(await stateOf(id)).toEqual(['acknowledged', null, null]);
      expect(told).toEqual([]);
      expect((await known()).row).toMatchObject({ reported: null, verified: null });
      await reply(readId, { data: wanted });
      expect(await stateOf(id)).toEqual(['confirmed', null, null]);
      const verified = Object.fromEntries(OVER_VOLTAGE.fields.map(({ wire }) => [wire, true]));
      expect(told).toEqual([expect.objectContaining({ values: wanted, verified })]);
      expect((await known()).row).toMatchObject({ reported: wanted, verified });
    });

    it('is rejected with the names of the fields that differ', async () => {
      const [id, readId] = await acknowledged();
      await reply(readId, { data: { ...wanted, ov: '275.0', ovrt: '30' } });
      expect(await stateOf(id)).toEqual(['rejected', 'read-back-different', 'ov, ovrt']);
      expect(told[0]?.verified).toMatchObject({ ov: false, ovrt: false, orv: true });
      expect((await known()).row?.verified).toMatchObject({ ov: false, ovrt: false, orv: true });
    });

    it('is read back once, however often the device acknowledges it', async () => {
      const [id] = await acknowledged();
      await reply(id);
      await reply(id);
      const reads = await database.db
        .selectFrom('command')
        .select('command_id')
        .where('device_id', '=', device.deviceId)
        .where('kind', '=', 'read')
        .execute();
      expect(reads).toHaveLength(1);
    });

    it.each([
      ['an unreadable reply', { data: { ov: 'x' } }],
      ['a refusal', { code: 500 }],
    ])('has an unknown outcome if the read-back returns %s', async (_case, answer) => {
      const [id, readId] = await acknowledged();
      await reply(readId, answer);
      expect(await stateOf(id)).toEqual(['unknown', 'not-read-back', null]);
      expect(told).toEqual([]);
      const next = await accepted(read());
      await sentOp('read', 2);
      await reply(next, { data: wanted });
      // This read was requested before the write expired, so it does not prove anything about the
      // write yet.
      expect((await stateOf(id))[0]).toBe('unknown');
      world.clock.advance(LIFE_MS + REFUSED_LATE_MS);
      const later = await accepted(read());
      await sentOp('read', 3);
      await reply(later, { data: wanted });
      expect(await stateOf(id)).toEqual(['confirmed', 'confirmed-late', null]);
    });

    it('ends as unknown, not as written, if the read-back has no answer', async () => {
      const [id, readId] = await acknowledged();
      world.clock.advance(LIFE_MS + REFUSED_LATE_MS + 1_000);
      await expireCommands(ctx);
      expect(await stateOf(id)).toEqual(['unknown', 'no-answer', null]);
      expect(await stateOf(readId)).toEqual(['unknown', 'no-answer', null]);
      await reply(readId, { data: wanted });
      expect(await stateOf(id)).toEqual(['confirmed', 'confirmed-late', null]);
    });

    it('is read back when the device reconnects if it had no answer', async () => {
      const id = await accepted(write(wanted));
      await sentOp('write');
      world.clock.advance(LIFE_MS + REFUSED_LATE_MS + 1_000);
      await expireCommands(ctx);
      expect((await stateOf(id))[0]).toBe('unknown');
      const stop = startReadBackOnReturn(ctx);
      for (const _twice of [1, 2]) {
        ctx.bus.publish('presence.changed', {
          ...device,
          presence: 'online',
          csq: null,
          heardAt: null,
          at: world.clock.now(),
        });
      }
      await stop();
      const readId = (await sentOp('read')).id;
      await reply(readId, { data: FACTORY });
      expect(await stateOf(id)).toEqual(['rejected', 'read-back-different', 'ov, ovrt']);
      expect(written.filter(({ payload }) => payload.op === 'read')).toHaveLength(1);
    });

    it('is neither confirmed nor rejected if it has no answer and another write follows', async () => {
      const first = await accepted(write(wanted));
      await sentOp('write');
      world.clock.advance(LIFE_MS + REFUSED_LATE_MS + 1_000);
      await expireCommands(ctx);
      const second = await accepted(write(FACTORY));
      await sentOp('write', 2);
      await reply(second);
      await reply((await sentOp('read')).id, { data: FACTORY });
      expect(await stateOf(second)).toEqual(['confirmed', null, null]);
      expect(await stateOf(first)).toEqual(['cancelled', 'overtaken', null]);
    });

    it('is read back when it has expired, not before, if it was lost in a restart', async () => {
      const id = await accepted(write(wanted));
      await sentOp('write');
      await database.db
        .updateTable('command')
        .set({ state: 'unknown', reason: 'restarted' })
        .where('command_id', '=', id)
        .execute();
      const stop = startReadBackOnReturn(ctx);
      ctx.bus.publish('presence.changed', {
        ...device,
        presence: 'online',
        csq: null,
        heardAt: null,
        at: world.clock.now(),
      });
      await eventually(() => world.clock.waiting).toBe(1);
      expect(written.filter(({ payload }) => payload.op === 'read')).toEqual([]);
      world.clock.advance(LIFE_MS + 1_000);
      const readId = (await sentOp('read')).id;
      await reply(readId, { data: wanted });
      expect(await stateOf(id)).toEqual(['confirmed', 'confirmed-late', null]);
      await stop();
    });

    it.each([
      [400, 'rejected', 'bad-arguments'],
      [409, 'rejected', 'refused-by-device'],
      [410, 'expired', 'expired-at-device'],
      [500, 'rejected', 'device-failed'],
    ])('ends after reply code %i as %s', async (code, state, reason) => {
      const id = await accepted(write(wanted));
      await sentOp('write');
      await reply(id, { code, message: 'words' });
      expect(await stateOf(id)).toEqual([state, reason, 'words']);
      expect(written.map(({ payload }) => payload.op)).toEqual(['write']);
    });

    it('blocks every other write to the device, whatever the set, until it has ended', async () => {
      const [id, readId] = await acknowledged();
      expect(await write(wanted)).toMatchObject({ refusal: 'control-busy' });
      await reply(readId, { data: wanted });
      expect((await stateOf(id))[0]).toBe('confirmed');
      expect((await write(FACTORY)).ok).toBe(true);
    });

    it('is accepted once if submitted five times at the same time', async () => {
      const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => write(wanted)));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      for (const outcome of outcomes) {
        if (!outcome.ok) expect(outcome.refusal).toBe('control-busy');
      }
    });

    it('is one operation with an idempotency key, and another body with that key is refused', async () => {
      const first = await accepted(write(wanted, device, 'key'));
      expect(await accepted(write(wanted, device, 'key'))).toBe(first);
      expect(await write(FACTORY, device, 'key')).toMatchObject({
        refusal: 'idempotency-mismatch',
      });
    });

    it.each([
      ['out of bounds', { ov: '400' }, 'parameter-invalid', 'ov', 'ov is not 230 to 300'],
      ['in a wrong order', { orv: '274' }, 'parameter-invalid', 'orv', 'orv is not below 270'],
      [
        'half a set',
        { ov: undefined, ovjt: '' },
        'parameters-empty',
        'ov',
        'ov is missing; ovjt is missing',
      ],
      [
        'two mistakes',
        { ov: '1e3', ovjt: '-1' },
        'parameter-invalid',
        'ov',
        'ov cannot be read; ovjt cannot be read',
      ],
    ])(
      'is refused field by field with values %s, and stores nothing',
      async (_case, more, refusal, field, detail) => {
        expect(await write({ ...FACTORY, ...more })).toEqual({ ok: false, refusal, field, detail });
        expect((await logLines()).map(({ command, status }) => [command, status])).toEqual([
          ['write', `refused:${refusal}`],
        ]);
      },
    );

    it('is limited by the nameplate', async () => {
      await database.db
        .updateTable('device')
        .set({ rated_voltage_v: 115 })
        .where('device_id', '=', device.deviceId)
        .execute();
      expect(await write(FACTORY)).toMatchObject({
        detail: expect.stringContaining('ov is not 115 to 150'),
      });
    });

    it('is reported as different if the values are later changed at the device', async () => {
      const [, readId] = await acknowledged();
      await reply(readId, { data: wanted });
      world.clock.advance(1_000);
      const later = await accepted(read());
      await sentOp('read', 2);
      await reply(later, { data: { ...wanted, ov: '290.0' } });
      expect(told.at(-1)?.verified).toMatchObject({ ov: false, orv: true });
    });
  });

  it('are listed for every set, even before anything was read', async () => {
    const outcome = await parameterState(ctx, world.caller, device.deviceCode);
    if (!outcome.ok) throw new Error(outcome.refusal);
    expect(outcome.value.sets.map(({ set }) => set)).toEqual(PROTECTIONS.map(({ name }) => name));
    for (const { row, lastRead, lastWrite } of outcome.value.sets) {
      expect([row, lastRead, lastWrite]).toEqual([undefined, undefined, undefined]);
    }
  });
});
