/** The real application on a test database, with a manual clock. */
import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type App, startApp } from '../../src/app.ts';
import { type Clock, systemRandom } from '../../src/clock.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { closeAfterFile } from './close-after-file.ts';
import { type ManualClock, manualClock, TEST_NOW } from './manual-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { TEST_SECRETS_KEY } from './test-context.ts';

export { TEST_NOW };
export const TEST_ACTIVATION_PASSWORD = 'activation-Test-1';
export const TEST_PLATFORM_PASSWORD = 'platform-Test-1';

export interface TestServer {
  readonly app: FastifyInstance;
  readonly parts: App;
  readonly clock: ManualClock;
  readonly url: string;
  readonly mqttPort: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Real time instead of the manual clock, for sockets and devices that run by themselves. */
  readonly clock?: Clock;
  /** Folder of the pages; if absent, only the calls are served. */
  readonly webDir?: string;
  /** Folder of the built documentation. */
  readonly docsDir?: string;
}

export function testConfig(env: Readonly<Record<string, string>> = {}): Config {
  return readConfig({
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: temporaryFolder(),
    SECRETS_KEY: TEST_SECRETS_KEY,
    ACTIVATION_PASSWORD: TEST_ACTIVATION_PASSWORD,
    PLATFORM_ADMIN_PASSWORD: TEST_PLATFORM_PASSWORD,
    CONTROL_GROUP_PERCENT: '100',
    ...env,
  });
}

/** The server is stopped after the test file. `stop` does not close the database. */
export async function startServer(
  database: Database,
  options: StartOptions = {},
): Promise<TestServer> {
  const config = testConfig(options.env);
  const manual = manualClock(TEST_NOW);
  const parts = await startApp({
    config,
    database: { ...database, close: async () => undefined },
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    clock: options.clock ?? manual,
    random: systemRandom,
    webDir: options.webDir,
    docsDir: options.docsDir,
    print: () => undefined,
  });
  return {
    app: parts.http,
    parts,
    clock: manual,
    url: parts.url,
    mqttPort: parts.mqttPort,
    stop: closeAfterFile(async () => {
      await parts.stop();
      rmSync(config.dataDir, { recursive: true, force: true });
    }),
  };
}
