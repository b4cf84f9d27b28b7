/**
 * A template: sets of protection parameters, in their text form, to compare with and write to many
 * devices. It is validated for a device of 230 V here, and for the rating of each device when it is
 * written. The file contains its kind and version, so that a file of another kind, or of a newer
 * version, can be distinguished from a corrupt one.
 */
import type { FieldProblem, ProtectionName } from './definition.ts';
import { isProtectionName, protectionOf } from './protections/protections.ts';
import { type Rating, USUAL_RATING } from './rating.ts';
import { checkRecord, type TextRecord, writeRecord } from './values.ts';

export type TemplateSets = Readonly<Partial<Record<ProtectionName, TextRecord>>>;

export const TEMPLATE_NAME_LENGTH = 100;
const FILE_KIND = 'busbar protection template';
const FILE_VERSION = 1;

export type CheckedSets =
  | { readonly ok: true; readonly sets: TemplateSets }
  /** `field` is `<set>.<wire name>`, or only the name of the set if the set is unknown. */
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** Complete sets within their bounds, in canonical text form; an empty template is invalid. */
export function checkSets(given: unknown, rating: Rating = USUAL_RATING): CheckedSets {
  const problems: FieldProblem[] = [];
  const sets: Partial<Record<ProtectionName, TextRecord>> = {};
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  for (const [name, record] of entries) {
    if (!isProtectionName(name)) {
      problems.push({ field: name, kind: 'unreadable' });
      continue;
    }
    const definition = protectionOf(name);
    const checked = checkRecord(definition, record, rating);
    if (checked.ok) sets[name] = writeRecord(definition, checked.values);
    else
      problems.push(...checked.problems.map((one) => ({ ...one, field: `${name}.${one.field}` })));
  }
  if (entries.length === 0) problems.push({ field: 'sets', kind: 'missing' });
  return problems.length === 0 ? { ok: true, sets } : { ok: false, problems };
}

export interface TemplateFile {
  readonly name: string;
  readonly sets: TemplateSets;
}

export function writeTemplateFile({ name, sets }: TemplateFile): string {
  return `${JSON.stringify({ kind: FILE_KIND, version: FILE_VERSION, name, sets }, null, 2)}\n`;
}

export type ReadTemplateFile =
  | { readonly ok: true; readonly template: TemplateFile }
  | { readonly ok: false; readonly reason: 'not-json' | 'other-kind' | 'other-version' }
  | { readonly ok: false; readonly reason: 'values'; readonly problems: readonly FieldProblem[] };

export function readTemplateFile(text: string): ReadTemplateFile {
  let file: { kind?: unknown; version?: unknown; name?: unknown; sets?: unknown } | null;
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    return { ok: false, reason: 'not-json' };
  }
  if (file?.kind !== FILE_KIND) return { ok: false, reason: 'other-kind' };
  if (file.version !== FILE_VERSION) return { ok: false, reason: 'other-version' };
  const checked = checkSets(file.sets);
  if (!checked.ok) return { ok: false, reason: 'values', problems: checked.problems };
  const name = typeof file.name === 'string' ? file.name.slice(0, TEMPLATE_NAME_LENGTH) : '';
  return { ok: true, template: { name, sets: checked.sets } };
}
