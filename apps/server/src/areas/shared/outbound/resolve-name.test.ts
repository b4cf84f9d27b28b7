/** Lookups over UDP at a name server of the test. */
import { createSocket, type Socket } from 'node:dgram';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { nameResolver } from './resolve-name.ts';

const [A, AAAA] = [1, 28];
const [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME] = [0, 2, 3];

interface Answered {
  readonly code: number;
  /** Bytes of each address. */
  readonly addresses?: readonly number[][];
}

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** Answers queries (RFC 1035 4.1); undefined sends nothing. */
async function nameServer(answer: (type: number) => Answered | undefined): Promise<string> {
  const socket = createSocket('udp4');
  open.push(socket);
  socket.on('message', (query, { port, address }) => {
    const nameEnd = query.indexOf(0, 12) + 1;
    const question = query.subarray(12, nameEnd + 4);
    const type = query.readUInt16BE(nameEnd);
    const answered = answer(type);
    if (answered === undefined) return;
    const addresses = answered.addresses ?? [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | answered.code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    const records = addresses.map((bytes) => {
      // A pointer to the name of the question, type, class, seconds to live, and length.
      const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
      return Buffer.concat([fixed, Buffer.from(bytes)]);
    });
    socket.send(Buffer.concat([header, question, ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${socket.address().port}`;
}

const noHosts = '/nonexistent/hosts';
const IPV6 = [0x20, 0x01, 0x0d, 0xb8, ...new Array<number>(11).fill(0), 1];

it('returns all addresses of both families, IPv4 first', async () => {
  const server = await nameServer((type) => ({
    code: NO_ERROR,
    addresses:
      type === A
        ? [
            [192, 0, 2, 1],
            [192, 0, 2, 2],
          ]
        : [IPV6],
  }));
  const resolve = nameResolver({ servers: [server], hostsFile: noHosts });
  expect(await resolve('login.example')).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
});

it('returns the addresses of one family if the other has none or fails', async () => {
  for (const code of [NO_ERROR, SERVER_FAILURE]) {
    const server = await nameServer((type) =>
      type === AAAA ? { code: NO_ERROR, addresses: [IPV6] } : { code },
    );
    const resolve = nameResolver({ servers: [server], hostsFile: noHosts });
    expect(await resolve('login.example')).toEqual([{ address: '2001:db8::1', family: 6 }]);
  }
});

it('returns nothing for an unknown name', async () => {
  const server = await nameServer(() => ({ code: NO_SUCH_NAME }));
  expect(await nameResolver({ servers: [server], hostsFile: noHosts })('x.example')).toEqual([]);
});

it('rejects with EAI_AGAIN if the name server fails', async () => {
  const server = await nameServer(() => ({ code: SERVER_FAILURE }));
  const lookup = nameResolver({ servers: [server], hostsFile: noHosts })('x.example');
  await expect(lookup).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});

it('ends at its limit if the name server is silent, and occupies no thread until then', async () => {
  const server = await nameServer(() => undefined);
  const resolve = nameResolver({ servers: [server], hostsFile: noHosts, limitMs: 1_000 });
  const began = performance.now();
  let running = 8;
  const all = Array.from({ length: running }, (_, i) =>
    resolve(`${i}.hostile.example`)
      .catch((error: NodeJS.ErrnoException) => error.code)
      .finally(() => (running -= 1)),
  );
  // More lookups run than Node has threads, and files are read by the same threads.
  await readFile(import.meta.filename);
  expect(running).toBe(8);
  expect(await Promise.all(all)).toEqual(new Array(8).fill('EAI_AGAIN'));
  // Without the limit, the attempts of the resolver last longer.
  expect(performance.now() - began).toBeLessThan(2_500);
});

it('finds names in the file of hosts first', async () => {
  const hostsFile = join(await mkdtemp(join(tmpdir(), 'busbar-hosts-')), 'hosts');
  await writeFile(
    hostsFile,
    '# 192.0.2.9 receiver\n127.0.0.1\tlocalhost\n\n 192.0.2.7  other Receiver.example receiver # x\nx receiver\n2001:db8::7 receiver\n',
  );
  const server = await nameServer(() => ({ code: NO_ERROR, addresses: [[192, 0, 2, 8]] }));
  const resolve = nameResolver({ servers: [server], hostsFile });
  const listed = { address: '192.0.2.7', family: 4 };
  expect(await resolve('receiver')).toEqual([listed, { address: '2001:db8::7', family: 6 }]);
  expect(await resolve('receiver.example.')).toEqual([listed]);
  expect(await resolve('localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
});
