/** Meters behind a DTU are polled: readings, answers that do not fit, meters that do not answer. */
import { expect, it } from 'vitest';
import { createMetrics } from '../../../src/areas/platform/operations/metrics.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import {
  exceptionReply,
  genericWords,
  LineClient,
  type ReadRequest,
  valuesReply,
} from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { fixture } from '../../support/fixture.ts';
import { startLineGateway, voltagesOf } from './line-rig.ts';

describeWithDatabase('meters on a serial line', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'line', now: Date.now() }));
  const gateway = fixture(() => startLineGateway(database));
  const healthOf = (code: string) => gateway.driver.lineHealth(code)!;

  /** Connects a DTU whose first meter answers with `answer`; returns the id of that meter. */
  async function polled(answer: (request: ReadRequest, client: LineClient) => void) {
    const dtu = await buildSerialLine(database, tenant);
    const client = await LineClient.register(gateway.port, dtu, answer);
    return { ...dtu, client, meterId: dtu.slaveIds.get(1)! };
  }

  it('are each read with their own readings, and their energy reaches the registers', async () => {
    const meters = [{ station: '5' }, { station: '247' }];
    const dtu = await buildSerialLine(database, tenant, { meters });
    await LineClient.register(gateway.port, dtu, (request, client) => {
      const voltage = request.slave === 5 ? 231 : 232;
      client.write(valuesReply(request, genericWords(123.45, voltage)));
    });
    const [first, second] = [dtu.slaveIds.get(1)!, dtu.slaveIds.get(2)!];
    await eventually(() => voltagesOf(database, first)).toContain(231);
    await eventually(() => voltagesOf(database, second)).toContain(232);
    const [registers] = await rowsOfDevice(database, 'energy_register', first);
    expect(registers).toMatchObject({ active_import_kwh: '123.45' });
    const [row] = await rowsOfDevice(database, 'measurement', first);
    expect(row).toMatchObject({ active_power_kw: 1.15, frequency_hz: 50, power_factor: 1 });
    const dirty = await database.db
      .selectFrom('energy_dirty')
      .select('device_id')
      .where('device_id', 'in', [first, second])
      .execute();
    expect(dirty).toHaveLength(2);
  });

  it('are counted in the metrics of the process', async () => {
    const { deviceCode } = await polled((request, client) => {
      client.write(Uint8Array.of(0xff, 0xff, 0xff));
      client.write(valuesReply(request, genericWords(1)));
    });
    await eventually(() => healthOf(deviceCode)?.answers).toBeGreaterThan(0);
    const { ctx, ingest, driver } = gateway;
    const text = await createMetrics(ctx, {
      connected: () => 0,
      ingest,
      line: driver.counters,
    }).read();
    const counted = (name: string) => Number(text.split(`\n${name} `)[1]?.split('\n')[0]);
    expect(counted('busbar_dtu_connected')).toBeGreaterThan(0);
    expect(counted('busbar_dtu_frames_total{result="answers"}')).toBeGreaterThan(0);
    expect(counted('busbar_dtu_discarded_bytes_total{reason="noise"}')).toBeGreaterThan(2);
  });

  it('can be the DTU itself', async () => {
    const dtu = await buildSerialLine(database, tenant, { isOwn: true });
    await LineClient.register(gateway.port, dtu, (request, client) =>
      client.write(valuesReply(request, genericWords(1))),
    );
    await eventually(() => voltagesOf(database, dtu.deviceId)).toContain(230);
  });

  it('are left alone if they do not answer, while the others are read', {
    timeout: 60_000,
  }, async () => {
    const meters = [{ station: '1' }, { station: '2' }];
    const dtu = await buildSerialLine(database, tenant, { meters });
    const client = await LineClient.register(gateway.port, dtu, (request, line) => {
      if (request.slave === 2) line.write(valuesReply(request, genericWords(1, 229)));
    });
    await eventually(() => [...healthOf(dtu.deviceCode).leftAlone.keys()], 40_000).toEqual(['1']);
    const before = client.requests.length;
    await eventually(() => client.requests.length).toBeGreaterThan(before + 2);
    expect(client.requests.slice(before).every(([slave]) => slave === 2)).toBe(true);
    expect(await voltagesOf(database, dtu.slaveIds.get(1)!)).toEqual([]);
    expect((await rowsOfDevice(database, 'device_state', dtu.slaveIds.get(1)!))[0]).toBeUndefined();
    expect(await voltagesOf(database, dtu.slaveIds.get(2)!)).toContain(229);
  });

  it.each([
    [
      'a wrong checksum',
      'wrong-check',
      (request: ReadRequest) => {
        const reply = valuesReply(request, genericWords(1, 111));
        reply[reply.length - 1]! ^= 0xff;
        return [reply];
      },
    ],
    [
      'the address of another meter',
      'other-slave',
      (request: ReadRequest) => [valuesReply({ ...request, slave: 9 }, genericWords(1, 111))],
    ],
    [
      'another function',
      'late',
      (request: ReadRequest) => [valuesReply({ ...request, fn: 4 }, genericWords(1, 111))],
    ],
    [
      'another length',
      'late',
      (request: ReadRequest) => [valuesReply({ ...request, count: 6 }, genericWords(1, 111))],
    ],
  ] as const)('discard an answer with %s, and use the right one', async (_, reason, wrong) => {
    const { meterId, deviceCode } = await polled((request, client) => {
      for (const bytes of wrong(request)) client.write(bytes);
      // After the gap that ends a broken frame.
      setTimeout(() => client.write(valuesReply(request, genericWords(1, 222))), 700);
    });
    await eventually(() => voltagesOf(database, meterId)).toContain(222);
    expect(await voltagesOf(database, meterId)).not.toContain(111);
    expect(healthOf(deviceCode).discarded[reason]).toBeGreaterThan(0);
    expect(healthOf(deviceCode).frames.map(({ result }) => result)).toContain(reason);
  });

  it('can answer in many segments, with a heartbeat inside', async () => {
    const { meterId, deviceCode } = await polled((request, client) => {
      const reply = valuesReply(request, genericWords(1, 224));
      const bytes = Buffer.concat([reply.subarray(0, 9), Buffer.from('HB'), reply.subarray(9)]);
      [...bytes].forEach((byte, at) => {
        setTimeout(() => client.write(Uint8Array.of(byte)), 2 * at);
      });
    });
    await eventually(() => voltagesOf(database, meterId)).toContain(224);
    expect(healthOf(deviceCode).discarded.heartbeat).toBeGreaterThan(0);
  });

  it('discard the second of two answers in one segment', async () => {
    const { meterId, deviceCode } = await polled((request, client) => {
      const right = valuesReply(request, genericWords(1, 225));
      client.write(Buffer.concat([right, valuesReply(request, genericWords(1, 111))]));
    });
    await eventually(() => voltagesOf(database, meterId)).toContain(225);
    await eventually(() => healthOf(deviceCode).discarded['other-slave']).toBeGreaterThan(0);
    expect(await voltagesOf(database, meterId)).not.toContain(111);
  });

  it('are read without an optional quantity that they lack', async () => {
    const dtu = await buildSerialLine(database, tenant, {
      meters: [{ profileId: 'eastron-sdm630' }],
    });
    const float = (value: number) => {
      const view = new DataView(new ArrayBuffer(4));
      view.setFloat32(0, value);
      return [view.getUint16(0), view.getUint16(2)];
    };
    // Registers from 0x004A on do not exist: no export, no reactive energy, no total.
    await LineClient.register(gateway.port, dtu, (request, client) => {
      const { first, count } = request;
      if (first + count > 0x4a) client.write(exceptionReply(request, 2));
      else {
        const words = Array.from({ length: count / 2 }, () => float(0.5)).flat();
        client.write(valuesReply(request, words));
      }
    });
    const meterId = dtu.slaveIds.get(1)!;
    await eventually(() => rowsOfDevice(database, 'energy_register', meterId)).not.toEqual([]);
    const rows = await rowsOfDevice(database, 'energy_register', meterId);
    expect(rows.at(-1)).toMatchObject({ active_import_kwh: '0.5', active_export_kwh: null });
    expect(healthOf(dtu.deviceCode).faults.size).toBe(0);
  });

  it('reject a value outside its bounds, and store the others', async () => {
    const { meterId, deviceId } = await polled((request, client) => {
      const words = genericWords(1, 226);
      words[10] = 60_000;
      client.write(valuesReply(request, words));
    });
    await eventually(() => voltagesOf(database, meterId)).toContain(226);
    const rejected = await rowsOfDevice(database, 'rejected_message', deviceId);
    expect(rejected[0]).toMatchObject({ reason: 'out-of-bounds', topic: 'line' });
  });

  it('are not polled with settings that do not fit', async () => {
    const meters = [
      ...[{ station: '300' }, { station: '2', profileId: 'none' }, { station: '3' }],
      { station: '0' },
    ];
    const dtu = await buildSerialLine(database, tenant, { meters });
    await LineClient.register(gateway.port, dtu, (request, client) =>
      client.write(valuesReply(request, genericWords(1))),
    );
    await eventually(() => voltagesOf(database, dtu.slaveIds.get(3)!)).toContain(230);
    expect([...healthOf(dtu.deviceCode).faults]).toEqual([
      ['300', 'station-invalid'],
      ['2', 'profile-unknown'],
      ['0', 'station-invalid'],
    ]);
  });
});
