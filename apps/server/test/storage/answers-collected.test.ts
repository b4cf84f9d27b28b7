/**
 * Results of the database are short-lived: none may wait in the old generation for a full garbage
 * collection.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';

/**
 * The results are 57 MiB together, far more than anything else in this process allocates in the
 * meantime.
 */
const ANSWERS = 1_000;
const LETTERS = 60_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how?: { type: 'minor' }) => void;

function usedBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'old_space' || space_name === 'new_space')
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);
}

describeWithDatabase('query results that were read', (database) => {
  it('are freed by the next collection of young objects', async () => {
    const ask = () =>
      sql<{ text: string }>`select repeat('x', ${LETTERS}::int4) as text`.execute(database.db);
    // The result in use during a full collection is promoted to the old generation: the chain of
    // retained results started from it.
    const first = ask();
    collect();
    await first;
    const before = usedBytes();
    for (let i = 0; i < ANSWERS; i++) {
      const { rows } = await ask();
      expect(rows[0]?.text.length).toBe(LETTERS);
    }
    // The collection runs twice: an object that happens to be alive at the first one is dead at the
    // second.
    collect({ type: 'minor' });
    collect({ type: 'minor' });
    expect(usedBytes() - before).toBeLessThan((ANSWERS * LETTERS) / 4);
  });
});
