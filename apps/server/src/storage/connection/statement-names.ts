/**
 * Names for prepared statements. PostgreSQL parses and plans a named statement once per connection;
 * an unnamed one each time, which takes longer than most statements run.
 *
 * A statement gets a name after several executions in this process, and the number of names is
 * bounded: each connection keeps its prepared statements in memory until it ends.
 */

const EXECUTIONS_BEFORE_NAME = 5;
const MAX_NAMES = 300;
/** Texts that are counted at the same time; generated texts may never repeat. */
const MAX_COUNTED = 2_000;

/**
 * Matches a list of all columns: the statement would fail after a migration has added one, because
 * a prepared statement must not change its result type.
 */
const ALL_COLUMNS = /(?:\bselect|\breturning|,)\s+(?:distinct\s+)?(?:"?\w+"?\.)?\*/i;

export interface PoolerNames {
  /** Called if a prepared statement was refused, so that no further ones are prepared. */
  readonly onRefused: () => void;
}

export class StatementNames {
  readonly #executions = new Map<string, number>();
  readonly #names = new Map<string, string>();
  readonly #prefix: string;
  readonly #pooler: PoolerNames | undefined;

  /** `pooler`: set if the statements are prepared by a pooler in the sessions that it shares. */
  constructor(prefix: string, pooler?: PoolerNames) {
    this.#prefix = prefix;
    this.#pooler = pooler;
  }

  /**
   * A pooler may prepare a statement again in another session, whose columns may have changed since
   * the connection prepared it; PostgreSQL itself refuses such a statement.
   */
  get mayChangeColumns(): boolean {
    return this.#pooler !== undefined;
  }

  /**
   * The text to prepare. A pooler prepares equal texts once for all its clients, but a plan belongs
   * to one role, so the texts of each role are different.
   */
  textOf(text: string): string {
    return this.#pooler === undefined ? text : `/* ${this.#prefix} */ ${text}`;
  }

  /** Called if a prepared statement of the connection is no longer accepted. */
  refused(): void {
    this.#pooler?.onRefused();
  }

  /** Returns undefined if the statement is to stay unnamed. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MAX_NAMES) return name;
    const executions = (this.#executions.get(text) ?? 0) + 1;
    if (executions <= EXECUTIONS_BEFORE_NAME || ALL_COLUMNS.test(text)) {
      if (this.#executions.size >= MAX_COUNTED) this.#executions.clear();
      this.#executions.set(text, executions);
      return undefined;
    }
    this.#executions.delete(text);
    const given = `${this.#prefix}_${this.#names.size + 1}`;
    this.#names.set(text, given);
    return given;
  }
}

/**
 * Returns true if the server no longer accepts a prepared statement of the connection: the result
 * type has changed, the statement is unknown, or its name is taken. Another connection is needed.
 */
export function isStalePreparation(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '0A000' || code === '26000' || code === '42P05';
}
