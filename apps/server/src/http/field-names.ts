/** A refusal names the field as the caller's form calls it: services know fields by other words. */
import type { Refused } from '@busbar/domain/refusal';
import { refused } from '@busbar/domain/refusal';

export function onWire(refusal: Refused, names: Readonly<Record<string, string>>): Refused {
  const { field, detail } = refusal;
  return field === undefined ? refusal : refused(refusal.refusal, names[field] ?? field, detail);
}
