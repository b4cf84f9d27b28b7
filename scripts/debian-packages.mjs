// Programs that the tests need beside Node: a foreign MQTT client and broker, a connection pooler, a
// balancer, a browser and its fonts. Under CI=true also what a few tests skip without.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isCi, run, step } from './run-step.mjs';

const needed = [
  {
    name: 'mosquitto-clients',
    present: () => isOnPath('mosquitto_pub') && isOnPath('mosquitto_sub'),
  },
  {
    name: 'mosquitto',
    present: () => isOnPath('mosquitto') || existsSync('/usr/sbin/mosquitto'),
  },
  {
    name: 'haproxy',
    present: () => isOnPath('haproxy') || existsSync('/usr/sbin/haproxy'),
  },
  {
    name: 'pgbouncer',
    present: () => isOnPath('pgbouncer') || existsSync('/usr/sbin/pgbouncer'),
  },
  {
    name: 'chromium-headless-shell',
    present: () =>
      process.env.CHROMIUM !== undefined ||
      ['chromium-headless-shell', 'chromium', 'google-chrome'].some(isOnPath),
  },
  { name: 'fonts-noto-core', present: () => isFontInstalled('NotoSansArabic-Regular.ttf') },
  { name: 'fonts-noto-cjk', present: () => isFontInstalled('NotoSansCJK-Regular.ttc') },
];

const neededInCi = [
  { name: 'openssl', present: () => isOnPath('openssl') },
  { name: 'libreoffice-calc', present: () => isOnPath('localc') },
];

/** Names of the packages that are not installed. */
export function missingPackages() {
  return [...needed, ...(isCi ? neededInCi : [])]
    .filter(({ present }) => !present())
    .map(({ name }) => name);
}

/** Installs what is missing where it may; otherwise says exactly what to install, and goes on. */
export async function installDebianPackages() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    process.stderr.write(
      `\n!!! Missing for the tests: ${missing.join(', ')}. Tests that need them are skipped or fail.\n` +
        `!!! Install them with: sudo ${command}\n\n`,
    );
    return;
  }
  await step(`Installing ${missing.join(', ')} (Debian packages)`, async () => {
    // The run level of one user: a service that is installed for the tests is not started.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    await run('apt-get', ['update', '-q'], { env });
    await run('apt-get', command.split(' ').slice(1), { env });
  });
}

function isOnPath(program) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, program)));
}

function isFontInstalled(file) {
  return ['truetype', 'opentype'].some((kind) =>
    existsSync(join('/usr/share/fonts', kind, 'noto', file)),
  );
}
