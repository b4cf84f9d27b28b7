/** Has Citus plan statements, each in its role, without effect. */
import { Client } from 'pg';
import { beginDistributed } from '../../../src/storage/connection/database-role.ts';
import { readsClock, withTime } from '../../../src/storage/distributed/coordinator-time.ts';
import { runOnNodes } from '../../../src/storage/distributed/run-on-nodes.ts';
import { eventually } from '../../support/eventually.ts';
import type { RecordedStatement } from '../../support/record-statements.ts';

export interface PlanOutcome {
  /** unknown: PostgreSQL refuses the statement here for another reason, such as a missing table. */
  readonly kind: 'planned' | 'refused' | 'unknown';
  readonly reason: string;
}

export interface StatementPlanner {
  plan(statement: RecordedStatement): Promise<PlanOutcome>;
  end(): Promise<void>;
}

const TIME = '2026-11-29 00:00:00+00';
const INSERT_SELECT = /\binsert\s+into\b.*\bselect\b/is;
const CRASHED = 'the coordinator ended';

export const isRefused = ({ kind }: PlanOutcome): boolean => kind === 'refused';

export function createPlanner(databaseUrl: string): StatementPlanner {
  let client: Client | undefined;

  async function connected(): Promise<Client> {
    if (client !== undefined) return client;
    await eventually(async () => {
      const next = new Client({ connectionString: databaseUrl });
      next.on('error', () => undefined);
      await next.connect();
      client = next;
      return true;
    }).toBe(true);
    return client!;
  }

  return {
    async plan(statement) {
      const connection = await connected();
      try {
        await planIn(connection, statement);
        return { kind: 'planned', reason: '' };
      } catch (error) {
        const outcome = outcomeOf(error as { code?: string; message: string });
        if (outcome.reason === CRASHED) client = undefined;
        return outcome;
      } finally {
        await connection.query('rollback').catch(() => undefined);
      }
    },
    async end() {
      await client?.end();
    },
  };
}

async function planIn(client: Client, { text, values, role }: RecordedStatement): Promise<void> {
  for (const begin of beginDistributed(role, 'begin')) await client.query(begin);
  const parameters = values.map((value) =>
    value !== null && typeof value === 'object' ? Buffer.from(value.base64, 'base64') : value,
  );
  const explain = async (statement: string, given: readonly unknown[]) => {
    // An insert of selected rows is planned when it is executed.
    const isSelected = INSERT_SELECT.test(statement);
    const result = await client.query(isSelected ? statement : `explain (costs off) ${statement}`, [
      ...given,
    ]);
    return { ...result, rows: [] };
  };
  const timed = readsClock(text) ? withTime(text, parameters, TIME) : { text, values: parameters };
  await runOnNodes(explain, timed.text, timed.values);
}

/** Citus refuses a statement as an unsupported feature or, in some places, by an internal error. */
function outcomeOf({ code, message }: { code?: string; message: string }): PlanOutcome {
  if (code === undefined) return { kind: 'refused', reason: CRASHED };
  const isRefusal = code === '0A000' || code === 'XX000';
  return { kind: isRefusal ? 'refused' : 'unknown', reason: `${code} ${message}` };
}
