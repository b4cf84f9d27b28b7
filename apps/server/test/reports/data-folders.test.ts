/** Files of reports and imports between processes (docs/operations.md, "One data folder"). */
import { describe, expect, it } from 'vitest';
import {
  acceptImport,
  previewImport,
} from '../../src/areas/onboarding/device-import/import-service.ts';
import { csv, HEAD } from '../device-import/import-files.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testContext } from '../support/test-context.ts';
import { reportFixture } from './report-fixture.ts';

describeWithDatabase('two processes', (database) => {
  describe('send the file of a report', () => {
    const { server, client, ask, make } = reportFixture(database);

    async function statusAt(dataDir: string): Promise<number> {
      const other = await startServer(database, { env: { ROLES: 'api', DATA_DIR: dataDir } });
      const asked = await ask({ type: 'alarm', start: '2026-11-01', end: '2026-11-02' });
      const { url } = await make(asked.body.data.task_id);
      const headers = { authorization: client.token! };
      return (await other.app.inject({ method: 'GET', url, headers })).statusCode;
    }

    it('that the other has created, if they have one data folder', async () => {
      expect(await statusAt(server.parts.context.config.dataDir)).toBe(200);
    });

    it('only from their own data folder', async () => {
      expect(await statusAt(temporaryFolder())).toBe(404);
    });
  });

  describe('accept an import of devices', () => {
    const first = testContext(database);
    const customer = fixture(() => buildCustomer(first));
    const caller = fixture(() => buildCaller(first, customer, { role: 'operator' }));

    async function acceptedAt(dataDir: string) {
      const file = csv([HEAD, [freshCode(), 'Pump', 'MT61']]);
      const preview = await previewImport(first, caller, file);
      if (!preview.ok) throw new Error(preview.refusal);
      const other = testContext(database, { DATA_DIR: dataDir });
      return acceptImport(other, caller, preview.value.stored!.importId);
    }

    it('that the other has checked, if they have one data folder', async () => {
      expect(await acceptedAt(first.config.dataDir)).toMatchObject({ ok: true });
    });

    it('only from their own data folder', async () => {
      expect(await acceptedAt(temporaryFolder())).toMatchObject({ ok: false });
    });
  });
});
