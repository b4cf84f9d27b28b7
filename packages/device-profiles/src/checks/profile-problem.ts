/**
 * Problems of a profile file: a closed list, so that a screen can translate them. Each names its
 * field by its path in the file, such as `quantities/3/address`.
 */
export const PROFILE_PROBLEM_TEXTS = {
  missing: '{{field}} is missing',
  'unknown-field': '{{field}} is not a field of a profile',
  'not-one-of': '{{field}} must be one of {{allowed}}',
  'wrong-form': '{{field}} must be {{form}}',
  'wrong-shape': '{{field}} {{detail}}',
  'station-address': '{{field}}: {{found}} is not an address of {{protocol}} ({{form}})',
  'block-too-long': '{{field}}: {{count}} registers; one request reads at most {{max}}',
  'block-past-end': '{{field}}: the block ends at {{last}}, after the last register 0xFFFF',
  'block-twice': '{{field}}: there are two blocks {{block}}',
  'block-unknown': '{{field}}: there is no block {{block}}',
  'block-unused': '{{field}}: the block {{block}} is not read, because it has no quantity',
  'outside-block':
    '{{field}}: {{first}} to {{last}} is outside of the block {{block}} ({{from}} to {{to}})',
  overlap: '{{field}}: {{quantity}} and {{other}} overlap at {{at}}',
  'quantity-unknown': '{{field}}: {{quantity}} is not a quantity of the platform',
  'quantity-twice': '{{field}}: {{quantity}} is listed twice',
  'unit-mismatch': '{{field}}: {{found}} cannot be converted to {{unit}}, the unit of {{quantity}}',
  'scale-not-positive': '{{field}} is {{found}}; it must be greater than zero',
  'energy-16-bit':
    '{{field}}: {{quantity}} in 16 bits starts again at 65,536; check that the meter does not use two registers',
  'energy-inverted':
    '{{field}}: an energy register cannot be inverted; exchange the registers of import and export',
  'number-too-long': '{{field}}: {{found}} bytes of digits; at most {{max}} are exact',
  'raw-too-large': '{{field}}: {{found}} does not fit into {{type}}',
  'rule-incomplete': '{{field}} needs {{form}}',
  'coil-value': '{{field}} must be 0 or 1',
  'one-value': '{{field}} must have one value; function 16 writes several',
  'switch-past-end': '{{field}}: the last register is 0xFFFF',
  'switch-same': '{{field}} is the same write as switch/open',
  'position-twice': '{{field}}: {{found}} already means {{other}}',
  'range-empty': '{{field}}: the lower bound {{low}} is above the upper bound {{high}}',
} as const;

export type ProfileProblemKey = keyof typeof PROFILE_PROBLEM_TEXTS;

/** Problems with which a profile can still be used. */
const WARNINGS: readonly ProfileProblemKey[] = ['energy-16-bit', 'block-unused'];

export interface ProfileProblem {
  readonly key: ProfileProblemKey;
  readonly severity: 'error' | 'warning';
  /** Path of the field in the file; empty for the file itself. */
  readonly field: string;
  /** Values of the placeholders of the text. */
  readonly values: Readonly<Record<string, string>>;
}

export function profileProblem(
  key: ProfileProblemKey,
  field: string,
  values: Readonly<Record<string, string | number>> = {},
): ProfileProblem {
  return {
    key,
    severity: WARNINGS.includes(key) ? 'warning' : 'error',
    field,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`])),
  };
}

/** The English sentence: `quantities/3/address: 0x0010 to 0x0011 is outside of the block phases …`. */
export function problemSentence({ key, field, values }: ProfileProblem): string {
  const known: Readonly<Record<string, string>> = { ...values, field: field || 'the file' };
  return PROFILE_PROBLEM_TEXTS[key].replaceAll(
    /{{(\w+)}}/g,
    (_, name: string) => known[name] ?? '',
  );
}
