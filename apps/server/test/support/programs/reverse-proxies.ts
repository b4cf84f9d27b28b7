/** Debian's nginx and Caddy with the shipped configurations, on free ports. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { closeAfterFile } from '../close-after-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { CertificateFiles } from './certificate.ts';
import { pollUntil } from './poll-until.ts';
import { freePort } from './server-program.ts';

const DEPLOY = new URL('../../../../../deploy/', import.meta.url);
const STREAM_MODULE = '/usr/lib/nginx/modules/ngx_stream_module.so';

const NGINX = existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx';

const hasNginx = spawnSync(NGINX, ['-v']).status === 0 && existsSync(STREAM_MODULE);
const hasCaddy = spawnSync('caddy', ['version']).status === 0;
export const PROXIES = [
  { name: 'nginx', isInstalled: hasNginx, start: startNginx },
  { name: 'Caddy', isInstalled: hasCaddy, start: startCaddy },
] as const;
for (const { name, isInstalled } of PROXIES) {
  if (!isInstalled) console.warn(`SKIPPED: ${name} in front of the server, not installed.`);
}

interface Behind {
  readonly http: number;
  readonly mqtt: number;
  readonly certificate: CertificateFiles;
}

export interface ReverseProxy {
  /** Port of the pages, the calls and the real-time channel, with TLS. */
  readonly web: number;
  /** Port to which devices connect with TLS; undefined if the server serves them itself. */
  readonly devices: number | undefined;
  /** Returns what the proxy has logged about requests. */
  accessLog(): string;
}

/** Replaces each text, which must occur. */
function replaced(file: string, texts: readonly (readonly [from: string, to: string])[]): string {
  let config = readFileSync(new URL(file, DEPLOY), 'utf8');
  for (const [from, to] of texts) {
    if (!config.includes(from)) throw new Error(`${file} has no ${from}`);
    config = config.replaceAll(from, to);
  }
  return config;
}

async function startNginx({ http, mqtt, certificate }: Behind): Promise<ReverseProxy> {
  const folder = temporaryFolder();
  const [web, plain, devices] = [await freePort(), await freePort(), await freePort()];
  const files = [
    ['/etc/ssl/busbar/fullchain.pem', certificate.certFile],
    ['/etc/ssl/busbar/privkey.pem', certificate.keyFile],
  ] as const;
  const site = replaced('nginx/busbar.conf', [
    ...files,
    ['127.0.0.1:8080', `127.0.0.1:${http}`],
    ['listen 443 ', `listen 127.0.0.1:${web} `],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen [::]:443 ssl http2;', ''],
    ['listen [::]:80;', ''],
  ]);
  const stream = replaced('nginx/busbar-mqtt.conf', [
    ...files,
    ['127.0.0.1:1883', `127.0.0.1:${mqtt}`],
    ['listen 8883 ', `listen 127.0.0.1:${devices} `],
    ['listen [::]:8883 ssl;', ''],
  ]);
  const main = [
    `load_module ${STREAM_MODULE};`,
    `pid ${join(folder, 'pid')};`,
    'error_log stderr;',
    'events { worker_connections 2048; }',
    // Debian's log format; the paths are those of an unprivileged start.
    `http { access_log ${join(folder, 'access.log')};`,
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    ),
    site,
    '}',
    stream,
  ];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, main.join('\n'));
  await run(NGINX, ['-c', file, '-g', 'daemon off;'], web);
  return { web, devices, accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8') };
}

async function startCaddy({ http, certificate }: Behind): Promise<ReverseProxy> {
  const folder = temporaryFolder();
  const [web, plain] = [await freePort(), await freePort()];
  const log = join(folder, 'access.log');
  const config = replaced('caddy/Caddyfile', [
    ['127.0.0.1:8080', `127.0.0.1:${http}`],
    ['/var/log/caddy/busbar.log', log],
    // The test has its own certificate, and no administration port.
    ['\tservers {', `\tadmin off\n\thttps_port ${web}\n\thttp_port ${plain}\n\tservers {`],
    [
      'busbar.example.org {',
      `busbar.example.org {\n\ttls ${certificate.certFile} ${certificate.keyFile}`,
    ],
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, config);
  await run('caddy', ['run', '--adapter', 'caddyfile', '--config', file], web, {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  });
  return { web, devices: undefined, accessLog: () => readFileSync(log, 'utf8') };
}

/** Starts the program and waits until it serves the port; it is stopped after the test file. */
async function run(
  program: string,
  words: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stderr.on('data', (part) => {
    output = `${output}${part}`.slice(-4_000);
  });
  stopAfterFile(child);
  await pollUntil(
    () => child.exitCode !== null || isServed(port),
    (isReady) => isReady,
    60_000,
  );
  if (child.exitCode !== null) throw new Error(`${program} did not start: ${output}`);
}

function stopAfterFile(child: ChildProcess): void {
  const stop = () => void child.kill('SIGTERM');
  process.once('exit', stop);
  closeAfterFile(async () => {
    process.off('exit', stop);
    if (child.exitCode !== null) return;
    stop();
    await once(child, 'exit');
  });
}

function isServed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/health/live',
        servername: 'busbar.example.org',
        headers: { host: 'busbar.example.org' },
        rejectUnauthorized: false,
        agent: false,
      },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    );
    sent.once('error', () => resolve(false));
    sent.end();
  });
}
