/**
 * The program: reads the environment, starts the parts, says where they are, stops in order.
 * What an operator can mend (a taken port, an unwritable folder, a wrong variable, a second
 * instance) is one clear sentence and exit code 1.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApp } from './app.ts';
import { finishExchange } from './backup/exchange-folder.ts';
import { systemClock, systemRandom } from './clock.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { createLog } from './log.ts';
import { StartError } from './storage/start-error.ts';

const STOP_LIMIT_MS = 10_000;

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port ?? ''} is taken already: end the program that uses it or choose another port (PORT, MQTT_PORT).`;
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
  // A restore that was killed while it put its folder in place.
  await finishExchange(config.dataDir);
  const app = await startApp({
    config,
    log,
    clock: systemClock,
    random: systemRandom,
    webDir: webFolder(),
    say: (line) => process.stdout.write(`${line}\n`),
  });
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const limit = setTimeout(() => process.exit(1), STOP_LIMIT_MS);
    limit.unref();
    app.stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
}

/** The built pages: beside the bundle when built, in the web workspace when run from source. */
function webFolder(): string {
  return join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'web', 'dist');
}

main().catch((error: unknown) => {
  const sentence = sentenceOf(error);
  process.stderr.write(
    `${sentence ?? `Busbar could not start: ${error instanceof Error ? error.stack : error}`}\n`,
  );
  process.exit(1);
});
