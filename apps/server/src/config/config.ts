/**
 * The environment, read once with the files of its secrets, validated, named. Every variable is
 * documented in `.env.example`; an invalid variable aborts the start with one sentence.
 */
import { join, resolve } from 'node:path';
import { KEY_PER_MINUTE, KEY_PER_MINUTE_BOUND } from '@busbar/domain/access/key-limit';
import {
  isMailFrom,
  LIMIT_BOUNDS,
  type LimitKind,
  SECTIONS,
  type Section,
} from '@busbar/domain/configuration/sections';
import { ConfigError } from './config-error.ts';
import { databaseUrl, readDatabaseUrl } from './database-url.ts';
import { type MapTiles, readMapTiles } from './map-tiles.ts';
import { addressList, type OutboundRules } from './outbound-rules.ts';
import { type Retention, readRetention } from './retention.ts';
import { type Environment, isSecretName, withSecretFiles } from './secret-files.ts';
import { type TrustedProxies, trustedProxies } from './trusted-proxies.ts';

export const ROLE_NAMES = ['api', 'gateway', 'worker'] as const;
export type ProcessRole = (typeof ROLE_NAMES)[number];

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Key of the installation, base64; undefined if it is in `secretsKeyFile` or the data folder. */
  readonly secretsKey: string | undefined;
  readonly secretsKeyFile: string | undefined;
  /** The key that is being replaced; secrets sealed with it can still be read. */
  readonly formerSecretsKey: string | undefined;
  /** True if the key that sealed the database's secrets is lost and this key replaces it. */
  readonly secretsKeyLost: boolean;
  readonly databaseUrl: string | undefined;
  /** URL of the same server without the connection pooler; undefined if there is no pooler. */
  readonly databaseDirectUrl: string | undefined;
  /** A replica for reading, and the limit of its lag; undefined if everything reads the primary. */
  readonly databaseReplica: { readonly url: string; readonly maxLagS: number } | undefined;
  readonly unsafeDatabase: boolean;
  readonly mqttPort: number;
  readonly mqttHost: string;
  /** The broker also listens on TLS if the port and both files are set. */
  readonly mqttTls:
    | { readonly port: number; readonly certFile: string; readonly keyFile: string }
    | undefined;
  readonly mqttUrl: string | undefined;
  /** The port of DTUs; undefined if none is open. */
  readonly dtu: { readonly host: string; readonly port: number } | undefined;
  /** Proxies and balancers whose client addresses are trusted: X-Forwarded-For, PROXY protocol. */
  readonly trustedProxies: TrustedProxies;
  /** True if connections of trusted proxies to the MQTT ports begin with the PROXY header. */
  readonly mqttProxyProtocol: boolean;
  readonly roles: ReadonlySet<ProcessRole>;
  readonly demo: boolean;
  readonly demoPassword: string | undefined;
  /** Number of days of readings that the demo starts with; defaults to 13 months. */
  readonly demoHistoryDays: number;
  readonly platformAdmin: string;
  readonly platformAdminPassword: string | undefined;
  readonly activationPassword: string | undefined;
  readonly commandTtlS: number;
  readonly controlPerMinute: number;
  readonly controlGapS: number;
  readonly controlGroupPercent: number;
  readonly deviceRate: number;
  readonly deviceBurst: number;
  /** Requests per minute of an API key: the default, and the maximum that can be set. */
  readonly apiKeyPerMinute: { readonly usual: number; readonly most: number };
  readonly publicUrl: string | undefined;
  /** Host names of the server in addition to that of `publicUrl`. */
  readonly allowedHosts: readonly string[];
  readonly baiduMapKey: string | undefined;
  readonly googleMapKey: string | undefined;
  /** The tile server of the built-in map; undefined if it draws outlines only. */
  readonly mapTiles: MapTiles | undefined;
  /** Mail server; undefined if no emails are sent. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Permits sending the password to a mail server that offers no TLS. */
  readonly smtpAllowUnencrypted: boolean;
  readonly outbound: OutboundRules;
  readonly retention: Retention;
  /** Sections of the configuration that only the environment can set. */
  readonly fixedSettings: ReadonlySet<Section>;
  /** Address of the Prometheus endpoint; undefined if no metrics are published. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly logLevel: string;
}

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

function whole(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`);
  }
  return number;
}

function flag(env: Environment, name: string, fallback: boolean): boolean {
  const value = text(env, name);
  if (value === undefined) return fallback;
  if (value === '1' || value === 'true') return true;
  if (value === '0' || value === 'false') return false;
  throw new ConfigError(`${name} must be 1 or 0, not "${value}".`);
}

function url(env: Environment, name: string, protocols: readonly string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  let protocol: string;
  try {
    protocol = new URL(value).protocol;
  } catch {
    // The value may contain a password.
    const shown = isSecretName(name) ? '' : `: "${value}"`;
    throw new ConfigError(`${name} is not an address${shown}.`);
  }
  if (!protocols.includes(protocol)) {
    throw new ConfigError(
      `${name} must begin with ${protocols.join(' or ')}//, not "${protocol}//".`,
    );
  }
  return value;
}

function roles(env: Environment): ReadonlySet<ProcessRole> {
  const value = text(env, 'ROLES') ?? ROLE_NAMES.join(',');
  const names = value.split(',').map((name) => name.trim());
  const known = names.filter((name): name is ProcessRole =>
    (ROLE_NAMES as readonly string[]).includes(name),
  );
  if (known.length !== names.length || known.length === 0) {
    throw new ConfigError(`ROLES must list some of ${ROLE_NAMES.join(', ')}, not "${value}".`);
  }
  return new Set(known);
}

function list(env: Environment, name: string): string[] {
  return (text(env, name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function outbound(env: Environment): OutboundRules {
  const ports = list(env, 'OUTBOUND_PORTS').map(Number);
  if (!ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new ConfigError('OUTBOUND_PORTS must list port numbers, such as 9000,9443.');
  }
  const privateAllowed = addressList(list(env, 'OUTBOUND_PRIVATE'));
  if (privateAllowed === undefined) {
    throw new ConfigError(
      'OUTBOUND_PRIVATE must list addresses or subnets, such as 10.1.2.3,10.2.0.0/16.',
    );
  }
  return { http: flag(env, 'OUTBOUND_HTTP', false), ports, privateAllowed };
}

function mailFrom(env: Environment): string {
  const value = text(env, 'MAIL_FROM') ?? 'Busbar <busbar@localhost>';
  if (isMailFrom(value)) return value;
  throw new ConfigError(`MAIL_FROM must be like Busbar <busbar@example.org>, not "${value}".`);
}

function fixedSettings(env: Environment): ReadonlySet<Section> {
  const names = list(env, 'FIXED_SETTINGS');
  const known = SECTIONS.filter((section) => names.includes(section));
  if (known.length < new Set(names).size) {
    throw new ConfigError(
      `FIXED_SETTINGS must list some of ${SECTIONS.join(', ')}, not "${names.join(',')}".`,
    );
  }
  return new Set(known);
}

/** Reads a limit, within the same bounds as on the configuration page. */
function limit(env: Environment, name: string, kind: LimitKind, usual?: number): number {
  const { usual: fallback, least, most } = LIMIT_BOUNDS[kind];
  return whole(env, name, usual ?? fallback, least, most);
}

function mqttTls(env: Environment): Config['mqttTls'] {
  if (text(env, 'MQTT_TLS_PORT') === undefined) return undefined;
  const certFile = text(env, 'MQTT_TLS_CERT');
  const keyFile = text(env, 'MQTT_TLS_KEY');
  if (certFile === undefined || keyFile === undefined) {
    throw new ConfigError(
      'MQTT_TLS_PORT needs MQTT_TLS_CERT and MQTT_TLS_KEY, the files of the certificate and its key.',
    );
  }
  return { port: whole(env, 'MQTT_TLS_PORT', 8883, 0, 65_535), certFile, keyFile };
}

/** DTUs are connected only if the port is set: it is open to the devices of everyone. */
function dtu(env: Environment): Config['dtu'] {
  if (text(env, 'DTU_PORT') === undefined) return undefined;
  const host = text(env, 'DTU_HOST') ?? text(env, 'HOST') ?? '127.0.0.1';
  return { host, port: whole(env, 'DTU_PORT', 4196, 0, 65_535) };
}

function proxies(env: Environment): Pick<Config, 'trustedProxies' | 'mqttProxyProtocol'> {
  const trusted = trustedProxies(list(env, 'TRUSTED_PROXIES'));
  if (trusted === undefined) {
    throw new ConfigError(
      `TRUSTED_PROXIES must list addresses or subnets, such as 10.1.2.3,10.2.0.0/16, not "${text(env, 'TRUSTED_PROXIES')}".`,
    );
  }
  const mqttProxyProtocol = flag(env, 'MQTT_PROXY_PROTOCOL', false);
  if (mqttProxyProtocol && trusted.isEmpty) {
    throw new ConfigError(
      'MQTT_PROXY_PROTOCOL needs TRUSTED_PROXIES, the addresses of the balancers that send the header.',
    );
  }
  return { trustedProxies: trusted, mqttProxyProtocol };
}

/** By default, metrics are served locally only: they are not secret, but need not be public. */
function metrics(env: Environment): Config['metrics'] {
  if (text(env, 'METRICS_PORT') === undefined) return undefined;
  const host = text(env, 'METRICS_HOST') ?? '127.0.0.1';
  return { host, port: whole(env, 'METRICS_PORT', 9464, 0, 65_535) };
}

function databaseDirectUrl(env: Environment): string | undefined {
  const direct = databaseUrl('DATABASE_DIRECT_URL', text(env, 'DATABASE_DIRECT_URL'));
  if (direct !== undefined && text(env, 'DATABASE_URL') === undefined) {
    throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.');
  }
  return direct;
}

function databaseReplica(env: Environment): Config['databaseReplica'] {
  const replica = readDatabaseUrl('DATABASE_READ_URL', text(env, 'DATABASE_READ_URL'));
  if (replica === undefined) return undefined;
  if (text(env, 'DATABASE_URL') === undefined) {
    throw new ConfigError('DATABASE_READ_URL needs DATABASE_URL, the address of the primary.');
  }
  return { url: replica, maxLagS: whole(env, 'DATABASE_READ_MAX_LAG_S', 30, 10, 3600) };
}

function keyFile(env: Environment): string | undefined {
  const file = text(env, 'SECRETS_KEY_FILE');
  return file === undefined ? undefined : resolve(file);
}

export function readConfig(variables: Environment): Config {
  const env = withSecretFiles(variables);
  const platformAdmin = text(env, 'PLATFORM_ADMIN') ?? 'platform';
  if (platformAdmin.toLowerCase() === 'admin') {
    throw new ConfigError('PLATFORM_ADMIN must not be "admin": that name cannot sign in.');
  }
  const controlPerMinute = limit(env, 'CONTROL_PER_MINUTE', 'controlPerMinute');
  const deviceRate = limit(env, 'DEVICE_RATE', 'deviceRate');
  return {
    host: text(env, 'HOST') ?? '127.0.0.1',
    port: whole(env, 'PORT', 8080, 0, 65_535),
    dataDir: resolve(text(env, 'DATA_DIR') ?? join(process.cwd(), 'data')),
    secretsKey: text(env, 'SECRETS_KEY'),
    secretsKeyFile: keyFile(env),
    formerSecretsKey: text(env, 'SECRETS_KEY_FORMER'),
    secretsKeyLost: flag(env, 'SECRETS_KEY_LOST', false),
    databaseUrl: databaseUrl('DATABASE_URL', text(env, 'DATABASE_URL')),
    databaseDirectUrl: databaseDirectUrl(env),
    databaseReplica: databaseReplica(env),
    unsafeDatabase: flag(env, 'UNSAFE_DATABASE', false),
    mqttPort: whole(env, 'MQTT_PORT', 1883, 0, 65_535),
    mqttHost: text(env, 'HOST') ?? '127.0.0.1',
    mqttTls: mqttTls(env),
    mqttUrl: url(env, 'MQTT_URL', ['mqtt:', 'mqtts:']),
    dtu: dtu(env),
    ...proxies(env),
    roles: roles(env),
    demo: flag(env, 'DEMO', false),
    demoPassword: text(env, 'DEMO_PASSWORD'),
    demoHistoryDays: whole(env, 'DEMO_HISTORY_DAYS', 396, 7, 396),
    platformAdmin,
    platformAdminPassword: text(env, 'PLATFORM_ADMIN_PASSWORD'),
    activationPassword: text(env, 'ACTIVATION_PASSWORD'),
    commandTtlS: whole(env, 'COMMAND_TTL_S', 30, 1, 3600),
    controlPerMinute,
    controlGapS: limit(env, 'CONTROL_GAP_S', 'controlGapS'),
    controlGroupPercent: limit(
      env,
      'CONTROL_GROUP_PERCENT',
      'controlGroupPercent',
      groupPercent(controlPerMinute),
    ),
    deviceRate,
    // The burst is four times the rate, as in the defaults (50 and 200).
    deviceBurst: deviceRate * 4,
    apiKeyPerMinute: apiKeyPerMinute(env),
    publicUrl: url(env, 'PUBLIC_URL', ['http:', 'https:']),
    allowedHosts: list(env, 'ALLOWED_HOSTS').map(hostName),
    baiduMapKey: text(env, 'BAIDU_MAP_KEY'),
    googleMapKey: text(env, 'GOOGLE_MAP_KEY'),
    mapTiles: readMapTiles((name) => text(env, name)),
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: mailFrom(env),
    smtpAllowUnencrypted: flag(env, 'SMTP_ALLOW_UNENCRYPTED', false),
    outbound: outbound(env),
    retention: readRetention((...bounds) => whole(env, ...bounds)),
    fixedSettings: fixedSettings(env),
    metrics: metrics(env),
    logLevel: text(env, 'LOG_LEVEL') ?? 'info',
  };
}

/** Normalized like the host of a URL: an entry in any other form would never match a request. */
function hostName(entry: string): string {
  const name = entry.toLowerCase().replace(/\.$/, '');
  const url = `http://${name}`;
  if (!name.includes('*') && URL.canParse(url) && new URL(url).hostname === name) return name;
  throw new ConfigError(
    'ALLOWED_HOSTS must list host names without scheme, port, path or wildcard, names in other ' +
      `scripts as xn--…, not "${entry}".`,
  );
}

function apiKeyPerMinute(env: Environment): Config['apiKeyPerMinute'] {
  const most = whole(env, 'API_KEY_MOST_PER_MINUTE', KEY_PER_MINUTE.most, 1, KEY_PER_MINUTE_BOUND);
  const fallback = Math.min(KEY_PER_MINUTE.usual, most);
  return { usual: whole(env, 'API_KEY_PER_MINUTE', fallback, 1, most), most };
}

/**
 * An operator who raises the users' rate limit far above its default does not expect the limit on
 * the share of a group to remain.
 */
function groupPercent(controlPerMinute: number): number {
  return controlPerMinute > 100 ? 100 : 5;
}
