/** Statements and transactions that run in a role, on a connection without session state. */
import { type Connection, type PoolClient, Query, type QueryResult, type Submittable } from 'pg';
import {
  beginDistributed,
  type DatabaseRole,
  type RoleSettings,
  selectSettings,
  setLocal,
} from './database-role.ts';
import { typeParsers } from './parsers.ts';
import type { StatementNames } from './statement-names.ts';

/**
 * Opens a transaction with the settings of the role, in one round trip. `begin` is BEGIN or START
 * TRANSACTION. If it fails, the session may be inside a failed transaction: destroy the connection.
 */
export async function beginAs(
  client: PoolClient,
  role: DatabaseRole,
  begin = 'begin',
  isDistributed = false,
): Promise<void> {
  if (!isDistributed) {
    await client.query(`${begin}; ${setLocal(role)}`);
    return;
  }
  for (const statement of beginDistributed(role, begin)) await client.query(statement);
}

/**
 * Runs one statement in its own transaction that starts with the settings of the role, in one round
 * trip. PostgreSQL treats all messages up to Sync as one transaction and skips the rest of them
 * after an error: the statement never runs without its settings. `names`: undefined if statements
 * are not to be prepared.
 */
export function queryAs(
  client: PoolClient,
  role: DatabaseRole,
  text: string,
  values: unknown[],
  names: StatementNames | undefined,
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const statement = new Query(
      // The extended protocol is used without parameters too: several statements in one simple
      // message have other transaction rules.
      { text, values, types: typeParsers, queryMode: 'extended' } as { text: string },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    const driverQuery = statement as unknown as DriverQuery;
    client.query(new RoleQuery(selectSettings(role), driverQuery, names));
  });
}

/**
 * Runs a statement in the open transaction. Takes a callback instead of returning a promise: a
 * driver promise that has reached the garbage collector's old generation keeps the next statement's
 * result alive, and a report of a million readings held its whole text until the next full
 * collection.
 */
export function queryInTransaction(
  client: PoolClient,
  text: string,
  values: unknown[],
  names: StatementNames | undefined,
): Promise<QueryResult> {
  const name = names?.nameOf(text);
  return new Promise((resolve, reject) => {
    client.query(name === undefined ? { text, values } : { name, text, values }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });
}

/** Methods that the driver calls with the server's messages; the driver defines their names. */
interface DriverQuery extends Submittable {
  text: string;
  name?: string | undefined;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handlePortalSuspended(connection: Connection): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

/** The texts by name that the driver has prepared on a connection, or whose preparation it sent. */
interface PreparingConnection extends Connection {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}

/**
 * The settings followed by a statement, as one query of the driver, which reads `name` to record
 * what the server has prepared: first the settings, then the statement.
 */
export class RoleQuery implements Omit<DriverQuery, 'text' | 'name'> {
  readonly settings: RoleSettings;
  readonly statement: DriverQuery;
  readonly #names: StatementNames | undefined;
  #isApplied = false;

  constructor(settings: RoleSettings, statement: DriverQuery, names?: StatementNames) {
    this.settings = settings;
    this.statement = statement;
    this.#names = names;
  }

  get text(): string {
    return this.statement.text;
  }

  get name(): string | undefined {
    if (this.#names === undefined) return undefined;
    return this.#isApplied ? this.statement.name : this.settings.name;
  }

  readonly submit = (connection: Connection): Error | null => {
    const name = this.#names === undefined ? '' : this.settings.name;
    const text = this.settings.text;
    this.statement.name = this.#names?.nameOf(this.statement.text);
    // Corking combines all messages in one packet.
    connection.stream.cork();
    try {
      if (name === '' || !isPrepared(connection as PreparingConnection, name)) {
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: [...this.settings.values] }, true);
      connection.execute(null, true);
      return this.statement.submit(connection) as unknown as Error | null;
    } finally {
      connection.stream.uncork();
    }
  };

  handleDataRow(message: unknown): void {
    if (this.#isApplied) this.statement.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isApplied) this.statement.handleCommandComplete(message, connection);
    this.#isApplied = true;
  }

  handleRowDescription(message: unknown): void {
    this.statement.handleRowDescription(message);
  }

  handleEmptyQuery(connection: Connection): void {
    this.statement.handleEmptyQuery(connection);
  }

  handlePortalSuspended(connection: Connection): void {
    this.statement.handlePortalSuspended(connection);
  }

  handleCopyInResponse(connection: Connection): void {
    this.statement.handleCopyInResponse(connection);
  }

  handleCopyData(message: unknown, connection: Connection): void {
    this.statement.handleCopyData(message, connection);
  }

  handleReadyForQuery(connection: Connection): void {
    this.statement.handleReadyForQuery(connection);
  }

  handleError(error: Error, connection: Connection): void {
    // The server has skipped the statement, so it has not prepared it either.
    const { name } = this.statement;
    if (!this.#isApplied && name !== undefined) {
      delete (connection as PreparingConnection).submittedNamedStatements[name];
    }
    this.statement.handleError(error, connection);
  }
}

const isPrepared = (connection: PreparingConnection, name: string): boolean =>
  connection.parsedStatements[name] !== undefined;
