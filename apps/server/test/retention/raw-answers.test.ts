/** Raw answers of meters are dropped by month, and their months are not created again. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dropOldAnswers } from '../../src/areas/platform/retention/thin-readings.ts';
import { insertMeterAnswers } from '../../src/areas/telemetry/meter-revisions/meter-answer-queries.ts';
import {
  answerTable,
  ensurePartitions,
  ensurePartitionsAround,
} from '../../src/storage/partitions.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { testContext } from '../support/test-context.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20);

describeWithDatabase('raw answers', (database) => {
  const stored = async () => {
    const { rows } = await sql<{ at: number }>`
      select ts as at from meter_answer order by ts`.execute(database.db);
    return rows.map(({ at }) => (NOW - at) / DAY);
  };

  it('are dropped once all of their month is older than KEEP_RAW_WORDS_DAYS', async () => {
    await ensurePartitions(database, NOW - 120 * DAY, NOW, [answerTable]);
    const ages = [120, 112, 111, 91, 1];
    await insertMeterAnswers(
      database.db,
      ages.map((age) => ({
        ...{ customerId: 1, deviceId: 1, at: NOW - age * DAY, revision: 1, station: '1' },
        bytes: Uint8Array.of(1),
      })),
    );
    // 90 days ago is 22 August: the months up to July are over.
    await dropOldAnswers(testContext(database, {}, NOW));
    expect(await stored()).toEqual([111, 91, 1]);
    await ensurePartitionsAround(database, NOW);
    await expect(
      insertMeterAnswers(database.db, [
        ...[{ customerId: 1, deviceId: 1, at: NOW - 120 * DAY, revision: 1, station: '1' }].map(
          (one) => ({ ...one, bytes: Uint8Array.of(1) }),
        ),
      ]),
    ).rejects.toMatchObject({ code: '23514' });
    await dropOldAnswers(testContext(database, { KEEP_RAW_WORDS_DAYS: '1' }, NOW));
    expect(await stored()).toEqual([1]);
  });
});
