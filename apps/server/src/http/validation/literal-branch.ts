/** Unions of objects with a discriminating literal field, such as a protocol. */

/** The subset of JSON Schema that discriminates objects. */
export interface UnionBranch {
  readonly const?: unknown;
  readonly anyOf?: readonly UnionBranch[];
  readonly properties?: Readonly<Record<string, UnionBranch>>;
}

/**
 * Returns the position of the only branch whose literals the value has; undefined if the branches
 * do not differ in literals, or if the value has those of none.
 */
export function literalBranch(
  branches: readonly UnionBranch[],
  value: unknown,
): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  const fitting = branches.flatMap((branch, at) => {
    const literals = literalsOf(branch);
    const isMeant = literals.every(([name, values]) => values.includes(fields[name]));
    return literals.length > 0 && isMeant ? [at] : [];
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Returns the discriminating field and its value in each branch; undefined if there is none. */
export function tellingField(
  branches: readonly UnionBranch[],
): { readonly name: string; readonly values: readonly unknown[] } | undefined {
  const literals = branches.map((branch) => new Map(literalsOf(branch)));
  const name = [...(literals[0]?.keys() ?? [])].find((one) => literals.every((of) => of.has(one)));
  return name === undefined
    ? undefined
    : { name, values: literals.flatMap((of) => of.get(name) ?? []) };
}

/** The fields of a branch that have a literal, or one of several. */
function literalsOf({ properties = {} }: UnionBranch): [name: string, values: unknown[]][] {
  return Object.entries(properties).flatMap(([name, field]): [string, unknown[]][] => {
    const choices = field.anyOf ?? [field];
    return choices.every((choice) => 'const' in choice)
      ? [[name, choices.map((choice) => choice.const)]]
      : [];
  });
}
