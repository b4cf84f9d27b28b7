/** Translates a refusal's field to its wire name, because services use other names for fields. */
import { snakeCase } from '@busbar/domain/key-case';
import type { Refused } from '@busbar/domain/refusal';
import { refused } from '@busbar/domain/refusal';

type Names = Readonly<Record<string, string>>;

/** Translates for v2: a name that is not in `names` is converted to snake case. */
export function onWire(refusal: Refused, names: Names = {}): Refused {
  const translate = (name: string) => names[name] ?? snakeCase(name);
  return withField(refusal, (path) => path.split('.').map(translate).join('.'));
}

/** Translates for v1: a name that is not in `names` stays unchanged. */
export const onV1Wire = (refusal: Refused, names: Names): Refused =>
  withField(refusal, (name) => names[name] ?? name);

function withField(refusal: Refused, translate: (field: string) => string): Refused {
  const { field, detail } = refusal;
  return field === undefined ? refusal : refused(refusal.refusal, translate(field), detail);
}
