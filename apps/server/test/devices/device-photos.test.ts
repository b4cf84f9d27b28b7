/** Device photos over HTTP: accepted formats, response headers, access, and limits. */

import { MAX_PHOTO_BYTES_OF_CUSTOMER } from '@busbar/domain/photo/photo-limits';
import { jpegOf, pngOf } from '@busbar/domain/test/test-pictures';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

describeWithDatabase('photos of a device', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const own = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
  const foreign = fixture(() => createTenant(database, { label: 'foreign', now: TEST_NOW }));
  const clientOf = (token: string) => httpClient(server.app, { token });
  const admin = fixture(async () => clientOf(own.users.admin.token));
  const operator = fixture(async () => clientOf(own.users.operator.token));
  const stranger = fixture(async () => clientOf(foreign.users.admin.token));

  const pathOf = async () => {
    const { deviceCode } = await buildTenantDevice(database, own);
    return `/api/v2/device-information/${deviceCode}/photos`;
  };
  const sent = (client: HttpClient, path: string, bytes: Uint8Array, caption?: string) =>
    client.post(path, { content: Buffer.from(bytes).toString('base64'), caption });
  const file = (path: string, token: string) =>
    server.app.inject({ method: 'GET', url: `${path}/file`, headers: { authorization: token } });

  it('are stored with caption and author, and served unchanged, as a download that cannot run', async () => {
    const path = await pathOf();
    const added = await sent(operator, path, jpegOf(64, 48), ' The board ');
    expect(added.body.data).toMatchObject({
      caption: 'The board',
      format: 'jpeg',
      width: 64,
      height: 48,
      at: TEST_NOW,
      deletable: true,
    });
    await sent(admin, path, pngOf(8, 8));
    const { list } = (await operator.get(path)).body.data;
    expect(list.map((photo: { format: string; deletable: boolean }) => photo)).toMatchObject([
      { format: 'png', caption: '', deletable: false },
      { format: 'jpeg', deletable: true },
    ]);
    const answer = await file(`${path}/${added.body.data.id}`, own.users.viewer.token);
    expect(answer.rawPayload).toEqual(Buffer.from(jpegOf(64, 48)));
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="photo-${added.body.data.id}.jpg"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
  });

  it('are not accessible to other customers or through another device of the same customer', async () => {
    const path = await pathOf();
    const { id } = (await sent(admin, path, pngOf(8, 8))).body.data;
    const other = await pathOf();
    expect((await stranger.get(path)).status).toBe(404);
    expect((await sent(stranger, path, pngOf(8, 8))).status).toBe(404);
    expect((await file(`${path}/${id}`, stranger.token!)).statusCode).toBe(404);
    expect((await file(`${other}/${id}`, admin.token!)).statusCode).toBe(404);
    expect((await file(`${path}/${id}`, 'nobody')).statusCode).toBe(401);
    expect((await admin.delete(`${other}/${id}`)).status).toBe(404);
    expect((await operator.delete(`${path}/${id}`)).status).toBe(403);
    expect((await admin.delete(`${path}/${id}`)).body).toMatchObject({ code: 0 });
    expect((await file(`${path}/${id}`, admin.token!)).statusCode).toBe(404);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'photo-format'],
    ['an empty file', Buffer.alloc(0), 'photo-format'],
    ['half an image', Buffer.from(pngOf(8, 8)).subarray(0, 30), 'photo-damaged'],
    ['a file one byte above the limit', Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), 'photo-too-large'],
  ])('are not accepted from %s', async (_case, bytes, reason) => {
    const path = await pathOf();
    expect((await sent(admin, path, bytes)).body).toMatchObject({ reason, field: 'content' });
    expect((await admin.get(path)).body.data.list).toEqual([]);
  });

  it('are limited to twelve per device, even for concurrent uploads, and in bytes per customer', async () => {
    const path = await pathOf();
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => sent(admin, path, pngOf(8, 8))),
    );
    const refusals = answers.filter(({ body }) => body.reason === 'photos-too-many');
    expect(refusals).toHaveLength(3);
    expect((await admin.get(path)).body.data.list).toHaveLength(12);
    await database.db
      .updateTable('device_photo')
      .set({ byte_count: MAX_PHOTO_BYTES_OF_CUSTOMER - 50 })
      .where('customer_id', '=', own.customerId)
      .where('device_photo_id', '=', own.devicePhotoId)
      .execute();
    const elsewhere = await sent(admin, await pathOf(), pngOf(8, 8));
    expect(elsewhere.body).toMatchObject({ reason: 'photos-too-many' });
  });

  it('stay within the byte limit for concurrent uploads to different devices', async () => {
    const tight = await createTenant(database, { label: 'tight', now: TEST_NOW });
    const picture = pngOf(8, 8);
    // The byte limit leaves capacity for two and a half photos.
    await database.db
      .updateTable('device_photo')
      .set({ byte_count: MAX_PHOTO_BYTES_OF_CUSTOMER - Math.floor(2.5 * picture.length) })
      .where('customer_id', '=', tight.customerId)
      .where('device_photo_id', '=', tight.devicePhotoId)
      .execute();
    const client = httpClient(server.app, { token: tight.users.admin.token });
    const paths: string[] = [];
    for (let i = 0; i < 8; i++) {
      const { deviceCode } = await buildTenantDevice(database, tight);
      paths.push(`/api/v2/device-information/${deviceCode}/photos`);
    }
    const answers = await Promise.all(paths.map((path) => sent(client, path, picture)));
    const refusals = answers.filter(({ body }) => body.reason === 'photos-too-many');
    expect(refusals).toHaveLength(6);
  });
});
