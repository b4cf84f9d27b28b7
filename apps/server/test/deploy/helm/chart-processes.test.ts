/** The Job and the three roles of the chart as real processes, with the variables and files of their pods. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../../support/databases.ts';
import { freePort, serverProgram } from '../../support/programs/server-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HELMS, ofKind, podsOf, render } from './render-chart.ts';

const MIGRATE = fileURLToPath(new URL('../../../src/storage/migrate-cli.ts', import.meta.url));

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

describe.skipIf(HELMS.length === 0)('the processes of the chart', () => {
  it('migrate, become ready, share their generated password, and stop in time', async () => {
    const { databaseUrl, close } = await freshDatabase({ empty: true });
    await close();
    const secrets = temporaryFolder();
    writeFileSync(join(secrets, 'DATABASE_URL'), databaseUrl);
    writeFileSync(join(secrets, 'SECRETS_KEY'), Buffer.alloc(32, 5).toString('base64'));
    const manifests = render(HELMS.at(-1)!, { secrets: { existingSecret: 'kept' } });
    const [settings] = ofKind<{ data: Record<string, string> }>(manifests, 'ConfigMap');
    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(dataDir);
    const parts = podsOf(manifests).map(({ container, labels }) => ({
      role: labels['app.kubernetes.io/component']!,
      env: Object.fromEntries(
        container.env!.map(({ name, value = '' }) => [
          name,
          value.replace('/run/secrets/busbar', secrets).replace(/^\/data$/, dataDir),
        ]),
      ),
    }));

    const job = parts.find(({ role }) => role === 'migration')!;
    const migrated = execFileSync(process.execPath, ['--import', 'tsx', MIGRATE], {
      env: { PATH: process.env.PATH, ...job.env },
      encoding: 'utf8',
    });
    expect(migrated).toMatch(/^0001-/);

    const started = [];
    for (const { role, env } of parts.filter((part) => part !== job)) {
      const [port, mqttPort] = [await freePort(), await freePort()];
      const ports = { PORT: String(port), MQTT_PORT: String(mqttPort), METRICS_PORT: '0' };
      const server = await serverProgram({
        ...settings!.data,
        SECRETS_KEY: '',
        ...env,
        ...ports,
        ...{ HOST: '127.0.0.1', METRICS_HOST: '127.0.0.1', DATA_DIR: dataDir },
      });
      started.push({ role, port, mqttPort, server });
    }
    for (const { server } of started) await server.start();
    const readiness = await Promise.all(
      started.map(
        async ({ port }) => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status,
      ),
    );
    expect(readiness).toEqual([200, 200, 200]);

    const { platformAdminPassword: password } = JSON.parse(
      readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
    ) as { platformAdminPassword: string };
    const api = started.find(({ role }) => role === 'api')!;
    const response = await fetch(`http://127.0.0.1:${api.port}/api/v2/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_account: 'platform', password }),
    });
    expect(await response.json()).toMatchObject({ code: 0 });

    const open = await Promise.all(
      started.map(async ({ role, mqttPort }) => ((await isOpen(mqttPort)) ? [role] : [])),
    );
    expect(open.flat()).toEqual(['gateway']);
    await Promise.all(started.map(({ server }) => server.end('SIGTERM')));
    for (const { port } of started) expect(await isOpen(port)).toBe(false);
  });
});
