/**
 * Data of a customer that must never be visible to others: every value in its rows that is in no
 * row of the other customer, detected in any text a server sends, in the forms a server writes it.
 */
import { sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';
import { CANARY, CANARY_UUID } from './canary-value.ts';
import { byTable, type CustomerColumn, customerColumns } from './customer-columns.ts';

/** A smaller number could be a count, a port or a year. */
const MIN_NUMBER = 20_000;
const ZONE_OFFSET_MS = 8 * 3_600_000;
const BYTES = [
  Buffer.from(CANARY).toString('hex'),
  // The last character is left out, because it would contain bits of the next byte.
  Buffer.from(CANARY).toString('base64').slice(0, 9).toLowerCase(),
];
const WORDS = [CANARY, CANARY_UUID, ...BYTES];
const TOKENS =
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{3}Z)?)?)?|(?<![\w.-])-?\d{5,}(?:\.\d+)?(?![\w-])/g;

export interface Canaries {
  /** Returns the customer's values found in the text; values in `sent` are allowed to come back. */
  found(text: string, sent?: string): string[];
  /** Returns true if a value in a column, as text, would be detected. */
  known(column: CustomerColumn, value: string): boolean;
  /** Count of numeric, date and instant values; texts are recognized by their marker. */
  readonly size: number;
}

export async function harvestCanaries(
  { db }: Database,
  customerId: number,
  others: readonly number[],
): Promise<Canaries> {
  const columns = await customerColumns(db);
  const own = new Set<string>();
  const common = new Set<string>();
  for (const [table, all] of byTable(columns)) {
    const values = all.filter(({ type }) => !/text|jsonb|uuid|bytea|boolean/.test(type));
    const texts = values.map(({ column }) => sql`${sql.ref(column)}::text as ${sql.ref(column)}`);
    const { rows } = await sql<Record<string, string | null>>`
      select customer_id::text as of_customer, ${sql.join(texts)} from ${sql.table(table)}
      where customer_id in (${sql.join([customerId, ...others])})`.execute(db);
    for (const { of_customer, ...row } of rows) {
      const into = of_customer === String(customerId) ? own : common;
      for (const [name, value] of Object.entries(row)) {
        const { type } = values.find(({ column }) => column === name)!;
        for (const form of value === null ? [] : forms(type, value)) into.add(form);
      }
    }
  }
  const marks = new Set([...own].filter((form) => !common.has(form)));
  return {
    size: marks.size,
    found(text, sent = '') {
      const low = text.toLowerCase();
      const words = WORDS.filter((word) => low.includes(word));
      const tokens = [...text.matchAll(TOKENS)].flatMap(([token]) =>
        marks.has(token) && !sent.includes(token) ? [token] : [],
      );
      return [...words, ...new Set(tokens)];
    },
    known({ type }, value) {
      if (/text|jsonb/.test(type)) return value.toLowerCase().includes(CANARY);
      if (type === 'uuid') return value.startsWith(CANARY_UUID);
      if (type === 'bytea') return value.startsWith(`\\x${BYTES[0]}`);
      return forms(type, value).some((form) => marks.has(form));
    },
  };
}

/** Returns the forms in which answers, files and headers contain a value. */
function forms(type: string, value: string): string[] {
  if (type.endsWith('[]')) {
    return value
      .replace(/[{}]/g, '')
      .split(',')
      .flatMap((item) => forms(type.slice(0, -2), item));
  }
  if (type === 'date') return [value];
  if (type === 'timestamp with time zone') {
    const ms = Date.parse(value.replace(' ', 'T').replace(/\+00$/, 'Z'));
    if (!Number.isFinite(ms)) return [];
    const iso = (at: number) => new Date(at).toISOString();
    const cut = (at: number, length: number) => iso(at).slice(0, length).replace('T', ' ');
    const texts = [ms, ms + ZONE_OFFSET_MS].flatMap((at) => [
      cut(at, 19),
      cut(at, 16),
      cut(at, 10),
    ]);
    return [iso(ms), iso(ms).slice(0, 19), ...texts, String(ms)];
  }
  const number = Number(value);
  return Math.abs(number) < MIN_NUMBER || Number.isNaN(number) ? [] : [String(number)];
}
