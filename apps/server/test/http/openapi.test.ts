/** The OpenAPI document as an external tool fetches it: without signing in. */
import { gunzipSync } from 'node:zlib';
import { CATALOGUE } from '@busbar/contract/catalogue';
import type { OpenApiDocument } from '@busbar/contract/openapi';
import { REFUSALS } from '@busbar/domain/refusal';
import { expect, it } from 'vitest';
import { REFUSAL_ANSWERS } from '../../src/http/responses/errors.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('the OpenAPI document', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));

  it('is served complete, with its own media type', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/openapi+json; version=3.1');
    const document = (await answer.json()) as OpenApiDocument;
    expect(document.openapi).toBe('3.1.0');
    const count = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
    expect(count).toBe(CATALOGUE.length);
    const { refusals } = document['x-busbar'];
    expect(refusals.map(({ reason }) => reason)).toEqual(REFUSALS);
    for (const { reason, code, status, text } of refusals) {
      expect(REFUSAL_ANSWERS[reason]).toMatchObject({ code, status, text });
    }
  });

  it.each([
    ['gzip, br', true],
    ['br, gzip;q=0.5', true],
    ['gzip;q=0', false],
    ['identity', false],
    [undefined, false],
  ])('is compressed only if permitted by the accept-encoding %s', async (taken, isPacked) => {
    const ask = (encoding: string | undefined) =>
      server.app.inject({
        url: '/api/openapi.json',
        headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
      });
    const plain = (await ask('identity')).rawPayload;
    const answer = await ask(taken);
    expect(answer.headers.vary).toContain('accept-encoding');
    expect(answer.headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined);
    const bytes = isPacked ? gunzipSync(answer.rawPayload) : answer.rawPayload;
    expect(bytes.equals(plain)).toBe(true);
    if (isPacked) expect(answer.rawPayload.length).toBeLessThan(plain.length / 5);
  });
});
