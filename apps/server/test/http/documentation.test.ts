/** The documentation below /docs/ (docs/adr/0088-the-documentation-is-a-static-site.md). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const page = (title: string) => `<!doctype html><title>${title}</title>`;

function buildDocumentation(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'adr'));
  writeFileSync(join(folder, 'index.html'), page('Start'));
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(page('Start')));
  writeFileSync(join(folder, 'adr', 'index.html'), page('Decisions'));
  writeFileSync(join(folder, '404.html'), page('Missing'));
  writeFileSync(join(folder, 'assets', 'app.1.js'), 'export {};');
  return folder;
}

describeWithDatabase('the documentation', (database) => {
  const server = fixture(() => startServer(database, { docsDir: buildDocumentation() }));

  it.each([
    ['/docs/', 'Start'],
    ['/docs/index.html', 'Start'],
    ['/docs/adr/', 'Decisions'],
  ])('is served at %s, revalidated on each request', async (address, title) => {
    for (const encoding of ['br', 'identity']) {
      const answer = await fetch(server.url + address, {
        headers: { 'accept-encoding': encoding },
      });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(await answer.text()).toBe(page(title));
    }
  });

  it('is sent compressed', async () => {
    const answer = await fetch(`${server.url}/docs/`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
  });

  it('redirects /docs to the folder, in which relative addresses are right', async () => {
    const answer = await fetch(`${server.url}/docs`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/docs/']);
  });

  it('has files that a browser caches permanently', async () => {
    const answer = await fetch(`${server.url}/docs/assets/app.1.js`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('has the policy of the other pages, which allows no inline script', async () => {
    const answer = await fetch(`${server.url}/docs/`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self'/);
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain('unsafe');
  });

  it.each(['/docs/nowhere', '/docs/nowhere.html', '/docs/assets/app.2.js', '/docs/..%2f404.html'])(
    'answers %s with 404 and its own page, never with the application',
    async (address) => {
      const answer = await fetch(server.url + address);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-cache']);
      expect(await answer.text()).toBe(page('Missing'));
    },
  );

  it('accepts no other method', async () => {
    expect((await fetch(`${server.url}/docs/`, { method: 'POST' })).status).toBe(404);
  });
});

describeWithDatabase('a server without built documentation', (database) => {
  const server = fixture(() => startServer(database, { docsDir: '/nonexistent' }));

  it.each(['/docs', '/docs/', '/docs/install.html'])(
    'says at %s in one sentence how to build it',
    async (address) => {
      const answer = await fetch(server.url + address);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ]);
      expect(await answer.text()).toMatch(/^The documentation .* "npm run build:docs" .*\.\n$/);
    },
  );
});
