/**
 * Citus can plan every statement that the server sends in its tests (docs/adr/0065). They are
 * recorded by `test/support/record-statements.ts`; `npm test -- citus statements` records and plans
 * them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedDatabase } from '../../support/databases.ts';
import { createPlanner, isRefused, type PlanOutcome } from './plan-statement.ts';
import { isOtherOnNodes, readRecorded } from './recorded-statements.ts';

const folder = process.env['RECORD_STATEMENTS'];

it.skipIf(!folder)('Citus plans every recorded statement of the server', async () => {
  const { databaseUrl } = await sharedDatabase();
  const planner = createPlanner(databaseUrl);
  const refused: Record<string, unknown>[] = [];
  const counts: Record<PlanOutcome['kind'], number> = { planned: 0, refused: 0, unknown: 0 };
  for (const statement of readRecorded(folder!)) {
    const outcome = await planner.plan(statement);
    counts[outcome.kind] += 1;
    if (!isRefused(outcome)) continue;
    const { source, role, text } = statement;
    refused.push({ source, role, reason: outcome.reason, text: text.replaceAll(/\s+/g, ' ') });
  }
  await planner.end();
  console.log(`Citus, recorded statements: ${JSON.stringify(counts)}`);
  // Statements of the tests are listed too, for the files that are to run on Citus.
  writeFileSync(join(folder!, 'refused.json'), JSON.stringify(refused, undefined, 2));
  const ofServer = refused.filter(({ source }) => !String(source).startsWith('test/'));
  expect(ofServer.filter((one) => !isOtherOnNodes(one as never))).toEqual([]);
});
