/** Combines a set's problems into one refusal: the first one's field, and a message naming each. */
import type { FieldProblem } from '@busbar/domain/protection/definition';
import { type Refused, refused } from '@busbar/domain/refusal';

export function refusalOfProblems(problems: readonly FieldProblem[]): Refused {
  const isEmpty = problems.every(({ kind }) => kind === 'missing');
  return refused(
    isEmpty ? 'parameters-empty' : 'parameter-invalid',
    problems[0]?.field ?? 'data',
    problems.map(textOf).join('; '),
  );
}

function textOf({ field, kind, min, max, step }: FieldProblem): string {
  switch (kind) {
    case 'missing':
      return `${field} is missing`;
    case 'unreadable':
      return `${field} cannot be read`;
    case 'out-of-bounds':
      return `${field} is not ${min} to ${max}`;
    case 'off-step':
      return `${field} is not in steps of ${step}`;
    case 'not-above':
      return `${field} is not above ${min}`;
    case 'not-below':
      return `${field} is not below ${max}`;
    case 'first-slot':
      return `${field} cannot be disabled`;
    case 'slot-gap':
      return `${field} is behind a disabled slot`;
    case 'not-opening':
      return `${field} is false though the protection is enabled`;
  }
}
