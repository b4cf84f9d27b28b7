/** Statements and transactions that run in a role, on a connection without session state. */
import type { Connection, PoolClient, QueryResult, Submittable } from 'pg';
import {
  beginDistributed,
  type DatabaseRole,
  type RoleSettings,
  selectSettings,
  setLocal,
} from './database-role.ts';
import {
  type ColumnMessage,
  isKnown,
  type PreparingConnection,
  Statement,
  type StatementResult,
} from './statement.ts';
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

/** A text and its values. */
export type StatementInput = readonly [text: string, values: readonly unknown[]];

/**
 * Runs one statement in its own transaction that starts with the settings of the role, in one round
 * trip. `names`: undefined if statements are not to be prepared.
 */
export async function queryAs(
  client: PoolClient,
  role: DatabaseRole,
  text: string,
  values: readonly unknown[],
  names: StatementNames | undefined,
): Promise<StatementResult> {
  const [result] = await queriesAs(client, role, [[text, values]], names);
  return result!;
}

/**
 * Runs statements one after another in one transaction that starts with the settings of the role,
 * in one round trip. If one fails, none of them takes effect, and its error is thrown.
 */
export function queriesAs(
  client: PoolClient,
  role: DatabaseRole,
  statements: readonly StatementInput[],
  names: StatementNames | undefined,
): Promise<StatementResult[]> {
  return new Promise((resolve, reject) => {
    const sent = statements.map(([text, values]) => new Statement(text, values));
    client.query(new RoleQuery(selectSettings(role), sent, { resolve, reject }, names));
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
    const prepared = name === undefined ? { text } : { name, text: names!.textOf(text) };
    client.query({ ...prepared, values }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });
}

interface Outcome {
  resolve(results: StatementResult[]): void;
  reject(error: unknown): void;
}

/**
 * The settings of a role followed by statements, as one query of the driver. PostgreSQL treats all
 * messages up to Sync as one transaction and skips the rest of them after an error: no statement
 * ever runs without its settings.
 *
 * The driver calls the methods below with the server's messages, and reads `name` and `text` to
 * record what the server has prepared: first the settings, then each statement.
 */
export class RoleQuery implements Submittable {
  readonly settings: RoleSettings;
  readonly statements: readonly Statement[];
  readonly #outcome: Outcome;
  readonly #names: StatementNames | undefined;
  /** The statement whose messages arrive; -1 for the settings. */
  #at = -1;

  constructor(
    settings: RoleSettings,
    statements: readonly Statement[],
    outcome: Outcome,
    names: StatementNames | undefined,
  ) {
    this.settings = settings;
    this.statements = statements;
    this.#outcome = outcome;
    this.#names = names;
  }

  get text(): string {
    return this.#current?.text ?? this.settings.text;
  }

  get name(): string | undefined {
    if (this.#names === undefined) return undefined;
    return this.#at < 0 ? this.settings.name : this.#current?.name;
  }

  get #current(): Statement | undefined {
    return this.statements[this.#at];
  }

  readonly submit = (connection: Connection): void => {
    // Corking combines all messages in one packet.
    connection.stream.cork();
    try {
      this.#sendSettings(connection as PreparingConnection);
      for (const statement of this.statements) {
        statement.send(connection as PreparingConnection, this.#names);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  };

  handleRowDescription({ fields }: { readonly fields: readonly ColumnMessage[] }): void {
    this.#current?.describe(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#current?.addRow(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#current?.complete(text);
    this.#at += 1;
  }

  handleEmptyQuery(): void {
    this.#at += 1;
  }

  handleCopyInResponse(connection: { sendCopyFail(message: string): void }): void {
    connection.sendCopyFail('The rows of a COPY are sent by copyIn');
  }

  handleCopyData(): void {}

  handleReadyForQuery(): void {
    try {
      this.#outcome.resolve(this.statements.map((statement) => statement.result()));
    } catch (error) {
      this.#outcome.reject(error);
    }
  }

  handleError(error: Error, connection: Connection): void {
    // The server has skipped the rest, so it has not prepared it either.
    const { submittedNamedStatements: submitted } = connection as PreparingConnection;
    for (const { name } of this.statements.slice(Math.max(this.#at, 0))) {
      if (name !== undefined) delete submitted[name];
    }
    this.#outcome.reject(error);
  }

  #sendSettings(connection: PreparingConnection): void {
    const { text, values } = this.settings;
    const name = this.#names === undefined ? '' : this.settings.name;
    if (name === '' || !isKnown(connection, name)) {
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ statement: name, values: [...values] }, true);
    connection.execute(null, true);
  }
}
