/** Types of a call's request and response, derived from the contract (no schema at run time). */
import type { AnswerOf, BodyOf, CallSpec, ParamsOf, QueryOf } from '@busbar/contract/call';
import type { AnyCall, CallName } from '@busbar/contract/catalogue';

type InputOf<C extends CallSpec> = (C extends { params: object }
  ? { params: ParamsOf<C> }
  : { params?: never }) &
  (C extends { query: object } ? { query?: QueryOf<C> } : { query?: never }) &
  (C extends { body: object } ? { body: BodyOf<C> } : { body?: never });

// NOTE: The types are looked up by name in a mapped type; `Extract` over the union of all calls
// with a generic name made the type check run for minutes.
type Inputs = { [C in AnyCall as C['name']]: InputOf<C> };
type Answers = { [C in AnyCall as C['name']]: AnswerOf<C> & { msg: string } };

/** Input of a call: path parameters, query and body, each only if the contract has it. */
export type CallInput<N extends CallName> = Inputs[N];

/** Response of a successful call. */
export type Answer<N extends CallName> = Answers[N];

export type { CallName };
