/**
 * `npm run release:freeze`: stores the data folder and the backup of this version, with its answers,
 * for the tests of later versions (docs/release.md).
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addMonths, firstOfMonth } from '@busbar/domain/local-date';
import { hashPassword } from '../../src/areas/identity/passwords/password-hash.ts';
import { writeForwarding } from '../../src/areas/messaging/forwarding/forwarding-queries.ts';
import { secretsOf } from '../../src/areas/shared/installation/sealed-secrets.ts';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { VERSION } from '../../src/version.ts';
import { buildEnergyFixture } from '../energy/energy-fixture.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import { buildEnergy } from '../support/factories/energy.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { TEST_SECRETS_KEY } from '../support/test-context.ts';
import { testLog } from '../support/test-log.ts';
import { readAnswers } from './frozen-answers.ts';
import { storeRelease } from './frozen-release.ts';

const scratch = temporaryFolder();
const dataDir = join(scratch, 'data');
const backup = join(scratch, 'busbar.backup');
try {
  const database = await openDatabase({ dataDir, unsafeDatabase: false, log: testLog });
  const server = await startServer(database, { env: { DATA_DIR: dataDir } });
  const { forwarding, requests } = await fill();
  const answers = await readAnswers(server, requests);
  const refused = answers.filter(({ code }) => code !== 0).map(({ path }) => path);
  if (refused.length > 0) throw new Error(`refused: ${refused.join(', ')}`);
  await makeBackup({
    database,
    dataDir,
    file: backup,
    app: VERSION,
    overwrite: false,
    now: new Date(server.clock.now()),
    key: Buffer.from(TEST_SECRETS_KEY, 'base64'),
  });
  await server.parts.stop();
  await database.close();
  storeRelease({ version: VERSION, answers, forwarding }, { dataDir, backup });

  /** Fills the database with two customers, and returns what is asked of every version. */
  async function fill() {
    const now = server.clock.now();
    const energy = await buildEnergyFixture(server, {
      seed: 100,
      zone: 'Europe/Berlin',
      months: 3,
      devices: 5,
    });
    const month = firstOfMonth(energy.today);
    const before = addMonths(month, -1);
    // Otherwise a later version closes them at once.
    for (const months of [-3, -2, -1]) {
      await energy.admin.post('/api/v2/settlement/close', { start: addMonths(month, months) });
    }
    const passwordHash = (await hashPassword(PASSWORD))!;
    const tenant = await createTenant(database, { label: 'frozen', now, passwordHash });
    await buildEnergy(database, tenant, now);
    const forwarding = { customerId: tenant.customerId, secret: 'bws_frozen' };
    await writeForwarding(
      database.db,
      secretsOf(server.parts.context.config),
      forwarding.customerId,
      { enabled: false, secret: forwarding.secret, secretChangedAt: now },
      now,
    );
    const ofEnergy = [
      '/api/v2/devices?page_size=100',
      '/api/v2/groups',
      '/api/v2/users',
      '/api/v2/rates',
      `/api/v2/bill?start=${before}`,
      `/api/v2/bill?start=${addMonths(month, -3)}`,
      '/api/v2/energy-days?days=60&by_day=true&pn=1&ps=100',
    ];
    const ofTenant = [
      '/api/v2/devices?page_size=100',
      '/api/v2/bills',
      `/api/v2/energy-overrides?device_code=${tenant.deviceCode}`,
      '/api/v2/alarms',
      '/api/v2/alarm-rules',
      '/api/v2/projects',
      `/api/v2/project-timers?project_id=${tenant.projectId}`,
      '/api/v2/tower-devices',
      '/api/v2/protection-templates',
      '/api/v2/rejected-messages',
      '/api/v2/roles',
      '/api/v2/api-keys',
      '/api/v2/report-schedules',
      '/api/v2/meter-profiles',
      `/api/v2/device/command/${tenant.commandId}`,
      `/api/v2/device-information/${tenant.deviceCode}`,
      `/api/v2/device-information/${tenant.deviceCode}/notes`,
    ];
    const requests = [
      ...ofEnergy.map((path) => ({ account: energy.adminName, path })),
      ...ofTenant.map((path) => ({ account: tenant.users.admin.userName, path })),
    ];
    return { forwarding, requests };
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
