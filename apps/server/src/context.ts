/** The dependencies of every service; built once in `app.ts`, individually replaceable in tests. */
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';
import type { Clock, Random } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './storage/database.ts';
import type { Warnings } from './storage/warnings.ts';

export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly bus: Bus;
  readonly log: Logger;
  /** Identifies this process in rows it writes (sender of a command); changes at every start. */
  readonly processId: string;
  /** Faults in the settings of an external MQTT broker, each one sentence. */
  readonly brokerFaults: Warnings;
}
