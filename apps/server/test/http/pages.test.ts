/** Static pages of the server: every browser address leads into the application. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applySettings } from '../../src/areas/platform/configuration/live-config.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const INDEX = '<!doctype html><title>Busbar</title>';

describeWithDatabase('pages', (database) => {
  const server = fixture(() => {
    const webDir = temporaryFolder();
    mkdirSync(join(webDir, 'assets'));
    writeFileSync(join(webDir, 'index.html'), INDEX);
    writeFileSync(join(webDir, 'assets', 'main-1.js'), 'export {};');
    return startServer(database, { webDir });
  });

  it.each(['/', '/?lang=ar', '/login', '/dashboard', '/device?device=1', '/nowhere'])(
    'serve the application at %s, revalidated on each request',
    async (address) => {
      const answer = await fetch(server.url + address);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await answer.text()).toBe(INDEX);
    },
  );

  it.each(['/health/live', '/api/v2/my/account', '/api/v2/brand', '/api/v2/nothing'])(
    'exclude the answer of %s from every cache',
    async (address) => {
      const answer = await fetch(server.url + address);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('deny the browser the features that Busbar does not use, as do other responses', async () => {
    for (const address of ['/', '/api/openapi.json', '/api/v2/nothing']) {
      const answer = await fetch(server.url + address);
      expect(answer.headers.get('permissions-policy')).toContain('geolocation=()');
    }
  });

  it('have a web manifest with the name that the platform administrator has set', async () => {
    const read = async () => {
      const answer = await fetch(`${server.url}/manifest.webmanifest`);
      expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      return (await answer.json()) as Record<string, unknown>;
    };
    expect(await read()).toMatchObject({
      name: 'Busbar',
      short_name: 'Busbar',
      start_url: '/',
      display: 'standalone',
    });
    const { config } = server.parts.context;
    applySettings(config, {
      brand: { name: 'Stadtwerke Musterstadt', colour: '' },
      changedAt: { brand: 1 },
    });
    expect(await read()).toMatchObject({
      name: 'Stadtwerke Musterstadt',
      short_name: 'Stadtwerke',
      icons: expect.arrayContaining([expect.objectContaining({ purpose: 'maskable' })]),
    });
    applySettings(config, { changedAt: {} });
  });

  it('answer HEAD without a body', async () => {
    const answer = await fetch(server.url, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('reference files that a browser caches permanently', async () => {
    const answer = await fetch(`${server.url}/assets/main-1.js`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  });

  it.each([
    ['GET', '/assets/main-2.js', 404],
    ['GET', '/robots.txt', 404],
    ['GET', '/api/v2/nothing', 404],
    ['GET', '/assets/', 404],
    ['POST', '/', 404],
  ])('are not served for %s %s', async (method, address, status) => {
    const answer = await fetch(server.url + address, { method });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('<title>');
  });
});
