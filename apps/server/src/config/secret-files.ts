/**
 * Secrets in files: `NAME_FILE` names the file with the value of `NAME`, as container platforms
 * mount secrets. Addresses of databases, brokers and mail servers contain passwords and count as
 * secrets.
 */
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

export const SECRET_NAMES = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SECRETS_KEY_FORMER',
  'MQTT_URL',
  'SMTP_URL',
  'DEMO_PASSWORD',
  'PLATFORM_ADMIN_PASSWORD',
  'ACTIVATION_PASSWORD',
  'BAIDU_MAP_KEY',
  'GOOGLE_MAP_KEY',
] as const;

/** Its file is read by `readInstallationKey`, which names the file in its errors. */
const INSTALLATION_KEY = 'SECRETS_KEY';

export const isSecretName = (name: string): boolean =>
  (SECRET_NAMES as readonly string[]).includes(name);

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment with the secrets of the files. Throws ConfigError if a file cannot be read
 * or is empty, or if a secret is set both ways; the message never contains a secret.
 */
export function withSecretFiles(env: Environment): Environment {
  const secrets: Record<string, string> = {};
  for (const name of [...SECRET_NAMES, INSTALLATION_KEY]) {
    const file = env[`${name}_FILE`]?.trim() ?? '';
    if (file === '') continue;
    if ((env[name]?.trim() ?? '') !== '') {
      throw new ConfigError(`Only one of ${name} and ${name}_FILE may be set.`);
    }
    if (name !== INSTALLATION_KEY) secrets[name] = contentOf(`${name}_FILE`, file);
  }
  return { ...env, ...secrets };
}

function contentOf(name: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`The file that ${name} names, "${file}", cannot be read (${code}).`);
  }
  if (content === '') throw new ConfigError(`The file that ${name} names, "${file}", is empty.`);
  return content;
}
