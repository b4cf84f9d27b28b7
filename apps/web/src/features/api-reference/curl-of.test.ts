import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { openApiDocument } from '@busbar/contract/openapi';
import { describe, expect, it } from 'vitest';
import { curlOf } from './curl-of.ts';
import { type ListedCall, listCalls, matchesTerms, searchedTexts } from './listed-call.ts';

const document = openApiDocument(CATALOGUE as readonly CallSpec[], { version: '1', refusals: [] });
const calls = listCalls(document).flatMap(([, list]) => list);
const call = (name: string): ListedCall => calls.find((one) => one.name === name)!;
const found = (search: string) =>
  calls.filter((one) => matchesTerms(search, ...searchedTexts(one))).map(({ name }) => name);

describe('the curl command', () => {
  it.each([
    [
      'v2.api-keys.change',
      `curl -X PUT \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"per_minute":120,"per_day":50000}' \\\n  'https://x/api/v2/api-keys/API_KEY'`,
    ],
    ['v2.zones', `curl \\\n  'https://x/api/v2/zones'`],
    [
      'v2.audit-trail.export',
      `curl \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -OJ \\\n  'https://x/api/v2/audit/export?user_id=USER&device_code=DEVICE'`,
    ],
  ])('is correct for %s', (name, line) => {
    expect(curlOf(call(name), 'https://x')).toBe(line);
  });

  it('passes the example to the shell unchanged, with any characters in it', () => {
    const { operation, ...rest } = call('v2.api-keys.add');
    const body = { name: "Mira's $(id) `x` {device}", list: ['{user}', null] };
    const content = { 'application/json': { schema: {}, example: body } };
    const changed = { ...operation, requestBody: { required: true as const, content } };
    // A shell expands nothing inside single quotes; an apostrophe closes them, is escaped, and
    // reopens them.
    expect(curlOf({ ...rest, operation: changed }, 'https://x')).toContain(
      `-d '{"name":"Mira'\\''s $(id) \`x\` DEVICE","list":["USER",null]}' \\\n`,
    );
  });

  it('leaves no placeholder in any call', () => {
    for (const one of calls) expect(curlOf(one, '')).not.toMatch(/\{[\w-]+\}/);
  });
});

describe('the list of calls', () => {
  it('contains every call once, under its subject', () => {
    expect(calls.map(({ name }) => name).toSorted()).toEqual(
      CATALOGUE.map(({ name }) => name).toSorted(),
    );
    const tariffs = listCalls(document).find(([subject]) => subject === 'tariffs')![1];
    expect(tariffs.map(({ name }) => name)).toContain('v1.device.rate.findAll');
  });

  it.each([
    ['put API-KEYS', ['v2.api-keys.change']],
    ['voltage-quality', ['v2.voltage-quality']],
    ['read:alarms', ['v2.alarms', 'v2.alarm-count']],
    ['nothing of the sort', []],
  ])('returns the matches for the search "%s"', (search, names) => {
    expect(found(search).toSorted()).toEqual(names.toSorted());
  });

  it('is complete without a search', () => {
    expect(found('')).toHaveLength(CATALOGUE.length);
    expect(found('  alarm ')).toEqual(found('alarm'));
  });
});
