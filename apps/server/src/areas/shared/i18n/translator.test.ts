import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cataloguesOf, plainKeys, readTexts } from '@busbar/texts/read-catalogues';
import { describe, expect, it } from 'vitest';
import { NAMESPACES } from './catalogues.ts';
import { translatorFor } from './translator.ts';

describe('translator', () => {
  it.each([
    ['en', 1, 'its last day;'],
    ['en', 7, 'its last 7 days;'],
    ['zh', 7, '最近 7 天；'],
    ['ar', 7, 'آخر 7 أيام؛'],
    ['ar', 90, 'آخر 90 يومًا؛'],
    ['fr', 7, 'ses 7 derniers jours\u202f;'],
    ['ru', 7, 'последних 7 дней;'],
    ['ru', 21, 'последнего 21 дня;'],
    ['es', 1, 'su último día;'],
  ])('selects the plural form of %s for %i', (language, count, part) => {
    const text = translatorFor(language)('report-files:note.cut', { count, start: 'a', end: 'b' });
    expect(text).toContain(part);
  });

  it('uses English for a language that this version does not know', () => {
    expect(translatorFor('tlh')('alarm-messages:since')).toBe('Since');
  });

  it('inserts values literally', () => {
    const user = '<b>$& {{link}} $t(mails:invitation.subject)';
    const text = translatorFor('en')('mails:invitation.text', { user, link: 'https://b.example' });
    expect(text).toContain(`User name: ${user}\n`);
  });
});

describe('catalogues that only the server reads', () => {
  const names = cataloguesOf('en').filter((name) => name.startsWith('server/'));
  const namespaceOf = (name: string) => name.replace('server/', '');

  it('are in the list of namespaces', () => {
    expect(NAMESPACES).toEqual(expect.arrayContaining(names.map(namespaceOf)));
  });

  it('contain no unused key', () => {
    const root = join(import.meta.dirname, '../../..');
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    const isUsed = (key: string) =>
      sources.includes(`'${key}'`) ||
      sources.includes(`\`${key.slice(0, key.search(/[^.:]+$/))}\${`);
    const keys = names.flatMap((name) =>
      [...plainKeys(readTexts('en', name))].map((key) => `${namespaceOf(name)}:${key}`),
    );
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });
});
