/** A running server with two customers, for the tests generated from the catalogue of calls. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../src/storage/database.ts';
import { type Canaries, harvestCanaries } from '../support/canary/canaries.ts';
import { CANARY } from '../support/canary/canary-value.ts';
import { beginSequencesFar, CANARY_READING_DAYS, sowCanaries } from '../support/canary/sow.ts';
import { buildColleague } from '../support/factories/colleague.ts';
import { buildEnergy } from '../support/factories/energy.ts';
import { buildImport } from '../support/factories/import.ts';
import { openSession } from '../support/factories/session.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const DAY_MS = 86_400_000;

export interface CatalogueFixture {
  readonly server: TestServer;
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly own: Tenant;
  readonly foreign: Tenant;
  /**
   * Returns a token of a user of the own customer from a new session, because calls such as logout
   * end theirs.
   */
  token(role: keyof Tenant['users']): Promise<string>;
}

export interface CanaryFixture extends CatalogueFixture {
  readonly canaries: Canaries;
}

/** Adds a canary to every column of the foreign customer, for tests that search for leaks. */
export async function buildCanaryFixture(database: Database): Promise<CanaryFixture> {
  const world = await buildCatalogueFixture(database, true);
  const { own, foreign, server } = world;
  await sowCanaries(database, foreign, server.clock.now());
  await buildReadingsOfDays(database, own, server.clock.now());
  const canaries = await harvestCanaries(database, foreign.customerId, [own.customerId]);
  return { ...world, canaries };
}

/**
 * Adds a reading on each day on which the other customer has one: some answers list every day up to
 * today, with or without data, so a day alone must not count as data of the other customer.
 */
async function buildReadingsOfDays(
  { db }: Database,
  { customerId, deviceId }: Tenant,
  now: number,
): Promise<void> {
  const days = Array.from({ length: CANARY_READING_DAYS + 1 }, (_, i) => i);
  await db
    .insertInto('measurement')
    .values(
      days.map((day) => ({
        customer_id: customerId,
        device_id: deviceId,
        ts: new Date(now - day * DAY_MS),
        content_hash: day,
        voltage_a_v: 230,
      })),
    )
    .execute();
}

/** Adds the resources of a tenant that need the running server. */
export async function buildServerParts(
  server: TestServer,
  database: Database,
  tenant: Tenant,
): Promise<void> {
  const now = server.clock.now();
  await buildEnergy(database, tenant, now);
  await buildImport(server.parts.context, tenant);
  await buildColleague(database, tenant, now);
}

export async function buildCatalogueFixture(
  database: Database,
  sown = false,
): Promise<CatalogueFixture> {
  const server = await startServer(database);
  const now = server.clock.now();
  const own = await createTenant(database, { label: 'own', now });
  if (sown) await beginSequencesFar(database);
  const foreign = await createTenant(database, { label: CANARY, now });
  for (const tenant of [own, foreign]) await buildServerParts(server, database, tenant);
  return {
    server,
    app: server.app,
    database,
    own,
    foreign,
    token: (role) =>
      openSession(database, own.customerId, own.users[role].userId, server.clock.now()),
  };
}
