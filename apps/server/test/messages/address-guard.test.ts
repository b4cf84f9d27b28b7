/**
 * docs/promises.md H6: a receiver named by a customer never leads to an internal address, whatever
 * the spelling, name or answer.
 */
import { createServer as createPlainServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  guardedPost,
  type PostResult,
  type Resolve,
} from '../../src/areas/shared/outbound/guarded-request.ts';
import { isPublicAddress } from '../../src/areas/shared/outbound/public-address.ts';
import { readTarget } from '../../src/areas/shared/outbound/target-url.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Receiver, startReceiver } from './http-receiver.ts';
import { GOOD_URLS, INSIDE_URLS } from './inside-urls.ts';

const STRICT = readConfig({}).outbound;
const never = new AbortController().signal;
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function receiver(host?: string): Promise<Receiver> {
  const started = await startReceiver(host);
  open.push(started);
  return started;
}

/** Configures a platform whose operator allows plain HTTP to 127.0.0.2 and this port. */
function lenient(port: number, allowed = '127.0.0.2/32') {
  return readConfig({
    OUTBOUND_HTTP: '1',
    OUTBOUND_PORTS: String(port),
    OUTBOUND_PRIVATE: allowed,
  }).outbound;
}

function post(url: string, rules: typeof STRICT, resolve: Resolve): Promise<PostResult> {
  return guardedPost({ url: new URL(url), headers: {}, body: '{}', rules, resolve, signal: never });
}

const at =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('address spelling', () => {
  it('is tested with at least 400 internal addresses', () => {
    expect(new Set(INSIDE_URLS).size).toBeGreaterThanOrEqual(400);
  });

  it.each(INSIDE_URLS)('rejects %j', (url) => {
    expect(readTarget(url, STRICT, true).ok).toBe(false);
  });

  it.each(GOOD_URLS)('accepts %j', (url) => {
    expect(readTarget(url, STRICT, false).ok).toBe(true);
  });

  it('accepts plain http only if both the platform and the customer allow it', () => {
    const rules = readConfig({ OUTBOUND_HTTP: '1' }).outbound;
    expect(readTarget('http://example.org/', rules, true).ok).toBe(true);
    expect(readTarget('http://example.org/', rules, false)).toMatchObject({
      refusal: 'address-not-secure',
    });
    expect(readTarget('http://example.org/', STRICT, true)).toMatchObject({
      refusal: 'address-not-secure',
    });
  });
});

describe('name resolution', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
  ])('does not connect to a name that resolves to %s', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const result = await post('https://inside.example/', STRICT, at(address));
    expect(result).toEqual({ status: null, error: 'address-not-public' });
  });

  it('does not connect to a name with one internal address among public ones', async () => {
    const result = await post('https://both.example/', STRICT, at('93.184.216.34', '10.0.0.1'));
    expect(result).toEqual({ status: null, error: 'address-not-public' });
  });

  it('reports a name that has no address', async () => {
    expect(await post('https://none.example/', STRICT, at())).toEqual({
      status: null,
      error: 'name-unknown',
    });
  });

  it('connects to the checked address even if the name resolves elsewhere afterwards', async () => {
    const inside = await receiver('127.0.0.1');
    const checked = await startReceiverAt('127.0.0.2', inside.port);
    let asked = 0;
    const flips: Resolve = () => {
      asked += 1;
      return at(asked === 1 ? '127.0.0.2' : '127.0.0.1')('');
    };
    const url = `http://flips.example:${inside.port}/in`;
    expect(await post(url, lenient(inside.port), flips)).toEqual({ status: 200 });
    expect(asked).toBe(1);
    expect(checked.requests.map(({ headers }) => headers.host)).toEqual([
      `flips.example:${inside.port}`,
    ]);
    expect(await post(url, lenient(inside.port), flips)).toEqual({
      status: null,
      error: 'address-not-public',
    });
    expect(inside.connections).toBe(0);
  });
});

/** Starts another receiver with the same port on another loopback address. */
async function startReceiverAt(host: string, port: number): Promise<Receiver> {
  for (let tries = 0; ; tries += 1) {
    const started = await startReceiver(host);
    await started.close();
    Object.assign(started, { port });
    try {
      await started.reopen();
      open.push(started);
      return started;
    } catch (error) {
      if (tries > 5) throw error;
    }
  }
}

describe('receiver answers', () => {
  it('do not redirect to an internal address', async () => {
    const inside = await receiver('127.0.0.1');
    const outside = await receiver('127.0.0.2');
    outside.answer = (response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/secret` }).end();
    const result = await post(outside.url, lenient(outside.port), at());
    expect(result).toEqual({ status: 307, error: 'redirected' });
    expect(inside.connections).toBe(0);
  });

  it('are truncated if the response never ends', async () => {
    const outside = await receiver('127.0.0.2');
    let sent = 0;
    outside.answer = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && sent < 1e9) {
          sent += 16_384;
          if (!response.write(Buffer.alloc(16_384))) return response.once('drain', more);
        }
        return undefined;
      };
      more();
    };
    expect(await post(outside.url, lenient(outside.port), at())).toEqual({ status: 200 });
    expect(sent).toBeLessThan(100_000_000);
  });

  it('count as failures if the connection breaks', async () => {
    const outside = await receiver('127.0.0.2');
    outside.answer = (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    };
    const result = await post(outside.url, lenient(outside.port), at());
    expect(result.error).toBe('not-reached');
  });

  it('are abandoned when the server stops if they never arrive', async () => {
    const silent = createPlainServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.2', resolve));
    open.push(silent);
    const { port } = silent.address() as { port: number };
    const stop = new AbortController();
    silent.once('connection', () => stop.abort());
    const result = await guardedPost({
      url: new URL(`http://127.0.0.2:${port}/`),
      headers: {},
      body: '{}',
      rules: lenient(port),
      resolve: at(),
      signal: stop.signal,
    });
    expect(result).toEqual({ status: null, error: 'stopped' });
  });
});
