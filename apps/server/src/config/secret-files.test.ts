import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { SECRET_NAMES } from './secret-files.ts';

describe('a secret in a file', () => {
  let folder: string;
  const written = (content: string): string => {
    const file = join(folder, 'secret');
    writeFileSync(file, content);
    return file;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'busbar-secret-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const VALUES: Partial<Record<(typeof SECRET_NAMES)[number], string>> = {
    DATABASE_URL: 'postgresql://db/busbar',
    MQTT_URL: 'mqtt://user:s3cret@broker',
    SMTP_URL: 'smtp://user:s3cret@mail:587',
  };

  it.each(SECRET_NAMES)('%s_FILE gives the same as the variable', (name) => {
    const value = VALUES[name] ?? 'postgresql://user:s3cret@other/busbar';
    const more = { DATABASE_URL: 'postgresql://db/busbar' };
    const env = name === 'DATABASE_URL' ? {} : more;
    const read = (more: object) => JSON.stringify(readConfig({ ...env, ...more }));
    const withVariable = read({ [name]: value });
    expect(read({ [`${name}_FILE`]: written(`${value}\n`) })).toBe(withVariable);
    expect(read({})).not.toBe(withVariable);
  });

  it('an empty variable counts as none', () => {
    const file = written('word');
    const { demoPassword } = readConfig({ DEMO_PASSWORD: '', DEMO_PASSWORD_FILE: file });
    expect(demoPassword).toBe('word');
    expect(readConfig({ DEMO_PASSWORD: 'word', DEMO_PASSWORD_FILE: '' }).demoPassword).toBe('word');
  });

  it('is refused together with the variable, and in a file that is absent or empty', () => {
    const both = {
      SMTP_URL: 'smtp://user:s3cret@mail',
      SMTP_URL_FILE: written('smtp://u:s3cret@m'),
    };
    expect(() => readConfig(both)).toThrow('Only one of SMTP_URL and SMTP_URL_FILE may be set.');
    const key = { SECRETS_KEY: 's3cret', SECRETS_KEY_FILE: '/etc/busbar/secrets.key' };
    expect(() => readConfig(key)).toThrow(
      /^Only one of SECRETS_KEY and SECRETS_KEY_FILE may be set\.$/,
    );
    const absent = { MQTT_URL_FILE: join(folder, 'none') };
    expect(() => readConfig(absent)).toThrow(
      /MQTT_URL_FILE names, ".*none", cannot be read \(ENOENT\)/,
    );
    expect(() => readConfig({ DEMO_PASSWORD_FILE: written(' \n') })).toThrow('is empty');
  });

  it('a wrong value is refused without showing the password', () => {
    const env = { DATABASE_URL_FILE: written('mysql://user:s3cret@db/busbar') };
    expect(() => readConfig(env)).toThrow('DATABASE_URL must be an address');
    expect(() => readConfig(env)).not.toThrow('s3cret');
    expect(() => readConfig({ MQTT_URL: 'user:s3cret@broker:x' })).not.toThrow('s3cret');
    expect(() => readConfig({ SMTP_URL: '//user:s3cret@mail' })).toThrow(
      /^SMTP_URL is not an address\.$/,
    );
  });
});
