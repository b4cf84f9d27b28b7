/** Describes for the log why a sign-in failed, without what the provider or the browser sent. */

/** The form of the names and codes of the library and of system calls, and of claims. */
const CODE = /^[A-Za-z0-9_.-]{1,60}$/;
/** The form of the error codes that OAuth defines (RFC 6749 5.2). */
const GIVEN_CODE = /^[a-z_]{1,40}$/;
const MAX_CAUSES = 4;

export interface ErrorStep {
  readonly name: string;
  /** Code of the library. */
  readonly code?: string;
  /** Code of the provider. */
  readonly error?: string;
  /** Status of the response. */
  readonly status?: number;
  /** Name of the claim or of the field that is wrong. */
  readonly about?: string;
  /** Reason why a request was not answered. */
  readonly reason?: string;
}

/** Messages, bodies and values are omitted: they can quote tokens and can be as long as a body. */
export function describeError(error: unknown): ErrorStep[] {
  const steps: ErrorStep[] = [];
  for (let one = error; one instanceof Error && steps.length < MAX_CAUSES; one = one.cause) {
    steps.push(describeStep(one));
  }
  return steps;
}

type Values = Readonly<Record<string, unknown>>;

function describeStep(error: Error): ErrorStep {
  const values = error as unknown as Values;
  const { claim, attribute } = (values['cause'] ?? {}) as Values;
  const { status } = values;
  const texts = {
    code: short(values['code']),
    error: short(values['error'], GIVEN_CODE),
    about: short(claim ?? attribute),
    reason: short(values['reason']),
  };
  return {
    name: short(error.name) ?? 'Error',
    ...(typeof status === 'number' ? { status } : {}),
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
  };
}

const short = (value: unknown, form = CODE): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;
