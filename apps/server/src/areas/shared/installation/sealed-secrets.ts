/**
 * Encrypts the secrets that the server must read back (keys of second factors, signing secrets of
 * forwarding, the passwords of the mail server and of meters, client secrets of single sign-on) in
 * the database: AES-256-GCM with a key derived from the installation key, bound to the row of the secret, so that it cannot be copied to another row
 * (ADR 35). Plaintext stored before encryption was introduced is read unchanged. With an external
 * database a key is never generated, because a container without a volume would generate a new one
 * at each start. While the key is being replaced, both keys are read, and the one whose identifier
 * the database stores seals (ADR 89).
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import {
  derivedKey,
  installationKey,
  type KeySource,
  readFormerKey,
  readInstallationKey,
} from './installation-key.ts';
import type { SealedRow } from './sealed-columns.ts';

const PREFIX = 'sealed:1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Secrets {
  /** Identifies the key that seals; undefined without a key (secrets are plaintext). */
  readonly keyId: string | undefined;
  /** Identifies every key that can be read: that of the installation, then the former one. */
  readonly keyIds: readonly string[];
  /** Seals with another of these keys from now on. */
  sealWith(keyId: string): void;
  /**
   * The transaction that stores the result must have called `lockSealing` first. `row` identifies
   * the row of the secret and must be the same for `open`.
   */
  seal(row: SealedRow, secret: string): string;
  /** Undefined if the secret was encrypted with an unknown key or for another row, or is damaged. */
  open(row: SealedRow, stored: string): string | undefined;
}

export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX);

/** Without a key, nothing is encrypted, and encrypted secrets cannot be read. */
const CLEAR_SECRETS: Secrets = {
  keyId: undefined,
  keyIds: [],
  sealWith: () => undefined,
  seal: (_row, secret) => secret,
  open: (_row, stored) => (isSealed(stored) ? undefined : stored),
};

/** Seals with `key` until `sealWith` is called; `former` is read too. */
export function createSecrets(key: Buffer, former?: Buffer): Secrets {
  const sealers = [key, ...(former === undefined ? [] : [former])].map(createSealer);
  let active = sealers[0]!;
  return {
    get keyId() {
      return active.keyId;
    },
    keyIds: sealers.map(({ keyId }) => keyId),
    sealWith(keyId) {
      active = sealers.find((sealer) => sealer.keyId === keyId) ?? active;
    },
    seal: (row, secret) => active.seal(row, secret),
    open(row, stored) {
      if (!isSealed(stored)) return stored;
      for (const sealer of sealers) {
        const opened = sealer.open(row, stored);
        if (opened !== undefined) return opened;
      }
      return undefined;
    },
  };
}

export const keyIdOf = (key: Buffer): string =>
  createHash('sha256').update(derivedKey(key, 'key id')).digest('base64url').slice(0, 22);

function createSealer(key: Buffer) {
  const sealing = derivedKey(key, 'secrets');
  return {
    keyId: keyIdOf(key),
    seal(row: SealedRow, secret: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(row));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${PREFIX}${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(row: SealedRow, stored: string): string | undefined {
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
  const former = readFormerKey(config, key);
  const secrets = key === undefined ? CLEAR_SECRETS : createSecrets(key, former);
  ofConfig.set(config, secrets);
  return secrets;
}
