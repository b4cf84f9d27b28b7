/** Details of an audit entry: fields with before and after, and the remaining fields. */

export interface ChangedField {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isChanged: boolean;
}

type Detail = Readonly<Record<string, unknown>>;

/** Fields of `before` and `after`, changed ones first; two single values form one unnamed field. */
export function changedFields({ before, after }: Detail): ChangedField[] {
  if (before === undefined && after === undefined) return [];
  const [old, present] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...old.keys(), ...present.keys()])];
  const fields = names.map((name) => {
    const [was, is] = [old.get(name), present.get(name)];
    return { name, before: was, after: is, isChanged: was !== is };
  });
  return [...fields.filter(({ isChanged }) => isChanged), ...fields.filter((f) => !f.isChanged)];
}

/** All other fields of a detail as texts. */
export function otherFields(detail: Detail): [name: string, text: string][] {
  return Object.entries(detail)
    .filter(([name]) => name !== 'before' && name !== 'after')
    .map(([name, value]) => [name, textOf(value)]);
}

function fieldsOf(value: unknown): Map<string, string> {
  if (value === undefined || value === null) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['', textOf(value)]]);
  return new Map(Object.entries(value).map(([name, item]) => [name, textOf(item)]));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
