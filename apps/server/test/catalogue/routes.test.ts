/**
 * Every call of docs/specification/calls.md has a route of the server under exactly the path it
 * names.
 */
import { SPECIFICATION_CALLS } from '@busbar/contract/test/specification-calls';
import type { HTTPMethods } from 'fastify';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('calls of the specification', (database) => {
  const server = fixture(() => startServer(database));

  it.each(SPECIFICATION_CALLS)('%s has a route', (call) => {
    const [method, url] = call.split(' ') as [HTTPMethods, string];
    expect(server.app.hasRoute({ method, url })).toBe(true);
  });

  it('a path that is not in the specification has no route', () => {
    expect(server.app.hasRoute({ method: 'POST', url: '/device/nothing' })).toBe(false);
  });
});
