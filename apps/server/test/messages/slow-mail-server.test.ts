/**
 * A report file sent to a mail server that accepts it too slowly: abandoned, and never sent twice.
 */
import { once } from 'node:events';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { mailSender } from '../../src/areas/messaging/notifications/mail-sender.ts';
import { reportPath, reportsFolder } from '../../src/areas/shared/tables/report-files.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { testContext } from '../support/test-context.ts';

const MIB = 1024 * 1024;
const FILE_BYTES = 4 * MIB;

interface SlowServer {
  readonly server: Server;
  readonly url: string;
  /** All data received after the SMTP command DATA. */
  body: string;
  readonly closed: Promise<unknown>;
}

/**
 * Starts a server that accepts up to `most` bytes of a mail, calls `full`, and resumes reading only
 * on request.
 */
async function startSlowServer(most: number, full: () => void): Promise<SlowServer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = new Promise((resolve) => {
    server.on('connection', (socket) => {
      socket.on('close', resolve);
      talk(socket);
    });
  });
  const slow: SlowServer = {
    server,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    body: '',
    closed,
  };
  function talk(socket: Socket): void {
    let isBody = false;
    socket.on('error', () => undefined);
    socket.write('220 slow\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (isBody) {
        const wasFull = slow.body.length >= most;
        slow.body += text;
        if (!wasFull && slow.body.length >= most) full();
        if (slow.body.endsWith('\r\n.\r\n')) socket.write('250 taken\r\n');
      } else if (/^DATA/i.test(text)) {
        isBody = true;
        socket.write('354 go on\r\n');
      } else socket.write('250 ok\r\n');
    });
  }
  return slow;
}

describeWithDatabase('a mail with a file', (database) => {
  const servers: Server[] = [];
  afterEach(() => {
    vi.restoreAllMocks();
    for (const server of servers.splice(0)) server.close();
  });

  async function send(most: number, full: () => void) {
    const slow = await startSlowServer(most, full);
    servers.push(slow.server);
    const ctx = testContext(database, { SMTP_URL: slow.url, MAIL_FROM: 'reports@busbar.example' });
    mkdirSync(reportsFolder(ctx), { recursive: true });
    const file = { id: 4_711, format: 'csv' } as const;
    writeFileSync(reportPath(ctx, file), '');
    truncateSync(reportPath(ctx, file), FILE_BYTES);
    const result = await mailSender.sendNow(ctx, '1.1', {
      to: 'reader@example.org',
      language: 'en',
      subject: 'Report',
      text: 'Attached.',
      attached: { ...file, name: 'report.csv' },
    });
    await slow.closed;
    return { result, body: slow.body };
  }

  it('is abandoned incomplete if it is not sent within 40 s, and retried later', async () => {
    const limits: number[] = [];
    const time = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return time.signal;
    });
    const { result, body } = await send(MIB, () => time.abort());
    expect(limits).toEqual([40_000]);
    expect(result).toEqual({ ok: false, error: 'mail-server-not-reached', blame: 'down' });
    expect(body.length).toBeLessThan(FILE_BYTES);
    expect(body.endsWith('\r\n.\r\n')).toBe(false);
  });

  it('is sent complete if it finishes in time', async () => {
    const { result, body } = await send(MIB, () => undefined);
    expect(result).toEqual({ ok: true });
    // The file is encoded as base64, with no line lost.
    expect(body.length).toBeGreaterThan((FILE_BYTES * 4) / 3);
    expect(body.endsWith('\r\n.\r\n')).toBe(true);
  });
});
