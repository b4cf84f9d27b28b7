/**
 * Translates the field of a refusal to its wire name, because services use other names for fields.
 */
import type { Refused } from '@busbar/domain/refusal';
import { refused } from '@busbar/domain/refusal';

export function onWire(refusal: Refused, names: Readonly<Record<string, string>>): Refused {
  const { field, detail } = refusal;
  return field === undefined ? refusal : refused(refusal.refusal, names[field] ?? field, detail);
}
