/** The answers of all read calls that an administrator can make, in several variants each. */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import type { TObject } from 'typebox';
import { isOfPlatform } from '../catalogue/call-role.ts';
import type { CatalogueFixture } from '../catalogue/catalogue-fixture.ts';
import { exampleRequest, type Request, send } from '../catalogue/requests.ts';

/** Values of fields whose schema does not list them; a page of no rows is a count. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  date_type: ['day', 'month', 'year'],
  dateType: ['day', 'month', 'year'],
  ps: ['0'],
};

/**
 * These ask a device, or record that they were made, so each call changes the log; the archive of
 * bills contains the time at which it was made, and its bills are compared one by one.
 */
const NEVER_THE_SAME = /[.](summon|readTimingConfig|audit-trail[.]export|bills[.]archive)/;

const READ_CALLS = (CATALOGUE as readonly CallSpec[]).filter(
  (call) =>
    call.effect === 'read' &&
    call.version !== 'health' &&
    !isOfPlatform(call) &&
    !NEVER_THE_SAME.test(call.name),
);

/** Answers by call and variant; each is the status and the body. */
export type Answers = ReadonlyMap<string, string>;

export async function recordAnswers(world: CatalogueFixture, token: string): Promise<Answers> {
  const answers = new Map<string, string>();
  const { userId } = world.own.users.admin;
  for (const call of READ_CALLS) {
    for (const [variant, request] of variantsOf(call, exampleRequest(call, world.own, userId))) {
      const { statusCode, body } = await send(world.app, call, request, token);
      const text = body.replace(/"request_id":"[^"]*"/, '');
      answers.set(`${call.name} ${variant}`.trim(), `${statusCode} ${text}`);
    }
  }
  return answers;
}

/** The example, the request without optional fields, and both with each word that a field accepts. */
function variantsOf(call: CallSpec, example: Request): [string, Request][] {
  const variants: [string, Request][] = [['', example]];
  for (const part of ['query', 'body'] as const) {
    const schema = call[part];
    if (schema === undefined) continue;
    const required = { ...example, [part]: onlyRequired(schema, example[part]) };
    variants.push([`${part} required`, required]);
    for (const [name, word] of wordsOf(schema)) {
      const withWord = (of: Request) => ({ ...of, [part]: { ...of[part], [name]: word } });
      variants.push([`${name}=${word}`, withWord(example)]);
      variants.push([`required ${name}=${word}`, withWord(required)]);
    }
  }
  return variants;
}

const onlyRequired = (schema: TObject, values: Record<string, unknown>) => {
  const required: readonly string[] = schema.required ?? [];
  return Object.fromEntries(Object.entries(values).filter(([name]) => required.includes(name)));
};

function wordsOf(schema: TObject): [string, unknown][] {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const { anyOf = [] } = property as { anyOf?: readonly { const?: unknown }[] };
    const words = anyOf.flatMap((one) => (one.const === undefined ? [] : [one.const]));
    return [...words, ...(VALUES[name] ?? [])].map((word): [string, unknown] => [name, word]);
  });
}

/** Returns the names of the answers that differ. */
export function differences(before: Answers, after: Answers): string[] {
  return [...before].flatMap(([name, answer]) => (after.get(name) === answer ? [] : [name]));
}

/**
 * Returns the answer without the entries of lists that contain the text; the totals next to such a
 * list are reduced by their number.
 */
export function withoutEntries(answer: string, text: string): string {
  const [status, body] = [answer.slice(0, 4), answer.slice(4)];
  return status + JSON.stringify(strip(JSON.parse(body), text));
}

function strip(value: unknown, text: string): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.filter((entry) => !JSON.stringify(entry).includes(text));
  const entries = Object.entries(value).map(([name, part]) => [name, strip(part, text)] as const);
  const removed = Object.values(value)
    .map((part, i) => (Array.isArray(part) ? part.length - (entries[i]![1] as []).length : 0))
    .reduce((a, b) => a + b, 0);
  return Object.fromEntries(
    entries.map(([name, part]) =>
      ['total', 'count'].includes(name) && typeof part === 'number'
        ? [name, part - removed]
        : [name, part],
    ),
  );
}
