/** Meters of a connected DTU: their answers are stored, and decoded again while polling goes on. */
import { EXAMPLE_TABLE } from '@busbar/contract/v2/fleet/meter-profiles';
import { decodeAnswers } from '@busbar/device-profiles/raw/answer-bytes';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startProcessLink } from '../../src/realtime/process-link.ts';
import { startLineGateway } from '../gateway/line/line-rig.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { LineClient, type ReadRequest, valuesReply } from '../support/devices/line-client.ts';
import { eventually } from '../support/eventually.ts';
import { buildSerialLine } from '../support/factories/serial-line.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

const QUANTITY = EXAMPLE_TABLE.quantities[0]!;
/** An SDM630 reads 72, 8 and 2 registers. */
const SDM630_BYTES = 1 + 3 * 4 + 2 * (72 + 8 + 2);

describeWithDatabase('a meter of a connected DTU', (database) => {
  const now = Date.now();
  const tenant = fixture(() => createTenant(database, { label: 'polled', now }));
  const gateway = fixture(async () => {
    const started = await startLineGateway(database);
    closeAfterFile(await startProcessLink(started.ctx));
    return started;
  });
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const calls = () => httpClient(server.app, { token: tenant.users.admin.token });

  async function connected(meter: object, reply: (request: ReadRequest) => readonly number[]) {
    const dtu = await buildSerialLine(database, tenant, { meters: [meter] });
    await LineClient.register(gateway.port, dtu, (request, line) => {
      line.write(valuesReply(request, reply(request)));
    });
    const meterId = dtu.slaveIds.get(1)!;
    const rows = async <Row>(columns: string, table = 'energy_register') =>
      (
        await sql<Row>`select ${sql.raw(columns)} from ${sql.table(table)}
          where device_id = ${meterId} order by 1`.execute(database.db)
      ).rows;
    return {
      ...dtu,
      meterId,
      rows,
      kwh: async () =>
        (await rows<{ kwh: number }>('active_import_kwh::float8 as kwh')).map(({ kwh }) => kwh),
      corrections: () =>
        rows<{ why: string | null }>('withdrawal_reason as why', 'energy_override'),
    };
  }

  /** Recomputes everything, as often as readings arrive between the preview and the acceptance. */
  async function recompute(meterId: number) {
    const body = { device_code: String(meterId), from: 0 };
    const path = '/api/v2/meter-recompute';
    for (;;) {
      const preview = (await calls().post(path, body)).body;
      expect(preview).toMatchObject({ code: 0 });
      const { mark } = preview.data;
      const accept = { ...body, mark, reason: 'Corrected' };
      const accepted = (await calls().post(`${path}/accept`, accept)).body;
      if (accepted.reason !== 'recompute-changed') return { preview: preview.data, accepted };
    }
  }

  it('has the words of its answers stored with each reading', async () => {
    const profile = { profileId: 'eastron-sdm630' };
    const { rows } = await connected(profile, ({ count }) =>
      Array.from({ length: count }, () => 0),
    );
    const stored = () =>
      rows<{ answers: Buffer; bytes: number }>(
        'answers, pg_column_size(meter_answer.*) as bytes',
        'meter_answer',
      );
    await eventually(async () => (await stored())[0]?.answers.length, 20_000).toBe(SDM630_BYTES);
    const [row] = await stored();
    expect(decodeAnswers(row!.answers)!.map(({ from, words }) => [from, words.length])).toEqual([
      [0, 72],
      [0x48, 8],
      [0x156, 2],
    ]);
    // ADR 80 states the size.
    expect(row!.bytes).toBe(233);
  });

  it('is recomputed after the word order of its profile was corrected', async () => {
    const table = (wordOrder: 'CDAB' | null) => ({
      ...EXAMPLE_TABLE,
      ...{ model: 'EX-order', quantities: [{ ...QUANTITY, word_order: wordOrder }] },
    });
    const added = await calls().post('/api/v2/meter-profiles', { profile: table('CDAB') });
    const { id } = added.body.data;
    let register = 39_773;
    const { meterId, kwh, corrections } = await connected({ profileId: id }, () => [0, ++register]);
    await eventually(async () => (await kwh()).length, 20_000).toBeGreaterThan(1);
    expect(Math.min(...(await kwh()))).toBeGreaterThan(1e6);

    const change = { profile: table(null), version: 1 };
    expect((await calls().put(`/api/v2/meter-profiles/${id}`, change)).body.code).toBe(0);
    await eventually(async () => (await kwh()).at(0) ?? 0, 20_000).toBeLessThan(1000);
    const { preview, accepted } = await recompute(meterId);
    expect(preview).toMatchObject({ first_register: { after: 397.74 }, emptied: 0 });
    expect(accepted.data).toMatchObject({ repeated: false });
    const all = await kwh();
    expect(all[0]).toBe(397.74);
    expect(all.at(-1)).toBeLessThan(1000);
    expect(await corrections()).toEqual([{ why: 'Corrected' }]);
  });

  it('is recomputed after its CT was corrected', async () => {
    const ratios = { ct: { primary: 200, secondary: 5 }, pt: { primary: 1, secondary: 1 } };
    const { meterId, deviceCode, kwh, corrections } = await connected(
      { profileId: 'acrel-dtsd1352', ratios },
      ({ count }) => [0, 500, ...Array.from({ length: count }, () => 0)],
    );
    await eventually(kwh, 20_000).toContain(200);
    const settings = {
      ...{ station: '1', profile: 'acrel-dtsd1352', interval_s: 10 },
      ...{ ct_primary: 100, ct_secondary: 5, pt_primary: 1, pt_secondary: 1 },
    };
    const path = `/api/v2/serial-line/${deviceCode}/meters/${meterId}`;
    expect((await calls().put(path, settings)).body).toMatchObject({ code: 0 });
    await eventually(kwh, 30_000).toContain(100);
    await recompute(meterId);
    expect(new Set(await kwh())).toEqual(new Set([100]));
    expect(await corrections()).toEqual([{ why: 'Corrected' }]);
  });
});
