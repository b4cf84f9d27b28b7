/**
 * Reaction of a protection: three flags on the wire, one choice in the user interface
 * (docs/specification/protection.md 3.1 and 3.2; docs/decisions.md 9).
 */
import type { FieldProblem, Values } from './definition.ts';

export const REACTIONS = ['disable', 'open', 'open-and-lock'] as const;
export type Reaction = (typeof REACTIONS)[number];

export const REACTION_FIELDS = [
  { kind: 'flag', name: 'enabled', wire: 'enable', default: true },
  { kind: 'flag', name: 'opens', wire: 'doOpen', default: true },
  { kind: 'flag', name: 'locks', wire: 'doLock', default: false },
] as const;

export interface ReactionFlags {
  readonly enabled: boolean;
  readonly opens: boolean;
  readonly locks: boolean;
}

const FLAGS: Readonly<Record<Reaction, ReactionFlags>> = {
  disable: { enabled: false, opens: false, locks: false },
  open: { enabled: true, opens: true, locks: false },
  'open-and-lock': { enabled: true, opens: true, locks: true },
};

export function flagsOfReaction(reaction: Reaction): ReactionFlags {
  return FLAGS[reaction];
}

/**
 * Returns undefined if the flags match none of the three choices, e.g. an enabled protection that
 * does not open the breaker.
 */
export function reactionOfFlags(flags: Partial<ReactionFlags>): Reaction | undefined {
  if (flags.enabled === false) return 'disable';
  if (flags.enabled !== true || flags.opens !== true) return undefined;
  return flags.locks === true ? 'open-and-lock' : 'open';
}

/** An enabled protection must open the breaker, or it would appear active but protect nothing. */
export function reactionProblems(values: Values): FieldProblem[] {
  if (values['enabled'] !== true || values['opens'] === true) return [];
  return [{ field: 'doOpen', kind: 'not-opening' }];
}
