/** Composition root: opens the database, wires and starts the components, stops them in reverse. */
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { DeviceLink } from './areas/control/commands/device-link.ts';
import { startControl } from './areas/control/control-runtime.ts';
import { startReadBackOnReturn } from './areas/control/protection/read-back-on-return.ts';
import { authenticateApiKey, isApiKey } from './areas/identity/api-keys/authenticate-key.ts';
import { chargeKey } from './areas/identity/api-keys/key-pace.ts';
import { authenticate } from './areas/identity/sessions/authenticate.ts';
import { startSenders } from './areas/messaging/start-senders.ts';
import { restoreClaimedPreviews } from './areas/onboarding/device-import/taken-preview.ts';
import { startSimulatedBreakers } from './areas/onboarding/simulated-breaker/run-simulated-breakers.ts';
import { followSettings } from './areas/platform/configuration/follow-settings.ts';
import { liveConfig } from './areas/platform/configuration/live-config.ts';
import { followKey } from './areas/platform/installation/follow-key.ts';
import { prepareInstallation } from './areas/platform/installation/prepare-installation.ts';
import { createMetrics, type Metrics } from './areas/platform/operations/metrics.ts';
import { startReports } from './areas/reports/report-worker.ts';
import { createIngest, type Ingest } from './areas/telemetry/ingest/ingest.ts';
import { createBus } from './bus.ts';
import { type Clock, type Random, uuidV7 } from './clock.ts';
import type { Config } from './config/config.ts';
import { startWarnings } from './config/start-warnings.ts';
import type { Context } from './context.ts';
import { type Demo, startDemo } from './demo.ts';
import { type Gateway, startGateway } from './gateway/gateway.ts';
import type { DriverRegistry } from './gateway/gateway-driver.ts';
import { startLine } from './gateway/line/line-driver.ts';
import { startDeviceAccounts } from './gateway/mqtt/accounts/device-accounts.ts';
import { startMqtt } from './gateway/mqtt/start-mqtt.ts';
import { registerCompression } from './http/compression.ts';
import { registerDocumentation } from './http/documentation.ts';
import { allHandlers } from './http/handlers.ts';
import { measureRequests } from './http/http-metrics.ts';
import { type MetricsServer, startMetricsServer } from './http/metrics-server.ts';
import { registerPages } from './http/pages.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { createHttpServer, registerCalls } from './http/server.ts';
import { startJobs } from './jobs/jobs.ts';
import { startProcessLink } from './realtime/process-link.ts';
import { registerRealtime } from './realtime/websocket.ts';
import { within } from './storage/connection/within.ts';
import type { Database } from './storage/database.ts';
import { openDatabase } from './storage/open-database.ts';
import { prepareDatabase } from './storage/prepare-database.ts';
import { Warnings } from './storage/warnings.ts';

export interface AppOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
  /** Defaults to the database that the configuration names. */
  readonly database?: Database;
  /** Folder of the built pages; undefined if only the API is served. */
  readonly webDir: string | undefined;
  /** Folder of the built documentation; if absent, /docs answers with how to build it. */
  readonly docsDir?: string | undefined;
  /** Prints one line for the person who started the program. */
  readonly print: (line: string) => void;
  /** Aborts the start: `startApp` stops the running components and throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface App {
  readonly http: FastifyInstance;
  readonly context: Context;
  readonly url: string;
  readonly mqttPort: number;
  readonly mqttTlsPort: number | undefined;
  readonly dtuPort: number | undefined;
  /** URL of the Prometheus endpoint; undefined if metrics are disabled. */
  readonly metricsUrl: string | undefined;
  stop(): Promise<void>;
}

/** Without the gateway role a process cannot reach devices; one with the role sends the command. */
const NO_LINK: DeviceLink = {
  isConnected: () => false,
  send: () => Promise.resolve('not-connected'),
};

/** The device protocols; each has a folder below `gateway` and an entry here. */
/** An external MQTT broker regards every device as connected, so it comes last. */
const DRIVERS = { line: startLine, mqtt: startMqtt } satisfies DriverRegistry;

/** MQTT has no request that reads the settings of a broker. */
const BROKER_WARNING =
  'WARNING: While Busbar is down, readings are retained only if the queue of the MQTT broker is unlimited and persistent (max_queued_messages 0, persistence true), which cannot be checked. See docs/operations.md, "An external broker".';

/** Longest stop of the parts that run when the start fails. */
const STOP_LIMIT_MS = 8_000;

/** Without a signal, the start cannot be aborted. */
const NEVER = new AbortController().signal;

export async function startApp(options: AppOptions): Promise<App> {
  const { log, clock, random, print, signal = NEVER } = options;
  const config = liveConfig(options.config);
  const stops: (() => Promise<unknown> | unknown)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    signal.throwIfAborted();
    print('Opening the database …');
    const database =
      options.database ?? (await openDatabase({ ...databaseOptions(config, clock, log), signal }));
    stops.push(() => database.close());
    signal.throwIfAborted();
    await database.checkConnections();
    const report = (sentence: string) => {
      log.warn(sentence);
      print(sentence);
    };
    const { warning } = await prepareDatabase(database, clock.now(), { signal, report });
    if (warning !== undefined) {
      log.warn(warning);
      print(`WARNING: ${warning}`);
    }
    const ctx: Context = {
      config,
      database: database.as('platform'),
      clock,
      random,
      bus: createBus((error, name) => log.error({ err: error, event: name }, 'a listener failed')),
      log,
      processId: uuidV7(clock, random),
      brokerFaults: new Warnings(),
    };
    signal.throwIfAborted();
    await prepareInstallation(ctx);
    stops.push(await followKey(ctx));
    signal.throwIfAborted();
    stops.push(await followSettings(ctx));
    for (const warning of database.warnings) {
      log.warn(warning);
      print(`WARNING: ${warning}`);
    }

    const ingest = config.roles.has('gateway') ? createIngest(ctx) : undefined;
    const gateway = ingest && (await joinGateway(ctx, ingest, stops));
    const mqtt = gateway?.drivers.mqtt;
    if (ingest !== undefined && config.mqttUrl !== undefined) print(BROKER_WARNING);
    // Manages the broker accounts of devices that this process registers and of devices that any
    // process deletes.
    if (config.mqttUrl !== undefined) {
      const accounts = startDeviceAccounts(ctx, config.mqttUrl);
      stops.push(() => accounts.stop());
    }
    const control = await startControl(ctx, gateway?.link ?? NO_LINK);
    stops.push(() => control.stop());
    stops.push(startReadBackOnReturn(ctx));
    stops.push(await startProcessLink(ctx));
    if (config.roles.has('worker')) {
      stops.push(await startJobs(ctx));
      stops.push(await startSenders(ctx));
      stops.push(await startReports(ctx));
    }

    signal.throwIfAborted();
    const line = gateway?.drivers.line;
    const numbers = ingest &&
      gateway && {
        ingest,
        connected: () => gateway.connected(),
        broker: mqtt?.counters,
        line: line?.counters,
      };
    const metrics = config.metrics && createMetrics(ctx, numbers);
    if (config.roles.has('api')) await restoreClaimedPreviews(ctx);
    for (const warning of config.roles.has('api') ? startWarnings(config) : []) {
      log.warn(warning);
      print(`WARNING: ${warning}`);
    }
    const http = await buildHttp(ctx, options, metrics);
    stops.push(() => http.close());
    const metricsServer = await joinMetrics(ctx, metrics, stops);
    const url = await http.listen({ host: config.host, port: config.port });
    const broker = brokerOf(config, mqtt?.port);
    if (broker !== undefined) stops.push(await startSimulatedBreakers(ctx, broker));
    const demo = config.demo && mqtt?.port ? await joinDemo(ctx, mqtt.port, options, stops) : null;
    signal.throwIfAborted();
    logReady(ctx, url, mqtt?.port, demo, print);
    if (line?.port !== undefined) print(`DTUs connect to ${config.dtu?.host}:${line.port}`);
    if (metricsServer !== undefined) print(`Metrics for Prometheus: ${metricsServer.url}`);
    return {
      http,
      context: ctx,
      url,
      mqttPort: mqtt?.port ?? 0,
      mqttTlsPort: mqtt?.tlsPort,
      dtuPort: line?.port,
      metricsUrl: metricsServer?.url,
      stop,
    };
  } catch (error) {
    // The limit also keeps the process alive, because timers of the parts do not: it would end
    // with exit code 0 and without the error.
    await within(STOP_LIMIT_MS, stop()).catch((failure: unknown) =>
      log.error({ err: failure }, 'the stop after a failed start failed'),
    );
    throw error;
  }
}

/** The address at which this machine reaches a listener on the host. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Broker of the simulated breakers; undefined if this process reaches none. */
function brokerOf(
  { roles, mqttUrl, mqttHost }: Config,
  port: number | undefined,
): string | undefined {
  if (!roles.has('gateway')) return undefined;
  if (mqttUrl === undefined) {
    return port === undefined ? undefined : `mqtt://${reachable(mqttHost)}:${port}`;
  }
  // Each breaker signs in with its own account, not with that of the server.
  const url = new URL(mqttUrl);
  url.username = '';
  url.password = '';
  return url.href;
}

function databaseOptions(config: Config, clock: Clock, log: Logger) {
  const { databaseUrl, databaseDirectUrl: directUrl, databaseReplica: replica } = config;
  const { dataDir, unsafeDatabase } = config;
  return {
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(directUrl === undefined ? {} : { directUrl }),
    ...(replica === undefined ? {} : { replica }),
    dataDir,
    unsafeDatabase,
    clock,
    log: log.child({ part: 'storage' }),
  };
}

async function joinGateway(
  ctx: Context,
  ingest: Ingest,
  stops: (() => unknown)[],
): Promise<Gateway<typeof DRIVERS>> {
  stops.push(() => ingest.stop());
  const gateway = await startGateway(ctx, ingest, DRIVERS);
  stops.push(() => gateway.stop());
  return gateway;
}

async function joinMetrics(
  ctx: Context,
  metrics: Metrics | undefined,
  stops: (() => unknown)[],
): Promise<MetricsServer | undefined> {
  if (metrics === undefined || ctx.config.metrics === undefined) return undefined;
  const server = await startMetricsServer(metrics, ctx.config.metrics);
  stops.push(() => server.stop());
  return server;
}

async function joinDemo(
  ctx: Context,
  mqttPort: number,
  { print, signal = NEVER }: AppOptions,
  stops: (() => unknown)[],
): Promise<Demo> {
  const demo = await startDemo(ctx, mqttPort, print, signal);
  stops.push(() => demo.stop());
  return demo;
}

async function buildHttp(
  ctx: Context,
  { webDir, docsDir }: Pick<AppOptions, 'webDir' | 'docsDir'>,
  metrics: Metrics | undefined,
): Promise<FastifyInstance> {
  const http = createHttpServer(ctx);
  registerSecurityHeaders(http, ctx.config);
  await registerRealtime(http, ctx);
  if (metrics !== undefined) measureRequests(http, metrics.register);
  await registerCompression(http);
  registerCalls(http, ctx, {
    handlersOf: allHandlers,
    authenticate: (token, cookie, address) =>
      isApiKey(token)
        ? authenticateApiKey(ctx, token, address)
        : authenticate(ctx, token, cookie, address),
    charge: (pace) => chargeKey(ctx, pace),
  });
  await registerDocumentation(http, docsDir);
  await registerPages(http, ctx, webDir);
  return http;
}

function logReady(
  ctx: Context,
  url: string,
  mqttPort: number | undefined,
  demo: Demo | null,
  print: (line: string) => void,
): void {
  print(`Busbar is ready: ${ctx.config.publicUrl ?? url}`);
  if (mqttPort !== undefined) print(`Devices connect to mqtt://${ctx.config.mqttHost}:${mqttPort}`);
  if (demo !== null) print(`Demo sign-in: ${demo.account} / ${demo.password}`);
  if (ctx.database.location !== undefined) print(ctx.database.location);
  demo?.fillRest();
}
