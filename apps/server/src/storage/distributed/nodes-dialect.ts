/** The dialect of PostgreSQL, which knows whether the tables are distributed. */
import { PostgresAdapter, PostgresDialect } from 'kysely';
import type { Executor } from '../database.ts';

/** Returns whether the tables of this executor are on the worker nodes of Citus. */
export function isOnNodes(executor: Executor): boolean {
  const { adapter } = executor.getExecutor();
  return adapter instanceof NodesAdapter && adapter.isDistributed();
}

class NodesAdapter extends PostgresAdapter {
  readonly isDistributed: () => boolean;

  constructor(isDistributed: () => boolean) {
    super();
    this.isDistributed = isDistributed;
  }
}

export class NodesDialect extends PostgresDialect {
  readonly #isDistributed: () => boolean;

  constructor(
    config: ConstructorParameters<typeof PostgresDialect>[0],
    isDistributed: () => boolean,
  ) {
    super(config);
    this.#isDistributed = isDistributed;
  }

  override createAdapter(): PostgresAdapter {
    return new NodesAdapter(this.#isDistributed);
  }
}
