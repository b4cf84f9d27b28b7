/** Starts the built server as an operator would and waits until it is ready. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFolder, removeFolder } from './data-folder.ts';

const serverFile = fileURLToPath(new URL('../../../../apps/server/dist/main.js', import.meta.url));
const READY_LIMIT_MS = 180_000;
/**
 * The addresses are read from the program's output, because with port 0 the system chooses free
 * ports.
 */
const ADDRESSES = /Busbar is ready: (\S+)[\s\S]*Devices connect to mqtt:\/\/\S+:(\d+)/;

/** The passwords are the same in every program, so that a prepared data folder can be copied. */
const PASSWORDS = {
  demoPassword: 'demo-Journey-1',
  platformPassword: 'platform-Journey-1',
  activationPassword: 'activation-Journey-1',
} as const;

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

export type Environment = Readonly<Record<string, string>>;

/** Starts on an empty data folder, which is removed when the program is stopped. */
export async function startProgram(environment: Environment = {}): Promise<Program> {
  const dataDir = createFolder();
  const remove = () => removeFolder(dataDir);
  try {
    const program = await startProgramOn(dataDir, environment);
    return { ...program, stop: () => program.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Starts on this data folder, which is not removed when the program is stopped. */
export async function startProgramOn(
  dataDir: string,
  environment: Environment,
  file = serverFile,
): Promise<Program> {
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_PASSWORD: PASSWORDS.demoPassword,
      PLATFORM_ADMIN_PASSWORD: PASSWORDS.platformPassword,
      ACTIVATION_PASSWORD: PASSWORDS.activationPassword,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  const addresses = new Promise<RegExpExecArray>((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`not ready in time:\n${text}`)),
      READY_LIMIT_MS,
    );
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const found = ADDRESSES.exec(text);
      if (found === null) return;
      clearTimeout(limit);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`ended with ${code}:\n${text}`));
    });
  });
  try {
    const [, url, mqttPort] = await addresses;
    return {
      url: url!,
      mqttPort: Number(mqttPort),
      ...PASSWORDS,
      child,
      output: () => text,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
