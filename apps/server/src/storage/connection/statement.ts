/** One statement of a `RoleQuery`: its text, its values and its result. */
import pg, { type Connection } from 'pg';
import { typeParsers } from './parsers.ts';
import type { StatementNames } from './statement-names.ts';

/** A column as the server describes it. */
export interface ColumnMessage {
  readonly name: string;
  readonly dataTypeID: number;
}

export interface StatementResult {
  /** The first word of the command tag. */
  readonly command: string;
  /** Null if the command has no count. */
  readonly rowCount: number | null;
  readonly rows: Record<string, unknown>[];
}

/** The texts by name that the driver has prepared on a connection, or whose preparation it sent. */
export interface PreparingConnection extends Connection {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}

type Value = string | Buffer | null;

/** The driver's conversion of parameters, which its types leave out. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): Value } })
  .utils;

/** Names and parsers of the columns, and a row with all names, from which rows are copied. */
interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  readonly empty: Record<string, unknown>;
}

const NO_COLUMNS: Columns = { names: [], parsers: [], empty: {} };

/**
 * Columns of the prepared statements of each connection, which are not described again. PostgreSQL
 * refuses a prepared statement whose columns have changed.
 */
const described = new WeakMap<Connection, Map<string, Columns>>();

export class Statement {
  text: string;
  /** Name of the prepared statement, set when it is sent; undefined if it is not prepared. */
  name: string | undefined;
  readonly #values: readonly Value[];
  #columns: Columns | undefined;
  #connection: Connection | undefined;
  readonly #rows: Record<string, unknown>[] = [];
  #tag = '';
  #failure: Error | undefined;

  /** Throws if a value cannot be written. */
  constructor(text: string, values: readonly unknown[]) {
    this.text = text;
    this.#values = values.map(parameterOf);
  }

  /** Sends everything up to the execution; `names` are those of the prepared statements. */
  send(connection: PreparingConnection, names: StatementNames | undefined): void {
    const name = names?.nameOf(this.text);
    if (names !== undefined && name !== undefined) this.text = names.textOf(this.text);
    const { text } = this;
    this.name = name;
    this.#connection = connection;
    const { submittedNamedStatements: submitted } = connection;
    const isPrepared = name !== undefined && isKnown(connection, name);
    if (!isPrepared) {
      connection.parse({ name: name ?? '', text, types: [] }, true);
      if (name !== undefined) submitted[name] = text;
    }
    connection.bind({ statement: name ?? '', values: [...this.#values] } as object, true);
    const isDescribed = isPrepared && names?.mayChangeColumns === false;
    this.#columns = isDescribed ? described.get(connection)?.get(name) : undefined;
    if (this.#columns === undefined) connection.describe({ type: 'P', name: '' }, true);
    connection.execute(null, true);
  }

  describe(columns: readonly ColumnMessage[]): void {
    this.#remember({
      names: columns.map(({ name }) => name),
      parsers: columns.map(({ dataTypeID }) => typeParsers.getTypeParser(dataTypeID, 'text')),
      empty: { ...Object.fromEntries(columns.map(({ name }) => [name, null])) },
    });
  }

  /** Adds a row from the texts of its values. A parser that throws fails the statement. */
  addRow(texts: readonly (string | null)[]): void {
    const { names, parsers, empty } = this.#columns ?? NO_COLUMNS;
    const row = { ...empty };
    try {
      for (let i = 0; i < texts.length; i += 1) {
        const text = texts[i]!;
        if (text !== null) row[names[i]!] = parsers[i]!(text);
      }
    } catch (error) {
      this.#failure ??= error as Error;
    }
    this.#rows.push(row);
  }

  complete(tag: string): void {
    this.#tag = tag;
    if (this.#columns === undefined) this.#remember(NO_COLUMNS);
  }

  /** Throws the error of a value that could not be parsed. */
  result(): StatementResult {
    if (this.#failure !== undefined) throw this.#failure;
    const [command = '', ...counts] = this.#tag.split(' ');
    const count = counts.at(-1);
    return {
      command,
      rowCount: count === undefined ? null : Number(count),
      rows: this.#rows,
    };
  }

  #remember(columns: Columns): void {
    this.#columns = columns;
    const { name } = this;
    const connection = this.#connection;
    if (name === undefined || connection === undefined) return;
    const known = described.get(connection) ?? new Map<string, Columns>();
    described.set(connection, known.set(name, columns));
  }
}

/** True if the server has prepared the statement, or will have when it reads what follows. */
export const isKnown = (
  { parsedStatements, submittedNamedStatements }: PreparingConnection,
  name: string,
): boolean => parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined;

/** Years that `toISOString` writes as PostgreSQL reads them. */
const EARLIEST = Date.UTC(1000, 0, 1);
const AFTER_LATEST = Date.UTC(10_000, 0, 1);

function parameterOf(value: unknown): Value {
  // The driver takes ten times as long to write a date.
  if (value instanceof Date) {
    const ms = value.getTime();
    if (ms >= EARLIEST && ms < AFTER_LATEST) return value.toISOString();
  }
  return prepareValue(value);
}
