/**
 * A server process on a primary PostgreSQL with a streaming replica, devices that send readings,
 * and breakers whose operators keep submitting commands.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { prepareDatabase } from '../../../src/storage/prepare-database.ts';
import { createTenant, type Tenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../../support/factories/tenant-device.ts';
import {
  queryServer,
  type ReplicatedPostgres,
  severalServers,
  startReplicatedPostgres,
} from '../../support/programs/replicated-postgres.ts';
import { testLog } from '../../support/test-log.ts';
import type { Execution } from '../command-checkers.ts';
import {
  openOperators,
  pause,
  type RigDevice,
  type ServerProcess,
  type SubmitAnswer,
  serverProcess,
  startDevices,
  submitCommand,
} from '../command-rig.ts';
import { ReadingDevice } from '../readings/reading-device.ts';

const NAME = 'busbar';
const READING_DEVICES = 4;
const BREAKERS = 4;
const ENV = {
  COMMAND_TTL_S: '30',
  CONTROL_GAP_S: '0',
  CONTROL_PER_MINUTE: '100000',
  CONTROL_GROUP_PERCENT: '100',
  DEVICE_RATE: '100000',
};

export interface FailoverRig {
  readonly postgres: ReplicatedPostgres;
  readonly server: ServerProcess;
  readonly tenant: Tenant;
  readonly registered: readonly TestDevice[];
  readonly devices: readonly ReadingDevice[];
  readonly executions: readonly Execution[];
  readonly answers: readonly SubmitAnswer[];
  /** Number of acknowledged readings. */
  acknowledged(): number;
  /** Resolves when no operator submits commands any longer. */
  stopCommands(): Promise<void>;
  dispose(): Promise<void>;
}

export async function startFailoverRig(seed: number, isSynchronous: boolean): Promise<FailoverRig> {
  const postgres = await startReplicatedPostgres({ isSynchronous });
  const random = seededRandom(seed);
  await queryServer(postgres.primary, `create database ${NAME}`);
  const database = await openServer(postgres.primary.url(NAME));
  await prepareDatabase(database, Date.now());
  const tenant = await createTenant(database, { label: 'failover', now: Date.now() });
  const registered: TestDevice[] = [];
  for (let i = 0; i < READING_DEVICES; i++) {
    registered.push(await buildTenantDevice(database, tenant));
  }
  const tokens = await openOperators(database, tenant, BREAKERS);
  const server = await serverProcess(
    severalServers([postgres.primary, postgres.replica], NAME),
    ENV,
  );
  await server.start();
  const devices = registered.map((one) => new ReadingDevice(one, server.mqttPort, random));
  for (const device of devices) device.connect();
  const executions: Execution[] = [];
  const breakers = await startDevices(database, tenant, {
    count: BREAKERS,
    seed,
    portOf: () => server.mqttPort,
    executions,
  });
  await database.close();

  let isSubmitting = true;
  const answers: SubmitAnswer[] = [];
  const operate = async (breaker: RigDevice, token: string) => {
    while (isSubmitting) {
      const isClosed = breaker.device.units[0]!.contact.action.startsWith('close');
      const command = isClosed ? 'open' : 'close';
      answers.push(await submitCommand(server.url, 'v2', token, breaker.code, command));
      await pause(50);
    }
  };
  const operators = Promise.all(breakers.map((one, index) => operate(one, tokens[index]!)));
  const stopCommands = async () => {
    isSubmitting = false;
    await operators;
  };
  return {
    postgres,
    server,
    tenant,
    registered,
    devices,
    executions,
    answers,
    acknowledged: () => devices.reduce((sum, device) => sum + device.acknowledged, 0),
    stopCommands,
    async dispose() {
      isSubmitting = false;
      for (const device of devices) device.stop();
      await Promise.all(breakers.map(({ connection }) => connection.stop(0)));
      await server.dispose();
      await postgres.stop();
    },
  };
}

/** Opens the database of the rig on the promoted replica. */
export const openPromoted = ({ postgres }: FailoverRig) => openServer(postgres.replica.url(NAME));

const openServer = (databaseUrl: string) =>
  openDatabase({ databaseUrl, dataDir: '', unsafeDatabase: false, log: testLog });
