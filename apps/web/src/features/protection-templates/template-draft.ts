/**
 * Draft of a saved template: its name and every field of its sets. Validated by the same rules as a
 * form on a device; like the server, for a device of 230 V.
 */
import type {
  FieldProblem,
  ProtectionDefinition,
  ProtectionName,
} from '@busbar/domain/protection/definition';
import { PROTECTIONS, protectionOf } from '@busbar/domain/protection/protections/protections';
import { USUAL_RATING } from '@busbar/domain/protection/rating';
import type { TemplateSets } from '@busbar/domain/protection/template';
import { defaultsOf, readRecord, writeRecord } from '@busbar/domain/protection/values';
import { draftOf, draftProblems, type Edits } from '../protection/draft.ts';

export interface TemplateDraft {
  readonly name: string;
  /** All fields of each set; an empty field is undefined. */
  readonly sets: Readonly<Partial<Record<ProtectionName, Edits>>>;
}

interface StoredTemplate {
  readonly name: string;
  readonly sets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const SET_NAMES: readonly ProtectionName[] = PROTECTIONS.map(({ name }) => name);

/** Returns the sets in the order of the tabs, regardless of their order in the template. */
export const setsIn = ({ sets }: { readonly sets: object }): ProtectionName[] =>
  SET_NAMES.filter((name) => (sets as Readonly<Record<string, unknown>>)[name] !== undefined);

export function templateDraft({ name, sets }: StoredTemplate): TemplateDraft {
  const values = setsIn({ sets }).map((set) => [
    set,
    readRecord(protectionOf(set), sets[set]).values,
  ]);
  return { name, sets: Object.fromEntries(values) };
}

export function withEdits(draft: TemplateDraft, set: ProtectionName, more: Edits): TemplateDraft {
  return { ...draft, sets: { ...draft.sets, [set]: { ...draft.sets[set], ...more } } };
}

/** Adds a set with the template's saved values, or the factory defaults. */
export function withSet(
  draft: TemplateDraft,
  set: ProtectionName,
  saved: TemplateDraft,
): TemplateDraft {
  const definition: ProtectionDefinition = protectionOf(set);
  return withEdits(draft, set, saved.sets[set] ?? defaultsOf(definition));
}

export function withoutSet(draft: TemplateDraft, set: ProtectionName): TemplateDraft {
  const { [set]: _out, ...sets } = draft.sets;
  return { ...draft, sets };
}

export function setProblems(draft: TemplateDraft, set: ProtectionName): FieldProblem[] {
  return draftProblems(protectionOf(set), {}, draft.sets[set] ?? {}, USUAL_RATING);
}

/** Builds the sets of the request body. */
export function recordsOf(draft: TemplateDraft): TemplateSets {
  return Object.fromEntries(
    setsIn(draft).map((set) => [
      set,
      writeRecord(protectionOf(set), draftOf({}, draft.sets[set] ?? {})),
    ]),
  );
}

export function isSameTemplate(one: TemplateDraft, other: TemplateDraft): boolean {
  const text = (draft: TemplateDraft) => JSON.stringify([draft.name.trim(), recordsOf(draft)]);
  return text(one) === text(other);
}
