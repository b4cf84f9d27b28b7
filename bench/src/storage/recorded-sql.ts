/**
 * The SQL of a query function as text with inlined parameters, to time the database alone with
 * exactly the statements of the server. The function runs on an executor without a database.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Executor } from '../../../apps/server/src/storage/database.ts';
import type { Schema } from '../../../apps/server/src/storage/schema/schema.ts';

/** Every statement that `run` passes to its executor, which returns `row` for each. */
export async function recordedSql(
  run: (executor: Executor) => Promise<unknown>,
  row: object = {},
): Promise<string[]> {
  const statements: string[] = [];
  const executor = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new RecordingDriver(statements, row),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await run(executor);
  return statements;
}

class RecordingDriver extends DummyDriver {
  readonly #statements: string[];
  readonly #row: object;

  constructor(statements: string[], row: object) {
    super();
    this.#statements = statements;
    this.#row = row;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        this.#statements.push(withLiterals(query));
        return { rows: [this.#row as R] };
      },
      streamQuery() {
        throw new Error('streams are not recorded');
      },
    };
  }
}

function withLiterals({ sql, parameters }: CompiledQuery): string {
  return sql.replaceAll(/\$(\d+)/g, (_, place) => literal(parameters[Number(place) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`;
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  throw new Error(`no literal for a parameter of type ${typeof value}`);
}

/** Wraps the statement for the server's driver. */
export const asQuery = (statement: string): CompiledQuery => CompiledQuery.raw(statement);
