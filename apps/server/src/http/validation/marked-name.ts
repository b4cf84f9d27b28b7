/** Refuses markup characters in the names of a request before the request is handled. */
import type { CallSpec } from '@busbar/contract/call';
import { NAME_FIELDS } from '@busbar/contract/name-fields';
import { hasMarkup } from '@busbar/domain/plain-name';
import { type Refused, refused } from '@busbar/domain/refusal';

/** Returns the first such field under its name in the request: `parts.0.name`. */
export function refuseMarkedName({ name }: CallSpec, body: unknown): Refused | undefined {
  for (const path of NAME_FIELDS[name] ?? []) {
    const at = markedIn(body, path.split('.'), []);
    if (at !== undefined) return refused('name-has-markup', at.join('.'));
  }
  return undefined;
}

function markedIn(
  value: unknown,
  [step, ...rest]: readonly string[],
  at: readonly string[],
): readonly string[] | undefined {
  if (step === undefined) return typeof value === 'string' && hasMarkup(value) ? at : undefined;
  if (value === null || typeof value !== 'object') return undefined;
  const keys = step === '*' ? Object.keys(value) : [step];
  for (const key of keys) {
    const found = markedIn((value as Record<string, unknown>)[key], rest, [...at, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
