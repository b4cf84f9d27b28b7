/** Statements and transactions that run in a role, on a connection without session state. */
import { type Connection, type PoolClient, Query, type QueryResult, type Submittable } from 'pg';
import { type DatabaseRole, selectSettings, setLocal } from './database-role.ts';
import { typeParsers } from './parsers.ts';

/**
 * Opens a transaction with the settings of the role, in one round trip. `begin` is BEGIN or START
 * TRANSACTION. If it fails, the session may be inside a failed transaction: destroy the connection.
 */
export async function beginAs(
  client: PoolClient,
  role: DatabaseRole,
  begin = 'begin',
): Promise<void> {
  await client.query(`${begin}; ${setLocal(role)}`);
}

/**
 * Runs one statement in its own transaction that starts with the settings of the role, in one round
 * trip. PostgreSQL treats all messages up to Sync as one transaction and skips the rest of them
 * after an error: the statement never runs without its settings.
 */
export function queryAs(
  client: PoolClient,
  role: DatabaseRole,
  text: string,
  values: unknown[],
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const statement = new Query(
      // The extended protocol is used without parameters too: several statements in one simple
      // message have other transaction rules.
      { text, values, types: typeParsers, queryMode: 'extended' } as { text: string },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    client.query(new RoleQuery(selectSettings(role), statement as unknown as DriverQuery));
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
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

/** Methods that the driver calls with the server's messages; the driver defines their names. */
interface DriverQuery extends Submittable {
  text: string;
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

/** The settings followed by a statement, as one query of the driver. */
export class RoleQuery implements Omit<DriverQuery, 'text'> {
  readonly settings: string;
  readonly statement: DriverQuery;
  #isApplied = false;

  constructor(settings: string, statement: DriverQuery) {
    this.settings = settings;
    this.statement = statement;
  }

  get text(): string {
    return this.statement.text;
  }

  readonly submit = (connection: Connection): void => {
    // Corking combines all messages in one packet.
    connection.stream.cork();
    try {
      connection.parse({ name: '', text: this.settings, types: [] }, true);
      connection.bind({}, true);
      connection.execute(null, true);
      this.statement.submit(connection);
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
    this.statement.handleError(error, connection);
  }
}
