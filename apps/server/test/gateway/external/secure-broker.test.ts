/**
 * A broker behind TLS: a command that it does not acknowledge within 5 s is discarded with its
 * connection, also below TLS (docs/promises.md C2).
 */
import { chmodSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, describe, it } from 'vitest';
import {
  fatesOf,
  openOperators,
  startDevices,
  submitCommand,
} from '../../reliability/command-rig.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { createCertificate, hasOpenssl } from '../../support/programs/certificate.ts';
import { createMosquitto, mosquittoProgram } from '../../support/programs/mosquitto.ts';
import { freePort, serverProgram } from '../../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS } from '../../support/sizes.ts';

const { folder, certFile, keyFile } = createCertificate();
if (hasOpenssl) for (const file of [folder, certFile, keyFile]) chmodSync(file, 0o755);

/** A line to the broker that can stop forwarding what the server sends. */
async function openLine(port: number) {
  const line = { isForwarding: true, ends: [] as string[], port: 0 };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('data', (bytes) => line.isForwarding && far.write(bytes));
    far.on('data', (bytes) => line.isForwarding && near.write(bytes));
    near.once('error', (error: NodeJS.ErrnoException) => line.ends.push(error.code ?? ''));
    near.once('end', () => line.ends.push('closed'));
    far.on('error', () => undefined);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  line.port = (server.address() as AddressInfo).port;
  return { line, close: () => server.close() };
}

describe.skipIf(mosquittoProgram === undefined || !hasOpenssl)('a broker behind TLS', () => {
  describeWithDatabase('in front of a server', (database) => {
    const removals: (() => unknown)[] = [];
    afterAll(async () => {
      for (const remove of removals.toReversed()) await remove();
    });

    it(
      'passes on commands, and one that is not acknowledged resets its connection',
      async () => {
        const tlsPort = await freePort();
        const broker = await createMosquitto({
          lines: () => [
            'allow_anonymous true',
            ...[`listener ${tlsPort} 127.0.0.1`, `certfile ${certFile}`, `keyfile ${keyFile}`],
          ],
        });
        removals.push(() => broker.remove());
        await broker.start();
        const { line, close } = await openLine(tlsPort);
        removals.push(close);
        const program = await serverProgram({
          DATABASE_URL: database.databaseUrl,
          MQTT_URL: `mqtts://127.0.0.1:${line.port}`,
          NODE_EXTRA_CA_CERTS: certFile,
          CONTROL_GAP_S: '0',
        });
        removals.push(() => program.remove());
        await program.start();
        const url = program.said.map((text) => /is ready: (\S+)/.exec(text)?.[1]).find(Boolean)!;
        // The broker discards messages of a device until the server has subscribed.
        await eventually(async () => {
          const { rows } = await sql<{ isSubscribed: boolean }>`
            select is_subscribed as "isSubscribed" from broker_session where session_number = -1
          `.execute(database.db);
          return rows.map(({ isSubscribed }) => isSubscribed);
        }, 60_000).toEqual([true]);
        const tenant = await createTenant(database, { label: 'secure', now: Date.now() });
        const [token] = await openOperators(database, tenant, 1);
        const [device] = await startDevices(database, tenant, {
          ...{ count: 1, seed: 5, executions: [] },
          portOf: () => broker.port,
        });
        removals.push(() => device!.connection.stop(0));
        const states = async () => (await fatesOf(database, tenant)).map(({ state }) => state);
        await eventually(async () => {
          await submitCommand(url, 'v2', token!, device!.code, 'open');
          return states();
        }).toEqual(['confirmed']);

        line.isForwarding = false;
        await submitCommand(url, 'v2', token!, device!.code, 'close');
        await eventually(() => line.ends[0]).toBe('ECONNRESET');
      },
      SOAK_TIMEOUT_MS,
    );
  });
});
