import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sortByDuration } from '../longest-first.mjs';
import { root } from '../run-step.mjs';
import { durationsOf, slowestFiles } from './file-times.mjs';
import { timesOf } from './file-times-reporter.mjs';

const times = (file: string, setUp: number, tests: number) => ({ file, setUp, tests });

describe('timesOf', () => {
  const testModule = (duration: number, ...tests: number[]) => ({
    moduleId: join(root, 'apps', 'server', 'test', 'a.test.ts'),
    diagnostic: () => ({
      environmentSetupDuration: 100,
      prepareDuration: 200,
      collectDuration: 300,
      setupDuration: 400,
      duration,
    }),
    children: { allTests: () => tests.map((each) => ({ diagnostic: () => ({ duration: each }) })) },
  });

  it('counts imports, set-up files and hooks as set-up time', () => {
    expect(timesOf(testModule(5000, 1000, 2000))).toEqual(
      times('apps/server/test/a.test.ts', 3, 3),
    );
  });

  it('never counts more test time than the whole file took', () => {
    expect(timesOf(testModule(5000, 4000, 4000))).toMatchObject({ setUp: 1, tests: 5 });
  });
});

it('slowestFiles lists the slowest files first, with separate set-up and test times', () => {
  const files = [times('a', 1, 1), times('b', 3, 2.25), times('c', 0, 4)];
  expect(slowestFiles(files, 2).split('\n')).toEqual([
    '2 slowest files',
    ' set-up s  tests s  file',
    '     3.0      2.3  b',
    '     0.0      4.0  c',
  ]);
});

it('durationsOf returns the whole seconds of the 40 longest files', () => {
  const files = Array.from({ length: 50 }, (_, index) => times(`file-${index}`, index, 0.2));
  const durations = durationsOf(files);
  expect(Object.keys(durations)).toHaveLength(40);
  expect(durations).toMatchObject({ 'file-49': 49, 'file-10': 10 });
  expect(durationsOf([times('short', 0.2, 0.2)])).toEqual({});
});

describe('sortByDuration', () => {
  const specification = (project: string, file: string) => ({
    project: { name: project },
    moduleId: join(root, file),
  });

  it('puts the longest files of each project first and retains the order of the others', () => {
    const given = ['a', 'b', 'c', 'd'].map((file) => specification('server', file));
    const sorted = sortByDuration(given, { server: { d: 20, b: 30 }, web: { a: 0 } });
    expect(sorted).toEqual([given[1], given[3], given[0], given[2]]);
  });

  it('does not mix the files of two projects', () => {
    const given = [
      specification('alone', 'a'),
      specification('server', 'b'),
      specification('server', 'c'),
    ];
    const sorted = sortByDuration(given, { server: { b: 10, c: 30 } });
    expect(sorted).toEqual([given[0], given[2], given[1]]);
  });
});
