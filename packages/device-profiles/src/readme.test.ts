/** The example of README.md is a profile, and the table of README.md lists the files. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BUILTIN_PROFILES } from './builtin-profiles.ts';
import { checkProfile } from './checks/check-profile.ts';
import { problemSentence } from './checks/profile-problem.ts';

const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the example of the README has no problem', () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
  expect(checkProfile(JSON.parse(json)).problems.map(problemSentence)).toEqual([]);
});

it('the README lists every profile with its protocol', () => {
  const names = {
    'modbus-rtu': 'Modbus RTU',
    'modbus-tcp': 'Modbus TCP',
    'dlt645-2007': 'DL/T 645-2007',
  };
  for (const { id, protocol } of BUILTIN_PROFILES) {
    expect(text).toMatch(new RegExp(`\\| \`${id}\` \\|.*\\| ${names[protocol]} \\|`));
  }
});
