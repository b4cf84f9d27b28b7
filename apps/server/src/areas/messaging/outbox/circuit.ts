/**
 * One circuit breaker per receiver: after five failures in a row it opens for half a minute, then
 * one item is tried; a success closes the circuit, a failure opens it again. State is in memory: a
 * new process relearns it at the cost of five attempts.
 */
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;
const MAX_KNOWN_RECEIVERS = 10_000;

interface Circuit {
  failures: number;
  openUntil: number;
  probing: boolean;
}

export class Circuits {
  readonly #known = new Map<string, Circuit>();

  /** Returns the receivers to which nothing may be sent now. */
  closedTo(now: number): string[] {
    return [...this.#known]
      .filter(([, circuit]) => isOpen(circuit) && (circuit.openUntil > now || circuit.probing))
      .map(([receiver]) => receiver);
  }

  /** Returns the receivers to which no item may be sent now. */
  nextOpening(): number | undefined {
    const times = [...this.#known.values()]
      .filter((circuit) => isOpen(circuit) && !circuit.probing)
      .map(({ openUntil }) => openUntil);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Returns false if another item is already being sent to the receiver as a trial. */
  begin(receiver: string): boolean {
    const circuit = this.#known.get(receiver);
    if (circuit === undefined || !isOpen(circuit)) return true;
    if (circuit.probing) return false;
    circuit.probing = true;
    return true;
  }

  /** Ends an attempt. After an attempt without a result, the next item may try the receiver. */
  end(receiver: string): void {
    const circuit = this.#known.get(receiver);
    if (circuit !== undefined) circuit.probing = false;
  }

  succeeded(receiver: string): void {
    this.#known.delete(receiver);
  }

  failed(receiver: string, now: number): void {
    const circuit = this.#known.get(receiver) ?? { failures: 0, openUntil: 0, probing: false };
    circuit.failures += 1;
    circuit.probing = false;
    if (isOpen(circuit)) circuit.openUntil = now + OPEN_MS;
    if (this.#known.size >= MAX_KNOWN_RECEIVERS) this.#known.clear();
    this.#known.set(receiver, circuit);
  }
}

function isOpen({ failures }: Circuit): boolean {
  return failures >= FAILURES_TO_OPEN;
}
