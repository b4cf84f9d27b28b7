/**
 * Records each distinct statement that the tests send, with the parameters of its first use, its
 * role and the file that sent it, in the folder `RECORD_STATEMENTS`;
 * `test/storage/distributed/statements.test.ts` plans them on Citus.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseRole } from '../../src/storage/connection/database-role.ts';
import { RoleQuery } from '../../src/storage/connection/role-query.ts';

export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly (string | null | { readonly base64: string })[];
  readonly role: DatabaseRole;
  /** Path in `apps/server` of the file that sent it; empty if the stack trace does not lead there. */
  readonly source: string;
}

type Sent = Pick<RecordedStatement, 'role' | 'source'>;

const folder = process.env['RECORD_STATEMENTS'];
const FRAMES = 80;
/** A file of the server or of its tests, except those that pass on any statement. */
const SOURCE =
  /apps\/server\/((?:src|test)\/(?!storage\/(?:connection|servers|distributed)\/|support\/record-)[^\s:?)]+)/;

if (folder) {
  const { Connection } = pg as unknown as { Connection: { prototype: ConnectionPrototype } };
  const client = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown };
  const { query } = client;
  const { parse, bind } = Connection.prototype;
  const roles = new WeakMap<object, DatabaseRole>();
  const seen = new Set<string>();
  const sent = new Map<string, Sent>();
  const texts = new WeakMap<object, string>();

  client.query = function (this: object, ...given) {
    const [first] = given;
    if (typeof first === 'string' && /^(?:begin|start)\b/i.test(first)) {
      roles.set(this, roleOf(settingOf(first, 'role'), settingOf(first, 'busbar.customer')));
    }
    const isRoleQuery = first instanceof RoleQuery;
    const role = isRoleQuery
      ? roleOf(first.settings.values[0], first.settings.values[1])
      : (roles.get(this) ?? 'owner');
    const all = isRoleQuery ? first.statements : [first as { readonly text?: string }];
    for (const { text } of all) {
      const key = `${typeof role === 'string' ? role : 'customer'} ${text}`;
      if (text === undefined || seen.has(key)) continue;
      seen.add(key);
      sent.set(text, { role, source: currentSource() });
    }
    return query.apply(this, given);
  };

  Connection.prototype.parse = function (statement, more) {
    texts.set(this, statement.text);
    return parse.call(this, statement, more);
  };

  Connection.prototype.bind = function (config, more) {
    const text = texts.get(this);
    const found = text === undefined ? undefined : sent.get(text);
    if (text !== undefined && found !== undefined) {
      sent.delete(text);
      const { values: given = [], valueMapper = (value: unknown) => value } = config ?? {};
      const values = given.map((value, i) => {
        const mapped = valueMapper(value, i);
        return Buffer.isBuffer(mapped) ? { base64: mapped.toString('base64') } : mapped;
      });
      const file = join(folder, `${process.pid}.jsonl`);
      appendFileSync(file, `${JSON.stringify({ text, values, ...found })}\n`);
    }
    texts.delete(this);
    return bind.call(this, config, more);
  };
}

const settingOf = (begin: string, name: string): string | undefined =>
  new RegExp(`set local ${name} = '([^']*)'`).exec(begin)?.[1];

function roleOf(role: string | undefined, customer: string | undefined): DatabaseRole {
  if (role === 'busbar_customer') return { customerId: Number(customer) };
  return role === 'busbar_platform' ? 'platform' : 'owner';
}

function currentSource(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const stack = new Error('the statement is sent here').stack ?? '';
  Error.stackTraceLimit = before;
  const files = stack.split('\n').map((line) => SOURCE.exec(line)?.[1]);
  return files.find((file) => file !== undefined) ?? '';
}

interface ConnectionPrototype {
  parse(this: object, query: { text: string }, more?: boolean): unknown;
  bind(this: object, config: Bound | undefined, more?: boolean): unknown;
}

interface Bound {
  readonly values?: readonly unknown[];
  readonly valueMapper?: (value: unknown, index: number) => unknown;
}
