// Programs that the tests need in addition to Node: a third-party MQTT client and broker, a
// connection pooler, a load balancer, a Modbus master and its serial port, a browser and its fonts.
// If CI=true, they include programs without which a few tests are skipped.
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
  { name: 'mbpoll', present: () => isOnPath('mbpoll') },
  { name: 'socat', present: () => isOnPath('socat') },
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
  { name: 'prometheus', present: () => isOnPath('promtool') },
  { name: 'nginx-light', present: () => existsSync('/usr/sbin/nginx') },
  {
    name: 'libnginx-mod-stream',
    present: () => existsSync('/usr/lib/nginx/modules/ngx_stream_module.so'),
  },
  { name: 'caddy', present: () => isOnPath('caddy') },
  { name: 'libreoffice-calc', present: () => isOnPath('localc') },
  { name: 'podman', present: () => isOnPath('podman') },
  // crun, which podman recommends, starts no container if cgroups of both versions are mounted.
  { name: 'runc', present: () => isOnPath('runc') || existsSync('/usr/sbin/runc') },
  { name: 'qemu-user-static', present: () => existsSync('/usr/lib/binfmt.d/qemu-aarch64.conf') },
  { name: 'mmdebstrap', present: () => isOnPath('mmdebstrap') },
  { name: 'systemd-container', present: () => isOnPath('systemd-nspawn') },
];

/** Returns the names of the packages that are not installed. */
export function missingPackages() {
  return [...needed, ...(isCi ? neededInCi : [])]
    .filter(({ present }) => !present())
    .map(({ name }) => name);
}

/** Installs missing packages if permitted; otherwise prints the install command and continues. */
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
    // The single-user run level prevents services that are installed for the tests from being
    // started.
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
