/** Starts the built server as an operator would and waits until it says it is ready. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const serverFile = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));
const READY_LIMIT_MS = 180_000;

/** For a journey that looks at nothing older than a week: the machine does not fill 13 months beside it. */
export const SHORT_HISTORY = { DEMO_HISTORY_DAYS: '8' };

export interface Program {
  readonly url: string;
  readonly mqttPort: number;
  readonly demoPassword: string;
  readonly platformPassword: string;
  readonly activationPassword: string;
  readonly child: ChildProcess;
  output(): string;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export async function startProgram(environment: Record<string, string> = {}): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'busbar-e2e-'));
  const port = await freePort();
  const mqttPort = await freePort();
  const passwords = {
    demoPassword: 'demo-Journey-1',
    platformPassword: 'platform-Journey-1',
    activationPassword: 'activation-Journey-1',
  };
  const child = spawn(process.execPath, [serverFile], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_PASSWORD: passwords.demoPassword,
      PLATFORM_ADMIN_PASSWORD: passwords.platformPassword,
      ACTIVATION_PASSWORD: passwords.activationPassword,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ready = new Promise<void>((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`not ready in time:\n${text}`)),
      READY_LIMIT_MS,
    );
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      if (/Busbar is ready/.test(text)) {
        clearTimeout(limit);
        resolve();
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`ended with ${code}:\n${text}`));
    });
  });
  await ready;
  return {
    url: `http://127.0.0.1:${port}`,
    mqttPort,
    ...passwords,
    child,
    output: () => text,
    async stop() {
      if (child.exitCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
