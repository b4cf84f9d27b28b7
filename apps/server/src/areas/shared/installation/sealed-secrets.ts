/**
 * Encrypts the secrets that the server must read back (keys of second factors, signing secrets of
 * forwarding, the passwords of the mail server and of meters) in the database: AES-256-GCM with a key derived from
 * the installation key, bound to the row of the secret, so that it cannot be copied to another row
 * (ADR 35). Plaintext stored before encryption was introduced is read unchanged. With an external
 * database a key is never generated, because a container without a volume would generate a new one
 * at each start.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import {
  derivedKey,
  installationKey,
  type KeySource,
  readInstallationKey,
} from './installation-key.ts';

const PREFIX = 'sealed:1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Secrets {
  /** Identifies the key without revealing it; undefined without a key (secrets are plaintext). */
  readonly keyId: string | undefined;
  /** `row` identifies the row of the secret and must be the same for `open`. */
  seal(row: string, secret: string): string;
  /** Undefined if the secret was encrypted with another key or for another row, or is damaged. */
  open(row: string, stored: string): string | undefined;
}

export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX);

/** Without a key, nothing is encrypted, and encrypted secrets cannot be read. */
const CLEAR_SECRETS: Secrets = {
  keyId: undefined,
  seal: (_row, secret) => secret,
  open: (_row, stored) => (isSealed(stored) ? undefined : stored),
};

export function createSecrets(key: Buffer): Secrets {
  const sealing = derivedKey(key, 'secrets');
  return {
    keyId: createHash('sha256').update(derivedKey(key, 'key id')).digest('base64url').slice(0, 22),
    seal(row, secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(row));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${PREFIX}${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(row, stored) {
      if (!isSealed(stored)) return stored;
      const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
      const decipher = createDecipheriv('aes-256-gcm', sealing, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(row)).setAuthTag(rest.subarray(0, TAG_BYTES));
      try {
        const text = decipher.update(rest.subarray(TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

interface SecretsSource extends KeySource {
  readonly databaseUrl: string | undefined;
}

const ofConfig = new WeakMap<SecretsSource, Secrets>();

/** Returns the `Secrets` of a configuration, created once per process. */
export function secretsOf(config: SecretsSource): Secrets {
  const known = ofConfig.get(config);
  if (known !== undefined) return known;
  const isEmbedded = config.databaseUrl === undefined;
  const key = isEmbedded ? installationKey(config) : readInstallationKey(config);
  const secrets = key === undefined ? CLEAR_SECRETS : createSecrets(key);
  ofConfig.set(config, secrets);
  return secrets;
}

/** Identifiers of the rows that store secrets. */
export const MAIL_PASSWORD = 'platform_setting mail';
export const forwardingOf = (customerId: number): string => `forwarding ${customerId}`;
export const factorOf = (customerId: number, userId: number): string =>
  `second_factor ${customerId} ${userId}`;
export const meterPasswordOf = (customerId: number, deviceId: number): string =>
  `line_meter ${customerId} ${deviceId}`;
