/**
 * A browser that disconnects in the middle of a download, over a real socket: the server closes the
 * file.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendFile } from '../../src/http/files/send-file.ts';
import { eventually } from '../support/eventually.ts';

/** More bytes than the sockets and streams can buffer between them. */
const BYTES = randomBytes(32 * 1024 * 1024);

let folder: string;
let path: string;
let app: FastifyInstance;
let port: number;
/** Starts the response of `/late`. */
let begin: (() => void) | undefined;
let isTried: (() => void) | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'busbar-left-'));
  path = join(folder, 'report.csv');
  writeFileSync(path, BYTES);
  const file = { path, name: 'report.csv', contentType: 'text/csv', tag: 'one' };
  app = Fastify();
  app.get('/now', (request, reply) => sendFile(request, reply, { file }));
  app.get('/late', async (request, reply) => {
    await new Promise<void>((resolve) => {
      begin = resolve;
    });
    const sent = await sendFile(request, reply, { file });
    isTried?.();
    return sent;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the number of descriptors with which this process has the file open. */
const held = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  }).length;

async function ask(where: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`GET ${where} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return socket;
}

it('closes the file when the browser disconnects midway, and resumes there on the next request', async () => {
  const socket = await ask('/now');
  const got: Buffer[] = [];
  await new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      got.push(part);
      // The client stops reading: the server waits with the file open.
      socket.pause();
      resolve();
    });
  });
  await eventually(held).toBe(1);
  socket.destroy();
  await eventually(held).toBe(0);

  const all = Buffer.concat(got);
  const first = all.subarray(all.indexOf('\r\n\r\n') + 4);
  const rest = await fetch(`http://127.0.0.1:${port}/now`, {
    headers: { range: `bytes=${first.length}-`, 'if-range': '"one"' },
  });
  expect(rest.status).toBe(206);
  const whole = Buffer.concat([first, Buffer.from(await rest.arrayBuffer())]);
  expect(whole.equals(BYTES)).toBe(true);
  await eventually(held).toBe(0);
});

it('closes the file when the browser has disconnected before the first byte', async () => {
  const closed = new Promise((resolve) =>
    app.server.once('connection', (c) => c.once('close', resolve)),
  );
  const tried = new Promise<void>((resolve) => {
    isTried = resolve;
  });
  const socket = await ask('/late');
  await eventually(() => begin !== undefined).toBe(true);
  socket.destroy();
  await closed;
  begin!();
  // The response has been attempted by then, so the file was open.
  await tried;
  await eventually(held).toBe(0);
});

it('closes the file when it has been sent completely', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/now`);
  expect((await answer.arrayBuffer()).byteLength).toBe(BYTES.length);
  await eventually(held).toBe(0);
});
