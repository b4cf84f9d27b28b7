/**
 * Field names in the two cases of the platform: camelCase in the program, snake_case on the wire and
 * in the database. A digit begins a word: `warningValue1` is `warning_value_1`.
 */
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

export type SnakeCase<S extends string> = S extends `${infer C}${infer Rest}`
  ? `${C extends Digit ? `_${C}` : C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${SnakeCase<Rest>}`
  : S;

export type CamelCase<S extends string> = S extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : S;

export type SnakeCaseKeys<T> = { [K in keyof T as SnakeCase<K & string>]: T[K] };
export type CamelCaseKeys<T> = { [K in keyof T as CamelCase<K & string>]: T[K] };

/**
 * Caches the translations: translating a name takes ten times as long as looking it up, and lists
 * repeat their names.
 */
function cached(translate: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const translated = translate(name);
    known.set(name, translated);
    return translated;
  };
}

export const snakeCase = cached((name) =>
  name.replace(/[A-Z\d]/g, (sign, at: number) =>
    /[A-Za-z]/.test(name[at - 1] ?? '') ? `_${sign.toLowerCase()}` : sign,
  ),
);
export const camelCase = cached((name) =>
  name.replace(/_(.)/g, (_, sign: string) => sign.toUpperCase()),
);

/** Translates the keys to snake_case; the values are not changed. */
export function snakeCaseKeys<T extends object>(record: T): SnakeCaseKeys<T> {
  return withKeys(record, snakeCase) as SnakeCaseKeys<T>;
}

/** The same for some keys of a record: the result has no others. A missing key remains missing. */
export function pickSnakeCase<T extends object, K extends keyof T & string>(
  record: T,
  ...keys: readonly K[]
): SnakeCaseKeys<Pick<T, K>> {
  const picked: Record<string, unknown> = {};
  for (const key of keys) if (key in record) picked[snakeCase(key)] = record[key];
  return picked as SnakeCaseKeys<Pick<T, K>>;
}

/** Translates the keys to camelCase; the values are not changed. */
export function camelCaseKeys<T extends object>(record: T): CamelCaseKeys<T> {
  return withKeys(record, camelCase) as CamelCaseKeys<T>;
}

function withKeys(record: object, translate: (name: string) => string): object {
  const translated: Record<string, unknown> = {};
  for (const key in record) translated[translate(key)] = record[key as keyof typeof record];
  return translated;
}
