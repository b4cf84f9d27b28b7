import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { pendingLoads } from '../../lib/calls/pending-loads.ts';
import { LaterPart } from './later-part.tsx';

let comeNear: (isNear: boolean) => void;
let becomeIdle: () => void;
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = (isIntersecting) => report([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    becomeIdle = run;
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  render(<LaterPart height={300}>the table</LaterPart>);
});

const isShown = () => screen.queryByText('the table') !== null;

it('renders a part when it comes near the window', () => {
  act(() => comeNear(false));
  expect(isShown()).toBe(false);
  act(() => comeNear(true));
  expect(isShown()).toBe(true);
});

it('renders a part when the browser is idle, and counts it as pending until then', async () => {
  expect([isShown(), pendingLoads()]).toEqual([false, 1]);
  act(() => becomeIdle());
  expect(isShown()).toBe(true);
  await vi.waitFor(() => expect(pendingLoads()).toBe(0));
});
