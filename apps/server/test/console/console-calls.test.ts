/** The calls of the protocol console against a simulated device with a real connection. */
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { connectBreaker } from '../support/devices/simulated-device.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

interface Row {
  readonly offset: number;
  readonly hex: string;
  readonly name: string;
  readonly value: string | number;
  readonly unit: string;
}

describeWithDatabase('the protocol console', (database) => {
  const server = fixture(() =>
    startServer(database, {
      clock: systemClock,
      env: { CONTROL_GAP_S: '0', CONTROL_PER_MINUTE: '1000', CONTROL_GROUP_PERCENT: '100' },
    }),
  );
  const tenant = fixture(() => createTenant(database, { label: 'console', now: Date.now() }));
  const device = fixture(() => buildTenantDevice(database, tenant));
  fixture(() => connectBreaker(server, device));

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
    const answer = await server.app.inject({
      method,
      url: `/api/v2/tower/${path}`,
      headers: { authorization: tenant.users.operator.token },
      ...(payload === undefined ? {} : { payload }),
    });
    return answer.json();
  }
  const encode = (more: object) =>
    call('POST', 'encode-msg', {
      device_sn: device.deviceCode,
      address: 'AA',
      command_code: '11',
      data: '',
      protocol_version: 1,
      ...more,
    });
  const send = (send_code: string, more: object = {}) =>
    call('POST', 'mqtt-pub-sub', { device_sn: device.deviceCode, send_code, ...more });
  const rowNamed = ({ data }: { data: { parsed: Row[] } }, name: string) =>
    data.parsed.find((row) => row.name === name);

  it('builds and sends a frame to a DL/T 645 meter, and explains the reply', async () => {
    const encoded = await encode({ data: '00010102' });
    expect(encoded).toMatchObject({
      code: 0,
      data: { send_code: '68aaaaaaaaaaaa68110433343435b116', effect: 'read' },
    });
    const answer = await send(encoded.data.send_code);
    expect(answer.code).toBe(0);
    const { receive_code, parsed } = answer.data as { receive_code: string; parsed: Row[] };
    expect(parsed.map(({ hex }) => hex).join('')).toBe(receive_code);
    expect(rowNamed(answer, 'Voltage, phase A')).toMatchObject({
      unit: 'V',
      value: expect.any(Number),
    });
  });

  it('builds and sends a frame to a Modbus meter, whose address follows from the device code', async () => {
    const address = ((Number(device.deviceCode.slice(-3)) + 246) % 247) + 1;
    const encoded = await encode({
      address,
      command_code: '03',
      data: '0000000d',
      protocol_version: '2',
    });
    const answer = await send(encoded.data.send_code);
    expect(rowNamed(answer, 'Register, 12')?.value).toBe(1);
  });

  it('switches a breaker with a confirmed frame, and stores the new switch state', async () => {
    const data = '02000000000000001a00595923311226';
    const encoded = await encode({ command_code: '1c', data });
    expect(encoded.data.effect).toBe('open');
    expect(await send(encoded.data.send_code)).toMatchObject({ reason: 'frame-not-confirmed' });
    expect(await send(encoded.data.send_code, { confirm: true })).toMatchObject({ code: 0 });
    await vi.waitUntil(
      async () => {
        const state = await database.db
          .selectFrom('device_state')
          .select('switch_action')
          .where('device_id', '=', device.deviceId)
          .executeTakeFirstOrThrow();
        return state.switch_action === 'openByCommand';
      },
      { timeout: 10_000 },
    );
  });

  it('reports the device’s refusal if no meter answers on the line', async () => {
    const encoded = await encode({ address: '123', data: '00010102' });
    expect(await send(encoded.data.send_code)).toMatchObject({ reason: 'frame-refused' });
  });

  it.each([
    ['an address with letters', { address: 'meter' }, 'frame-address-invalid', 'address'],
    [
      'a reply frame as command code',
      { command_code: '91' },
      'frame-command-invalid',
      'command_code',
    ],
    ['data of odd length', { data: '123' }, 'frame-data-invalid', 'data'],
  ])('names the field of %s', async (_case, wrong, reason, field) => {
    expect(await encode(wrong)).toMatchObject({ reason, field });
  });

  it('rejects an unknown protocol as an invalid request', async () => {
    expect(await encode({ protocol_version: 3 })).toMatchObject({ code: 400 });
  });

  it('explains any pasted text', async () => {
    const answer = await call('POST', 'explain-msg', { code: '48 65 6c 6c 6f' });
    expect(answer.data).toMatchObject({
      effect: null,
      problems: [{ key: 'alien', text: expect.stringContaining('Neither') }],
      parsed: [{ offset: 0, hex: '48656c6c6f' }],
    });
    const both = await call('POST', 'explain-msg', { code: '110203ac00357ae8' });
    expect(both.data.frames[0].other).toMatchObject({ direction: 'reply' });
    const asked = { code: '110306ae415652434049ad', request: '1103006b00037687' };
    const reply = await call('POST', 'explain-msg', asked);
    expect(rowNamed(reply, 'Register, 107')?.value).toBe(44_609);
  });

  it('lists sent frames, newest first', async () => {
    const { data } = await call('GET', `history?device_sn=${device.deviceCode}&ps=2`);
    expect(data.list).toHaveLength(2);
    expect(data.total).toBeGreaterThan(2);
    expect(data.list[0].id).toBeGreaterThan(data.list[1].id);
    expect(data.list[0]).toMatchObject({ device_sn: device.deviceCode, state: 'rejected' });
  });

  describe('favourites', () => {
    const frame = { address: '1', command_code: '11', data: '00010102', protocol_version: 1 };
    const add = (name: string, more: object = {}) =>
      call('POST', 'favourites', { ...frame, name, ...more });

    it('are stored, listed and deleted', async () => {
      const added = await add(' Voltage ');
      expect(added).toMatchObject({ code: 0, data: { name: 'Voltage', ...frame } });
      expect((await call('GET', 'favourites')).data.list).toEqual([added.data]);
      expect(await add('voltage')).toMatchObject({ reason: 'favourite-name-taken' });
      expect(await add('  ')).toMatchObject({ reason: 'info-required', field: 'name' });
      expect(await add('Odd', { data: '1' })).toMatchObject({ reason: 'frame-data-invalid' });
      expect(await call('DELETE', `favourites/${added.data.id}`)).toMatchObject({ code: 0 });
      expect((await call('GET', 'favourites')).data.list).toEqual([]);
      expect(await call('DELETE', `favourites/${added.data.id}`)).toMatchObject({ code: 404 });
    });

    it('belong to one user', async () => {
      const { data } = await add('Mine');
      const answer = await server.app.inject({
        method: 'DELETE',
        url: `/api/v2/tower/favourites/${data.id}`,
        headers: { authorization: tenant.users.admin.token },
      });
      expect(answer.statusCode).toBe(404);
    });

    it('are limited to a hundred', async () => {
      const { length } = (await call('GET', 'favourites')).data.list;
      for (let count = length; count < 100; count++) await add(`number ${count}`);
      expect(await add('one more')).toMatchObject({ reason: 'quota-exceeded' });
    });
  });
});
