import { describe, expect, it } from 'vitest';
import { targetProblem } from './target-problem.ts';

describe('a receive URL', () => {
  it.each([
    ['https://receiver.example/busbar', true, true, undefined],
    [' https://receiver.example:8443/x?y=1 ', true, true, undefined],
    ['http://receiver.example', false, true, undefined],
    ['http://receiver.example', true, true, 'address-not-secure'],
    ['HTTP://receiver.example', true, true, 'address-not-secure'],
    ['', true, true, 'address-invalid'],
    ['', true, false, undefined],
    ['ftp://receiver.example', false, false, 'address-invalid'],
    ['receiver.example', true, false, 'address-invalid'],
    ['https://', true, false, 'address-invalid'],
    ['https://a b', true, false, 'address-invalid'],
  ] as const)(
    '%j with https only %s and enabled %s has the problem %s',
    (url, useHttps, enabled, problem) => {
      expect(targetProblem({ url, useHttps, enabled })).toBe(problem);
    },
  );
});
