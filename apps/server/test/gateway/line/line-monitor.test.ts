/**
 * The line monitor: calls of one process show the line of a DTU that is connected to another
 * process, to callers who may see the DTU.
 */
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { startProcessLink } from '../../../src/realtime/process-link.ts';
import { closeAfterFile } from '../../support/close-after-file.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { genericWords, LineClient, valuesReply } from '../../support/devices/line-client.ts';
import { eventually } from '../../support/eventually.ts';
import { buildSerialLine } from '../../support/factories/serial-line.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { httpClient } from '../../support/http-client.ts';
import { startServer } from '../../support/start-server.ts';
import { startLineGateway } from './line-rig.ts';

describeWithDatabase('the line monitor', (database) => {
  const now = Date.now();
  const tenant = fixture(() => createTenant(database, { label: 'monitor', now }));
  const neighbour = fixture(() => createTenant(database, { label: 'beside', now, under: tenant }));
  const stranger = fixture(() => createTenant(database, { label: 'stranger', now }));
  const gateway = fixture(async () => {
    const started = await startLineGateway(database);
    closeAfterFile(await startProcessLink(started.ctx));
    return started;
  });
  const server = fixture(() =>
    startServer(database, { env: { ROLES: 'api' }, clock: systemClock }),
  );
  const look = async (code: string, token = tenant.users.viewer.token) =>
    (await httpClient(server.app, { token }).get(`/api/v2/serial-line/${code}/monitor`)).body;
  const reportOf = async (code: string) => (await look(code)).data.report;

  async function connected() {
    const dtu = await buildSerialLine(database, tenant);
    const client = await LineClient.register(gateway.port, dtu, (request, line) =>
      line.write(valuesReply(request, genericWords(1))),
    );
    await eventually(() => gateway.driver.isConnected(dtu.deviceCode)).toBe(true);
    return { ...dtu, client };
  }

  it('shows requests and answers with their kind, newest first, and the counts', async () => {
    const { deviceCode, client } = await connected();
    await eventually(async () => (await reportOf(deviceCode))?.answers ?? 0).toBeGreaterThan(0);
    client.write(Uint8Array.of(0xff, 0xff, 0xff));
    const noise = async () =>
      (await reportOf(deviceCode)).frames.find(({ hex }: { hex: string }) => hex === 'ffffff');
    await eventually(noise).toMatchObject({ direction: 'received', result: 'noise', words: [] });
    const report = await reportOf(deviceCode);
    expect(report.discarded).toContainEqual({ reason: 'noise', bytes: 3 });
    expect(report.sent).toBeGreaterThanOrEqual(report.answers);
    const request = report.frames.findLast(
      ({ direction }: { direction: string }) => direction === 'sent',
    );
    expect(request).toMatchObject({ result: 'sent', hex: client.requests[0]!.toString('hex') });
    expect(request.words).toEqual(['request', 'read-holding-registers']);
    const times = report.frames.map(({ at }: { at: number }) => at);
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
  });

  it('shows nothing of a DTU that has not connected', async () => {
    const { deviceCode } = await buildSerialLine(database, tenant);
    expect(await reportOf(deviceCode)).toBeNull();
  });

  it('is closed to other customers and to groups beside, and exists for a DTU only', async () => {
    const { deviceCode } = await connected();
    await eventually(async () => (await reportOf(deviceCode))?.answers ?? 0).toBeGreaterThan(0);
    for (const { users } of [neighbour, stranger]) {
      const answer = await look(deviceCode, users.viewer.token);
      expect(answer).toMatchObject({ reason: 'not-found' });
      expect(answer.data).toBeUndefined();
    }
    const breaker = await buildTenantDevice(database, tenant);
    expect(await look(breaker.deviceCode)).toMatchObject({ reason: 'device-not-dtu' });
  });

  it('shows no frames of a meter in a group that the caller does not see', async () => {
    const { deviceCode, deviceId } = await connected();
    const { childGroupId, users } = tenant;
    await eventually(async () => (await reportOf(deviceCode))?.answers ?? 0).toBeGreaterThan(0);
    expect((await reportOf(deviceCode)).frames).not.toEqual([]);
    await database.db
      .updateTable('device')
      .set({ group_id: childGroupId })
      .where('device_id', '=', deviceId)
      .execute();
    await database.db
      .updateTable('user_account')
      .set({ group_id: childGroupId })
      .where('user_id', '=', users.viewer.userId)
      .execute();
    const report = await reportOf(deviceCode);
    expect(report.answers).toBeGreaterThan(0);
    expect(report.frames).toEqual([]);
  });
});
