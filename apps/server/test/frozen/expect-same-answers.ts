/** Starts this version on the data of a frozen release and compares its answers with the release's. */
import { expect } from 'vitest';
import { readForwarding } from '../../src/areas/messaging/forwarding/forwarding-queries.ts';
import { secretsOf } from '../../src/areas/shared/installation/sealed-secrets.ts';
import type { Place } from '../backup/backup-fixture.ts';
import { within } from '../backup/backup-fixture.ts';
import { startServer } from '../support/start-server.ts';
import { readAnswers } from './frozen-answers.ts';
import type { FrozenRelease } from './frozen-release.ts';

const AUDIT_TRAIL = '/api/v2/audit/verify';

export async function expectSameAnswers(
  { answers, forwarding }: FrozenRelease,
  place: Place,
): Promise<void> {
  await within(place, async (database) => {
    const server = await startServer(database, { env: { DATA_DIR: place.dataDir } });
    try {
      expect(await readAnswers(server, answers)).toMatchObject(answers);
      const [trail] = await readAnswers(server, [{ ...answers.at(-1)!, path: AUDIT_TRAIL }]);
      expect(trail).toMatchObject({ code: 0, data: { fault: null } });
      const secrets = secretsOf(server.parts.context.config);
      const { secret } = await readForwarding(database.db, secrets, forwarding.customerId);
      expect(secret).toBe(forwarding.secret);
    } finally {
      await server.parts.stop();
    }
  });
}
