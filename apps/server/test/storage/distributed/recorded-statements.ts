/** The statements that `test/support/record-statements.ts` has recorded. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedStatement } from '../../support/record-statements.ts';

/** Returns each text once for each kind of role. */
export function readRecorded(folder: string): RecordedStatement[] {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  const all = lines.filter(Boolean).map((line) => JSON.parse(line) as RecordedStatement);
  const distinct = new Map<string, RecordedStatement>();
  for (const one of all) {
    const key = `${typeof one.role === 'string' ? one.role : 'customer'} ${one.text}`;
    const known = distinct.get(key);
    // The server may send a statement that a test has sent before.
    if (known === undefined || known.source.startsWith('test/')) distinct.set(key, one);
  }
  return [...distinct.values()].filter(({ text }) => READS_OR_WRITES.test(text));
}

const READS_OR_WRITES = /^\s*(?:select|insert|update|delete|with)\b/i;

/**
 * Returns whether the statement is recorded in the form of one server, and has another one on the
 * nodes: `overCustomers` writes `true` where it names the customer there.
 */
export function isOtherOnNodes({ text }: Pick<RecordedStatement, 'text'>): boolean {
  return (
    /\b(?:where|and|on) \(?true\b/.test(text) || ONE_SERVER_FORMS.some((form) => form.test(text))
  );
}

/** Statements in the branch of `isOnNodes` for one server. */
const ONE_SERVER_FORMS: readonly RegExp[] = [
  // areas/identity/api-keys/key-use-queries.ts
  /^insert into "api_key_use" .*\barray_fill\(/s,
  // areas/telemetry/presence/connection-queries.ts
  /\bbefore as materialized \(\s+select existing\.customer_id\b/,
  // areas/energy/ledger/sum-queries.ts
  /^\s*with member as \(/,
  /^\s*delete from energy_group_day g using unnest\(/,
  // areas/control/commands/command-transition-queries.ts
  /^\s*with present as materialized \(select\b/,
];
