/** Registering, changing, moving and deleting devices; their secrets; codes between customers. */
import { describe, expect, it } from 'vitest';
import { addDevice, type DeviceForm } from '../../src/areas/fleet/devices/add-device.ts';
import {
  changeDevice,
  type DeviceEdit,
  moveDevice,
  removeDevice,
} from '../../src/areas/fleet/devices/change-device.ts';
import { findDeviceSummary } from '../../src/areas/fleet/devices/device-detail-service.ts';
import {
  findDevice,
  findDeviceOfLink,
} from '../../src/areas/fleet/devices/device-lookup-queries.ts';
import { bdPositionOf } from '../../src/areas/fleet/devices/device-summary.ts';
import { renewSecret } from '../../src/areas/onboarding/device-secret/renew-secret.ts';
import { writeSetting } from '../../src/areas/shared/installation/installation-queries.ts';
import { sha256 } from '../../src/areas/shared/secrets/session-secret.ts';
import { uuidV7 } from '../../src/clock.ts';
import { jsonb } from '../../src/storage/column-types.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup, PASSWORD } from '../support/factories/customer.ts';
import { buildDevice, deviceForm, freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

describeWithDatabase('devices', (database) => {
  const ctx = testContext(database);
  const caller = fixture(async () => buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' }));
  const stranger = fixture(async () =>
    buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' }),
  );

  async function add(over: Partial<DeviceForm> = {}, who = caller) {
    const outcome = await addDevice(ctx, who, await deviceForm(ctx, who, over));
    return outcome.ok ? outcome.value : { refusal: outcome.refusal, field: outcome.field };
  }

  const stored = (deviceId: number, who = caller) =>
    ctx.database.db
      .selectFrom('device')
      .selectAll()
      .where('customer_id', '=', who.customerId)
      .where('device_id', '=', deviceId)
      .executeTakeFirstOrThrow();

  const logged = async (code: string) => {
    const lines = await ctx.database.db
      .selectFrom('operation_log')
      .select(['module', 'command', 'status', 'user_name'])
      .where('customer_id', '=', caller.customerId)
      .where('device_code', '=', code)
      .orderBy('operation_log_id')
      .execute();
    return lines.map((line) => `${line.module}: ${line.command} ${line.status} ${line.user_name}`);
  };

  describe('registering', () => {
    it.each(['shelly', 'tasmota'] as const)('stores that a device speaks %s', async (protocol) => {
      const { deviceId } = await buildDevice(ctx, caller, { protocol });
      expect((await stored(deviceId)).protocol).toBe(protocol);
    });

    it('stores our own protocol unless another one is named', async () => {
      const { deviceId } = await buildDevice(ctx, caller);
      expect((await stored(deviceId)).protocol).toBe('busbar');
    });

    it.each(['Shelly', 'Zigbee2MQTT', '', 'constructor'])(
      'refuses the unknown protocol %j and names the field',
      async (protocol) => {
        const refusal = { refusal: 'device-protocol-unknown', field: 'protocol' };
        expect(await add({ protocol })).toEqual(refusal);
      },
    );

    it('refuses the protocol of another manufacturer for a device type that it does not fit', async () => {
      const unfit = { refusal: 'device-protocol-unfit', field: 'protocol' };
      expect(await add({ type: 'MT88C', protocol: 'shelly' })).toEqual(unfit);
      expect(await add({ type: 'HF-DTU', protocol: 'tasmota' })).toEqual(unfit);
      expect(await add({ type: 'MT61', protocol: 'zigbee2mqtt' })).toEqual(unfit);
      expect(await add({ type: 'HF-DTU', protocol: 'zigbee2mqtt' })).toEqual(unfit);
      expect(await add({ type: 'MT88C', protocol: 'busbar' })).toHaveProperty('deviceId');
    });

    it('gives the slaves of a Zigbee2MQTT bridge its protocol', async () => {
      const bridge = await buildDevice(ctx, caller, { type: 'MT88C', protocol: 'zigbee2mqtt' });
      expect((await stored(bridge.deviceId)).protocol).toBe('zigbee2mqtt');
      const slave = await buildDevice(ctx, caller, { type: 'slave', code: `${bridge.code}-3` });
      expect(await stored(slave.deviceId)).toMatchObject({
        kind: 'slave',
        protocol: 'zigbee2mqtt',
      });
    });

    it('keeps a device of another manufacturer from a type that its protocol does not fit', async () => {
      const plug = await buildDevice(ctx, caller, { type: 'MT61', protocol: 'shelly' });
      const bridge = await buildDevice(ctx, caller, { type: 'MT88C', protocol: 'zigbee2mqtt' });
      for (const [{ code }, type] of [
        [plug, 'MT88C'],
        [bridge, 'HF-DTU'],
      ] as const) {
        expect(await changeDevice(ctx, caller, code, { type })).toMatchObject({
          refusal: 'device-protocol-unfit',
          field: 'type',
        });
      }
    });

    it('stores the protocol of another manufacturer behind an external broker', async () => {
      const external = testContext(database, { MQTT_URL: 'mqtt://127.0.0.1:1' });
      const form = await deviceForm(ctx, caller, { protocol: 'shelly' });
      expect(await addDevice(external, caller, form)).toMatchObject({ ok: true });
    });

    it('shows the secret once and stores its hash', async () => {
      const { deviceId, secret, code } = await buildDevice(ctx, caller, { name: ' Cold store ' });
      expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
      const row = await stored(deviceId);
      expect(row.secret_hash).toEqual(sha256(secret ?? ''));
      expect(row).toMatchObject({ name: 'Cold store', kind: 'main', device_code: code });
      expect(await logged(code)).toEqual([`Device information: add done ${caller.userName}`]);
      expect(ctx.published('device.changed').at(-1)).toEqual({
        customerId: caller.customerId,
        deviceId,
        deviceCode: code,
        credentialsEnded: false,
      });
    });

    it.each([
      ['MT61', 'main'],
      ['mt61gp', 'main'],
      ['MT88C', 'gateway'],
      ['MT88', 'hidden'],
      ['HF-DTU', 'dtu'],
      ['METER', 'meter'],
    ] as const)('accepts the type by name: %s is %s', async (type, kind) => {
      const { deviceId } = await buildDevice(ctx, caller, { type });
      expect((await stored(deviceId)).kind).toBe(kind);
    });

    it('accepts the type by id as number or text, and rate and group as text', async () => {
      const type = await ctx.database.db
        .selectFrom('device_type')
        .select('device_type_id as id')
        .where('name', '=', 'MT88C')
        .executeTakeFirstOrThrow();
      const form = await deviceForm(ctx, caller, { type: type.id });
      expect((await addDevice(ctx, caller, form)).ok).toBe(true);
      const text = {
        ...form,
        code: freshCode(),
        type: String(type.id),
        rate: String(form.rate),
        group: String(form.group),
      };
      const added = await addDevice(ctx, caller, text);
      expect(added.ok && (await stored(added.value.deviceId)).kind).toBe('gateway');
    });

    it.each(['name', 'code', 'type', 'rate', 'group'] as const)(
      'requires the %s',
      async (field) => {
        expect(await add({ [field]: ' ' })).toEqual({ refusal: 'info-required', field });
      },
    );

    it.each([
      ['nine characters', 'A23456789'],
      ['31 characters', 'A'.repeat(31)],
      ['a space', 'DEV 000000001'],
      ['a letter beyond ASCII', 'DEVÉ000000001'],
      ['a NUL character', 'DEV\u00000000000001'],
      ['an MQTT wildcard', 'DEV+000000001'],
    ])('rejects a code with %s', async (_name, code) => {
      expect(await add({ code })).toEqual({ refusal: 'device-code-invalid', field: 'code' });
    });

    it.each(['SIM-BREAKER-7K3M9QXA', 'sim-breaker-7k3m9qxa'])(
      'rejects the code of a simulated breaker: %s',
      async (code) => {
        expect(await add({ code })).toEqual({ refusal: 'device-code-reserved', field: 'code' });
      },
    );

    it.each([10, 30])('accepts a code of %i characters', async (length) => {
      expect(await add({ code: freshCode('X').padEnd(length, 'x').slice(-length) })).toHaveProperty(
        'deviceId',
      );
    });

    it.each([
      ['an unknown type', { type: 'MT99' }, 'device-type-unknown'],
      [
        'a slave without a gateway',
        { type: 'slave', code: 'NOGATEWAY01-3' },
        'device-type-unknown',
      ],
      ['an unknown rate', { rate: 424_242 }, 'rate-unknown'],
      ['an invalid rate id', { rate: 'x' }, 'rate-unknown'],
      ['an unknown group', { group: 424_242 }, 'group-unknown'],
      [
        'a gateway code too long for its slaves',
        { type: 'MT88C', code: 'G'.repeat(28) },
        'device-code-invalid',
      ],
    ] as const)('rejects %s', async (_name, over, refusal) => {
      expect(await add(over)).toMatchObject({ refusal });
    });

    it('rejects resources of another customer like unknown ones', async () => {
      const foreign = await deviceForm(ctx, stranger);
      expect(await add({ rate: foreign.rate })).toEqual(await add({ rate: 424_242 }));
      expect(await add({ group: foreign.group })).toEqual(await add({ group: 424_242 }));
    });

    it('rejects a higher or a parallel group', async () => {
      const customer = await buildCustomer(ctx);
      const left = await buildGroup(ctx, customer, 'left');
      const right = await buildGroup(ctx, customer, 'right');
      const who = await buildCaller(ctx, customer, { groupId: left.groupId });
      expect(await add({ group: left.groupId }, who)).toHaveProperty('deviceId');
      for (const group of [right.groupId, customer.groupId]) {
        expect(await add({ group }, who)).toMatchObject({ refusal: 'group-unknown' });
      }
    });

    it('gives the same answer for a taken code, whichever customer owns it', async () => {
      const own = await buildDevice(ctx, caller);
      const foreign = await buildDevice(ctx, stranger);
      const refusal = { refusal: 'device-code-taken', field: 'code' };
      expect(await add({ code: own.code })).toEqual(refusal);
      expect(await add({ code: foreign.code })).toEqual(refusal);
    });

    it('assigns a code to one of many concurrent requests', async () => {
      const code = freshCode();
      const wanting = Array.from({ length: 8 }, (_, i) => add({ code }, i % 2 ? caller : stranger));
      const results = await Promise.all(wanting);
      expect(results.filter((result) => 'deviceId' in result)).toHaveLength(1);
    });

    it('stops at the device limit of the installation', async () => {
      const who = await buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' });
      await writeSetting(ctx.database.db, 'devices_per_customer', '2');
      try {
        expect(await add({}, who)).toHaveProperty('deviceId');
        expect(await add({}, who)).toHaveProperty('deviceId');
        expect(await add({}, who)).toMatchObject({ refusal: 'quota-exceeded' });
      } finally {
        await ctx.database.db
          .deleteFrom('installation')
          .where('name', '=', 'devices_per_customer')
          .execute();
      }
      expect(await add({}, who)).toHaveProperty('deviceId');
    });
  });

  describe('slaves', () => {
    it('are registered under their gateway, without a secret, whatever type is given', async () => {
      const gateway = await buildDevice(ctx, caller, { type: 'MT88C', code: freshCode('GW') });
      for (const [address, type] of [
        [1, 'slave'],
        [2, 'MT61'],
      ] as const) {
        const slave = await buildDevice(ctx, caller, { code: `${gateway.code}-${address}`, type });
        expect(slave.secret).toBeUndefined();
        expect(await stored(slave.deviceId)).toMatchObject({
          kind: 'slave',
          gateway_id: gateway.deviceId,
          slave_address: address,
          secret_hash: null,
        });
      }
    });

    it('are not registered under the gateway of another customer', async () => {
      const foreign = await buildDevice(ctx, stranger, { type: 'MT88C', code: freshCode('GW') });
      expect(await add({ code: `${foreign.code}-3` })).toEqual({
        refusal: 'device-code-taken',
        field: 'code',
      });
      // A code with an address that no slave can have remains available to everyone.
      expect(await add({ code: `${foreign.code}-21` })).toHaveProperty('deviceId');
    });

    it('make a gateway code unavailable if its slave codes belong to other devices', async () => {
      const base = freshCode('GW');
      await buildDevice(ctx, stranger, { code: `${base}-7` });
      expect(await add({ code: base, type: 'MT88C' })).toEqual({
        refusal: 'device-code-taken',
        field: 'code',
      });
      const main = await buildDevice(ctx, caller, { code: base, type: 'MT61' });
      expect(await changeDevice(ctx, caller, main.deviceId, { type: 'MT88C' })).toMatchObject({
        refusal: 'device-code-taken',
      });
    });

    it.each(['MT88C', 'HF-DTU'])(
      'prevent their %s from being deleted or changing its type',
      async (type) => {
        const gateway = await buildDevice(ctx, caller, { type, code: freshCode('GW') });
        const slave = await buildDevice(ctx, caller, { code: `${gateway.code}-1` });
        expect(await removeDevice(ctx, caller, gateway.code)).toMatchObject({
          refusal: 'device-has-slaves',
        });
        expect(await changeDevice(ctx, caller, gateway.code, { type: 'MT61' })).toMatchObject({
          refusal: 'device-has-slaves',
        });
        expect((await removeDevice(ctx, caller, slave.code)).ok).toBe(true);
        expect((await removeDevice(ctx, caller, gateway.code)).ok).toBe(true);
      },
    );

    it('have no secret to renew and no type to change', async () => {
      const gateway = await buildDevice(ctx, caller, { type: 'MT88C', code: freshCode('GW') });
      const slave = await buildDevice(ctx, caller, { code: `${gateway.code}-1` });
      expect(await renewSecret(ctx, caller, slave.code, { password: PASSWORD })).toMatchObject({
        refusal: 'order-not-supported',
      });
      expect((await changeDevice(ctx, caller, slave.code, { type: 'MT61' })).ok).toBe(true);
      expect((await stored(slave.deviceId)).kind).toBe('slave');
    });
  });

  describe('changing', () => {
    it('changes only the given fields', async () => {
      const customer = await buildCustomer(ctx);
      const who = await buildCaller(ctx, customer, { role: 'admin' });
      const group = await buildGroup(ctx, customer, 'annex');
      const { deviceId, code } = await buildDevice(ctx, who, { name: 'before', address: 'Gate 1' });
      const before = await stored(deviceId, who);
      const steps: [DeviceEdit, Record<string, unknown>][] = [
        [{ name: ' after ' }, { name: 'after' }],
        [{ address: 'Gate 2' }, { address: 'Gate 2' }],
        [{ group: group.groupId }, { group_id: group.groupId }],
        [{ type: 'HF-DTU' }, { kind: 'dtu', band: '4G' }],
      ];
      let expected = before;
      for (const [edit, change] of steps) {
        expect(await changeDevice(ctx, who, code, edit)).toEqual({ ok: true, value: { deviceId } });
        const after = await stored(deviceId, who);
        const type = {
          device_type_id: after.device_type_id,
          expected_interval_s: after.expected_interval_s,
        };
        const revision = expected.revision + 1;
        expected = { ...expected, ...change, revision, ...(edit.type === undefined ? {} : type) };
        expect(after).toEqual(expected);
      }
    });

    it.each([
      ['an empty name', { name: ' ' }, 'info-required'],
      ['an unknown type', { type: 'MT99' }, 'device-type-unknown'],
      ['an unknown rate', { rate: 1 }, 'rate-unknown'],
      ['an unknown group', { group: 1 }, 'group-unknown'],
    ] as const)('rejects %s without changing anything else', async (_name, edit, refusal) => {
      const { deviceId, code } = await buildDevice(ctx, caller);
      const before = await stored(deviceId);
      const outcome = await changeDevice(ctx, caller, code, { address: 'elsewhere', ...edit });
      expect(outcome).toMatchObject({ refusal });
      expect(await stored(deviceId)).toEqual(before);
    });

    it('reaches no device of another customer or of a parallel group', async () => {
      const customer = await buildCustomer(ctx);
      const left = await buildGroup(ctx, customer, 'left');
      const root = await buildCaller(ctx, customer, { role: 'admin' });
      const beside = await buildCaller(ctx, customer, { groupId: left.groupId, role: 'admin' });
      const device = await buildDevice(ctx, root);
      const before = await stored(device.deviceId, root);
      for (const who of [stranger, beside]) {
        for (const name of [device.code, device.deviceId, String(device.deviceId)]) {
          const attempts = [
            changeDevice(ctx, who, name, { name: 'mine now' }),
            moveDevice(ctx, who, name, { lngT: 1, latT: 1 }),
            renewSecret(ctx, who, name, { password: undefined }),
            removeDevice(ctx, who, name),
          ];
          for (const outcome of await Promise.all(attempts)) {
            expect(outcome).toEqual({ ok: false, refusal: 'not-found' });
          }
        }
      }
      expect(await stored(device.deviceId, root)).toEqual(before);
    });
  });

  describe('the position', () => {
    it('derives the missing pair of coordinates, and stores a given pair unchanged', async () => {
      const { code } = await buildDevice(ctx, caller);
      const position = async () => {
        const summary = await findDeviceSummary(ctx, caller, code);
        if (!summary.ok) throw new Error(summary.refusal);
        const { longitude, latitude } = summary.value;
        return [longitude, latitude, ...bdPositionOf(summary.value)];
      };
      await moveDevice(ctx, caller, code, { lngT: 121.47, latT: 31.23 });
      const [lngT, latT, lng, lat] = await position();
      expect([lngT, latT]).toEqual([121.47, 31.23]);
      expect(lng).toBeCloseTo(121.481, 2);
      expect(lat).toBeCloseTo(31.234, 2);
      await moveDevice(ctx, caller, code, { lng: 116.404, lat: 39.915 });
      const saved = await position();
      expect(saved.slice(2)).toEqual([116.404, 39.915]);
      // Saving a position unchanged does not make it drift.
      const [sameLngT, sameLatT, sameLng, sameLat] = saved as number[];
      await moveDevice(ctx, caller, code, {
        lng: sameLng,
        lat: sameLat,
        lngT: sameLngT,
        latT: sameLatT,
      });
      expect(await position()).toEqual(saved);
    });

    it.each([
      ['nothing', {}],
      ['half a pair', { lngT: 121 }],
      ['a place outside the globe', { lngT: 181, latT: 10 }],
      ['a value that is not a number', { lngT: Number.NaN, latT: 10 }],
      ['infinite numbers', { lng: Number.POSITIVE_INFINITY, lat: 10 }],
    ])('rejects %s', async (_name, input) => {
      const { deviceId, code } = await buildDevice(ctx, caller);
      expect(await moveDevice(ctx, caller, code, input)).toMatchObject({
        refusal: 'position-invalid',
      });
      expect((await stored(deviceId)).longitude).toBeNull();
    });
  });

  describe('a new secret', () => {
    it('is valid immediately, and the connection with the old one ends', async () => {
      const { deviceId, code, secret } = await buildDevice(ctx, caller);
      const renewed = await renewSecret(ctx, caller, code, { password: PASSWORD });
      expect(renewed.ok && renewed.value.deviceCode).toBe(code);
      const fresh = renewed.ok ? renewed.value.secret : '';
      expect(fresh).not.toBe(secret);
      expect((await stored(deviceId)).secret_hash).toEqual(sha256(fresh));
      expect(ctx.published('device.changed').at(-1)).toMatchObject({
        deviceId,
        credentialsEnded: true,
      });
      expect((await logged(code)).at(-1)).toBe(
        `Device information: new secret done ${caller.userName}`,
      );
    });
  });

  describe('deleting', () => {
    it('ends the device, its secret and its connection, and retains its row', async () => {
      const { deviceId, code } = await buildDevice(ctx, caller);
      expect((await removeDevice(ctx, caller, code)).ok).toBe(true);
      const { db } = ctx.database;
      expect(await findDevice(db, caller, code)).toBeUndefined();
      expect(await findDevice(db, caller, deviceId)).toBeUndefined();
      expect(await findDeviceOfLink(db, code)).toBeUndefined();
      expect(await stored(deviceId)).toMatchObject({
        device_code: code,
        secret_hash: null,
        deleted_at: ctx.clock.now(),
      });
      expect(ctx.published('device.changed').at(-1)).toMatchObject({ credentialsEnded: true });
      expect(await removeDevice(ctx, caller, code)).toEqual({ ok: false, refusal: 'not-found' });
    });

    it('releases the code for another device that shares nothing with the old one', async () => {
      const old = await buildDevice(ctx, caller);
      await removeDevice(ctx, caller, old.code);
      const fresh = await buildDevice(ctx, stranger, { code: old.code });
      expect(fresh.deviceId).not.toBe(old.deviceId);
      expect(fresh.secret).not.toBe(old.secret);
      expect((await findDeviceOfLink(ctx.database.db, old.code))?.customerId).toBe(
        stranger.customerId,
      );
      expect(await findDevice(ctx.database.db, caller, old.code)).toBeUndefined();
      await removeDevice(ctx, stranger, fresh.code);
      expect(await add({ code: old.code })).toHaveProperty('deviceId');
    });

    it.each([
      ['switch', 'queued', 'control-busy'],
      ['switch', 'sent', 'control-busy'],
      ['switch', 'acknowledged', 'control-busy'],
      ['switch', 'confirmed', undefined],
      ['switch', 'unknown', undefined],
      ['summon', 'queued', undefined],
      // A broker may still deliver the command to the next owner of the code.
      ['summon', 'sent', 'control-busy'],
    ] as const)('with a %s command in state %s answers %s', async (kind, state, refusal) => {
      const { deviceId, code } = await buildDevice(ctx, caller);
      const now = new Date(ctx.clock.now());
      await ctx.database.db
        .insertInto('command')
        .values({
          customer_id: caller.customerId,
          command_id: uuidV7(ctx.clock, ctx.random),
          device_id: deviceId,
          link_device_code: code,
          kind,
          switch_order: kind === 'switch' ? 'open' : null,
          args: jsonb(kind === 'switch' ? { to: 'open' } : {}),
          state,
          source: 'test',
          created_at: now,
          expires_at: now,
        })
        .execute();
      const outcome = await removeDevice(ctx, caller, code);
      expect(outcome.ok ? undefined : outcome.refusal).toBe(refusal);
    });
  });
});
