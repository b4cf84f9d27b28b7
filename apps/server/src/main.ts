/**
 * The entry point: reads the environment, starts the server, prints its addresses, stops in order.
 * An error that an operator can correct (a port in use, an unwritable folder, an invalid variable,
 * a second instance) prints one clear sentence and exits with code 1, or with
 * CONFIG_EXIT_CODE if a variable is invalid.
 */
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { startApp } from './app.ts';
import { finishExchange } from './backup/exchange-folder.ts';
import { databaseClock, systemRandom } from './clock.ts';
import { readConfig } from './config/config.ts';
import { CONFIG_EXIT_CODE, ConfigError } from './config/config-error.ts';
import { createLog } from './log.ts';
import { watchParent } from './parent-watch.ts';
import { notifyReady } from './service-notify.ts';
import { StartError } from './storage/start-error.ts';

/** Time limit of the stop: less than the 10 s after which no process of `npm start` may remain. */
const STOP_LIMIT_MS = 8_000;

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port ?? ''} is taken already: end the program that uses it or choose another port (PORT, MQTT_PORT, DTU_PORT).`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `Not allowed to use ${path ?? `port ${port ?? ''}`} (${code}): check DATA_DIR and PORT.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'HOST is not an address of this machine.';
  return undefined;
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, process.stdout.isTTY === true);
  const stop = stopRequest(log);
  // Completes a restore that was killed while it replaced the folder.
  await finishExchange(config.dataDir);
  const app = await startApp({
    config,
    log,
    clock: databaseClock(),
    random: systemRandom,
    webDir: builtFolder('apps', 'web', 'dist'),
    docsDir: builtFolder('site', 'dist'),
    print: (line) => process.stdout.write(`${line}\n`),
    signal: stop,
  }).catch((error: unknown) => {
    if (error === stop.reason) process.exit(0);
    throw error;
  });
  notifyReady(log);
  if (!stop.aborted) await once(stop, 'abort');
  await app.stop().catch((error: unknown) => {
    log.error({ err: error }, 'the shutdown failed');
    process.exit(1);
  });
  process.exit(0);
}

/**
 * Aborted by the first signal, or when the parent ends, even during the start. Later signals have
 * no effect: the orderly stop that has begun ends within its limit.
 */
function stopRequest(log: Logger): AbortSignal {
  const request = new AbortController();
  const stop = (reason: string) => {
    if (request.signal.aborted) return;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    request.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => stop(signal));
  }
  watchParent(() => stop('parent ended'));
  // Writing to a closed terminal fails, and the stop must continue regardless.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return request.signal;
}

/** A folder of the repository or release, relative to the bundle or, when run from source, to this file. */
function builtFolder(...path: string[]): string {
  return join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', ...path);
}

main().catch((error: unknown) => {
  const sentence = sentenceOf(error);
  process.stderr.write(
    `${sentence ?? `Busbar could not start: ${error instanceof Error ? error.stack : error}`}\n`,
  );
  process.exit(error instanceof ConfigError ? CONFIG_EXIT_CODE : 1);
});
