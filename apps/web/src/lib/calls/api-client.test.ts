import { afterEach, describe, expect, it, vi } from 'vitest';
import { startContractServer } from '../../../test/contract-server.ts';
import { TEST_USER } from '../../../test/render-page.tsx';
import { currentSession, endSession, startSession } from '../session/session.ts';
import { call } from './api-client.ts';
import { ApiError } from './api-error.ts';

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error(`no ApiError but ${String(error)}`);
  return error;
}

const signIn = () =>
  startSession({ token: 'tok', resetPassword: false, secondFactorDue: false, user: TEST_USER });

afterEach(() => {
  vi.useRealTimers();
  endSession('signed-out');
});

describe('an API call', () => {
  it('fills the path, omits empty query members and sends the token', async () => {
    signIn();
    const server = startContractServer();
    server.answer('v2.device-map.one', { refuse: { code: 404, status: 404 } });
    await errorOf(call('v2.device-map.one', { params: { id: 'a/b c' } }));
    expect(server.requests('v2.device-map.one')).toEqual([{ params: { id: 'a/b c' } }]);
    expect(server.lastHeaders('v2.device-map.one')).toMatchObject({ authorization: 'tok' });

    server.answer('v2.devices', { data: { list: [], total: 0 } });
    await call('v2.devices', { query: { keyword: '', pn: 2 } });
    expect(server.requests('v2.devices')).toEqual([{ query: { pn: '2' } }]);
  });

  it.each([
    ['v2.group', { code: 0 }],
    ['v1.sys.group.findAll', { errCode: 0 }],
  ] as const)('to %s returns the response of the server', async (name, head) => {
    const server = startContractServer();
    server.answer(name, { data: [] } as never);
    expect(await call(name)).toMatchObject({ ...head, data: [] });
  });

  it('throws an error with reason, field and request id if the server refuses', async () => {
    const server = startContractServer();
    server.answer('v1.device.addOrUpdate', {
      refuse: {
        code: 40013,
        msg: 'no',
        reason: 'device-code-taken',
        field: 'deviceSymbolCode',
        requestId: 'r1',
      },
    });
    const error = await errorOf(
      call('v1.device.addOrUpdate', {
        body: { deviceName: 'a', deviceSymbolCode: 'b', deviceType: 1 },
      }),
    );
    expect(error).toMatchObject({
      kind: 'refused',
      code: 40013,
      reason: 'device-code-taken',
      field: 'deviceSymbolCode',
      msg: 'no',
      requestId: 'r1',
    });
  });

  it('distinguishes a failed server from a refusal', async () => {
    const server = startContractServer();
    server.answer('v2.group', { refuse: { code: 500, status: 500, requestId: 'r2' } });
    expect(await errorOf(call('v2.group'))).toMatchObject({ kind: 'failed', requestId: 'r2' });
  });

  it('treats a page that is not JSON as a failure', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }));
    expect(await errorOf(call('v2.group'))).toMatchObject({ kind: 'failed' });
  });

  it('distinguishes a network error from a timeout of 10 s', async () => {
    const server = startContractServer();
    server.answer('v2.group', { network: 'down' });
    expect(await errorOf(call('v2.group'))).toMatchObject({ kind: 'network' });

    vi.useFakeTimers();
    server.answer('v2.group', { never: true });
    const waiting = errorOf(call('v2.group'));
    await vi.advanceTimersByTimeAsync(9_999);
    let isOver = false;
    void waiting.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject({ kind: 'timeout' });
  });

  it.each([
    ['in the HTTP status', { code: 401, status: 401 }],
    ['in the envelope', { code: 401 }],
  ])('ends the session if the response has code 401 %s', async (_, refuse) => {
    signIn();
    const server = startContractServer();
    server.answer('v2.group', { refuse });
    await errorOf(call('v2.group'));
    expect(currentSession()).toBeNull();
    expect(document.cookie).not.toContain('user_id');
  });

  it.each([403, 404, 429, 500, 503])('does not end the session on status %i', async (status) => {
    signIn();
    const server = startContractServer();
    server.answer('v2.group', { refuse: { code: status, status } });
    await errorOf(call('v2.group'));
    expect(currentSession()).not.toBeNull();
  });

  it('records in the session that the password must be changed first', async () => {
    signIn();
    const server = startContractServer();
    server.answer('v2.group', {
      refuse: { code: 403, status: 403, reason: 'password-change-required' },
    });
    await errorOf(call('v2.group'));
    expect(currentSession()?.resetPassword).toBe(true);
  });

  it('records in the session that a second factor must be set up first', async () => {
    signIn();
    const server = startContractServer();
    server.answer('v2.group', {
      refuse: { code: 403, status: 403, reason: 'second-factor-required-by-customer' },
    });
    await errorOf(call('v2.group'));
    expect(currentSession()?.secondFactorDue).toBe(true);
  });

  it('returns health responses, which have no envelope, unchanged', async () => {
    const server = startContractServer();
    server.answer('health.ready', { status: 'ok', warning: 'fsync is off' });
    expect(await call('health.ready')).toEqual({ status: 'ok', warning: 'fsync is off' });
  });
});
