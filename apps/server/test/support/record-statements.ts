/**
 * Records each distinct statement that the tests send, with the parameters of its first use, in the
 * folder `RECORD_STATEMENTS`; `test/storage/distributed/statements.test.ts` plans them on Citus.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const folder = process.env['RECORD_STATEMENTS'];

if (folder) {
  const { Connection } = pg as unknown as { Connection: { prototype: Prototype } };
  const { parse, bind } = Connection.prototype;
  const seen = new Set<string>();
  const texts = new WeakMap<object, string>();
  Connection.prototype.parse = function (query, more) {
    texts.set(this, query.text);
    return parse.call(this, query, more);
  };
  Connection.prototype.bind = function (config, more) {
    const text = texts.get(this);
    if (text !== undefined && !seen.has(text)) {
      seen.add(text);
      const { values: given = [], valueMapper = (value: unknown) => value } = config ?? {};
      const values = given.map((value, i) => {
        const sent = valueMapper(value, i);
        return Buffer.isBuffer(sent) ? { base64: sent.toString('base64') } : sent;
      });
      const file = join(folder, `${process.pid}.jsonl`);
      appendFileSync(file, `${JSON.stringify({ text, values })}\n`);
    }
    texts.delete(this);
    return bind.call(this, config, more);
  };
}

interface Prototype {
  parse(this: object, query: { text: string }, more?: boolean): unknown;
  bind(this: object, config: Bound | undefined, more?: boolean): unknown;
}

interface Bound {
  readonly values?: readonly unknown[];
  readonly valueMapper?: (value: unknown, index: number) => unknown;
}
