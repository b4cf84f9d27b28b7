/** A server named by a customer sends responses that HTTP does not permit. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, expect, it } from 'vitest';
import { guardedFetch, OutboundError } from '../../src/areas/shared/outbound/guarded-fetch.ts';
import { guardedPost } from '../../src/areas/shared/outbound/guarded-request.ts';
import { readConfig } from '../../src/config/config.ts';

const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
process.on('unhandledRejection', note);
process.on('uncaughtException', note);
afterAll(() => {
  process.off('unhandledRejection', note);
  process.off('uncaughtException', note);
});
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Answers each request with these bytes. */
async function startRawServer(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  const { outbound: rules } = readConfig({
    OUTBOUND_HTTP: '1',
    OUTBOUND_PORTS: String(port),
    OUTBOUND_PRIVATE: '127.0.0.1/32',
  });
  return { rules, url: new URL(`http://127.0.0.1:${port}/`) };
}

type RawServer = Awaited<ReturnType<typeof startRawServer>>;
const resolve = () => Promise.resolve([]);

async function fetchFrom({ rules, url }: RawServer, signal = new AbortController().signal) {
  const result = await guardedFetch({ rules, resolve, signal })(url).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof OutboundError ? error.reason : error),
  );
  expect(unhandled.splice(0)).toEqual([]);
  return result;
}

async function postTo({ rules, url }: RawServer, signal = new AbortController().signal) {
  const posted = await guardedPost({ url, headers: {}, body: 'x', rules, resolve, signal });
  expect(unhandled.splice(0)).toEqual([]);
  return posted;
}

const head = (line: string, ...more: string[]) =>
  `HTTP/1.1 ${[line, ...more].join('\r\n')}\r\n\r\n`;
const send = (text: string) => (socket: Socket) => void socket.write(text);
const end = (text: string) => (socket: Socket) => void socket.end(text);
const UPGRADE = head('101 Switching Protocols', 'Upgrade: x', 'Connection: Upgrade');
const BODY = 'Content-Length: 1';

it.each<[string, (socket: Socket) => void, string]>([
  ['the status 600', send(`${head('600 X', BODY)}x`), 'status'],
  ['the status 999', send(`${head('999 X', BODY)}x`), 'status'],
  ['the status 099', send(`${head('099 X', BODY)}x`), 'status'],
  ['another protocol', send(`${UPGRADE}x`), 'not-reached'],
  [
    'another protocol and a reset',
    (socket) => {
      socket.write(UPGRADE);
      setImmediate(() => socket.resetAndDestroy());
    },
    'not-reached',
  ],
  ['no response', (socket) => void socket.end(), 'not-reached'],
  ['the status 101 without a protocol', send(head('101 X')), 'status'],
  ['half of a body', end(`${head('200 OK', 'Content-Length: 9')}x`), 'not-reached'],
  ['another protocol than HTTP', end('SSH-2.0-x\r\n'), 'not-reached'],
])('a fetch reports %s', async (_name, answer, reason) => {
  expect(await fetchFrom(await startRawServer(answer))).toBe(reason);
});

it.each<[string, (socket: Socket) => void, unknown]>([
  ['the status 600', send(`${head('600 X', BODY)}x`), { status: 600, error: 'status' }],
  ['the status 999', send(`${head('999 X', BODY)}x`), { status: 999, error: 'status' }],
  ['the status 099', send(`${head('099 X', BODY)}x`), { status: 99, error: 'status' }],
  ['another protocol', send(`${UPGRADE}x`), { status: null, error: 'not-reached' }],
  ['no response', (socket) => void socket.end(), { status: null, error: 'not-reached' }],
  [
    'half of a body',
    end(`${head('200 OK', 'Content-Length: 9')}x`),
    { status: null, error: 'not-reached' },
  ],
])('a post reports %s', async (_name, answer, result) => {
  expect(await postTo(await startRawServer(answer))).toEqual(result);
});

it.each([
  ['nothing', () => undefined],
  ['responses that announce another one', send(head('103 X'))],
  ['a body that does not end', send(`${head('200 OK', 'Content-Length: 9')}x`)],
])('a fetch and a post end with their signal after %s', async (_name, answer) => {
  const server = await startRawServer(answer);
  const signal = AbortSignal.timeout(150);
  expect(await Promise.all([fetchFrom(server, signal), postTo(server, signal)])).toEqual([
    'stopped',
    { status: null, error: 'stopped' },
  ]);
});
