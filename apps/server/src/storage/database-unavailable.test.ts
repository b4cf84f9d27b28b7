import { expect, it } from 'vitest';
import { DatabaseUnavailable, reasonOf } from './database-unavailable.ts';

it.each([
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.7:6432' }, 'refuses'],
  [{ code: 'ENOENT', message: 'connect ENOENT /data/.s.PGSQL' }, 'refuses'],
  [{ code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND pooler' }, 'host name'],
  [{ code: 'ETIMEDOUT', message: 'the database did not answer' }, 'does not answer in time'],
  [{ message: 'timeout exceeded when trying to connect' }, 'does not answer in time'],
  [{ code: 'ECONNRESET', message: 'read ECONNRESET' }, 'has closed the connection'],
  [{ message: 'Connection terminated unexpectedly' }, 'has closed the connection'],
  [{ code: '08P01', message: 'server conn crashed?' }, 'has closed the connection'],
  [{ code: '57P03', message: 'the database system is starting up' }, 'is starting'],
  [{ code: '53300', message: 'sorry, too many clients already' }, 'accepts no further'],
  [
    { code: '08P01', message: 'no more connections allowed (max_client_conn)' },
    'accepts no further',
  ],
  [{ code: '08P01', message: 'server login has been failing' }, 'cannot reach PostgreSQL'],
  [{ code: '08P01', message: 'query_wait_timeout' }, 'cannot reach PostgreSQL'],
  [
    { code: '08P01', message: 'transaction blocks not allowed in statement pooling mode' },
    'allows no transactions',
  ],
  [{ code: '25006', message: 'cannot execute UPDATE in a read-only transaction' }, 'no writes'],
  [{ code: '57P03', message: 'no server accepts writes (first is read-only)' }, 'no writes'],
  [{ code: '28P01', message: 'password authentication failed for user "busbar"' }, '28P01'],
  [{ message: 'host pooler.internal is unknown' }, 'cannot be used'],
])('names the cause %j without an address or a name', (cause, reason) => {
  expect(reasonOf(cause)).toContain(reason);
  const { message } = new DatabaseUnavailable('The database', cause);
  expect(message).toMatch(/^The database .*\.$/);
  expect(message).not.toMatch(/10\.0\.0\.7|pooler|busbar|\/data/);
});
