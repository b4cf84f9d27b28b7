/** The tile server of the installation: who learns its address, and what pages may load from it. */
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

const URL_OF_TILES = 'https://tiles.example.com:8443/osm/{z}/{x}/{y}.png?key=k1';

describeWithDatabase('the tile server', (database) => {
  for (const [name, env, tiles, images] of [
    [
      'that is set',
      { MAP_TILE_URL: URL_OF_TILES, MAP_TILE_ATTRIBUTION: '© Example' },
      { url: URL_OF_TILES, attribution: '© Example' },
      'https://tiles.example.com:8443',
    ],
    ['that is not set', {}, null, "'self'"],
  ] as const) {
    describe(name, () => {
      const server = fixture(() => startServer(database, { env: { ROLES: 'api', ...env } }));
      const customer = fixture(() => buildCustomer(server.parts.context));
      const viewer = fixture(() => buildClient(server, customer, { role: 'viewer' }));

      it('is part of the own group', async () => {
        expect((await viewer.get('/api/v2/group')).body.data.map_tiles).toEqual(tiles);
      });

      it('permits images of exactly its origin, and nothing else', async () => {
        const { headers } = await server.app.inject('/health/live');
        const policy = String(headers['content-security-policy']);
        const directive = (part: string) =>
          policy
            .split(';')
            .find((one) => one.trim().startsWith(`${part} `))
            ?.trim();
        expect(directive('img-src')).toBe(`img-src 'self' data: blob: ${images}`);
        expect(policy.replace(directive('img-src')!, '')).not.toContain('tiles.example.com');
      });
    });
  }
});
