/**
 * Requests of a connection whose answers are missing, however long ago. What is written to a
 * connection is delivered in order, so an answer that can only belong to the request in progress
 * shows that everything before it has been delivered. A missing answer may still be on its way, and
 * is then taken as the answer to a later request with the same slave and function; that one is taken
 * as the next, and so on. So after `n` missing answers only the `n + 1`th one is certain.
 */
import { canBeConfused, type Expectation } from '../expectation.ts';

interface Lost {
  readonly expects: Expectation;
  readonly count: number;
}

export class LostAnswers {
  /** One entry for each slave and function. */
  #lost: readonly Lost[] = [];

  /** The request has ended without an answer. */
  add(expects: Expectation): void {
    const { slave, fn } = expects;
    const isSame = (one: Lost) => one.expects.slave === slave && one.expects.fn === fn;
    const count = (this.#lost.find(isSame)?.count ?? 0) + 1;
    this.#lost = [...this.#lost.filter((one) => !isSame(one)), { expects, count }];
  }

  /** Returns the number of missing answers that an answer to the request could be instead. */
  answered(expects: Expectation): number {
    const count = this.#lost
      .filter((one) => canBeConfused(one.expects, expects))
      .reduce((sum, one) => sum + one.count, 0);
    if (count === 0) this.#lost = [];
    return count;
  }
}
