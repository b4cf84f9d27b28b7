import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerLog } from '../../test/answers/answers.ts';
import { renderPage } from '../../test/render-page.tsx';
import { trackLoad } from '../lib/calls/pending-loads.ts';

const root = document.documentElement;
const LOG = 'v2.log.control-list';

const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
};
const becomesIdle = () => waitFor(() => expect(root.dataset.busy).toBe('0'));

/** Records every value of the signal from now on. */
function recordSignal(): string[] {
  const values: string[] = [];
  new MutationObserver(() => values.push(root.dataset.busy ?? '')).observe(root, {
    attributeFilter: ['data-busy'],
  });
  return values;
}

it('the busy signal is never idle between a navigation and the response to the first query', async () => {
  const { server, router } = await renderPage('/no-such-page', {
    prepare: (prepared) => answerLog(prepared),
  });
  await becomesIdle();
  server.answer(LOG, { never: true });
  const values = recordSignal();
  router.history.push('/log');
  expect(root.dataset.busy).not.toBe('0');
  await waitFor(() => expect(server.requests(LOG)).toHaveLength(1), { timeout: 20_000 });
  await act(() => frames(10));
  expect(values.length).toBeGreaterThan(0);
  expect(values).not.toContain('0');
});

it('the busy signal is idle once the page has loaded, and busy while its table is loading', async () => {
  const { server, router } = await renderPage('/log', {
    prepare: (prepared) => answerLog(prepared),
  });
  await screen.findByText('Confirmed');
  await becomesIdle();
  server.answer(LOG, { never: true });
  router.history.push('/log?page=2');
  await waitFor(() => expect(server.requests(LOG)).toHaveLength(2));
  await act(() => frames(10));
  expect(root.dataset.busy).toBe('1');
});

it('the busy signal is set while a mutation is pending', async () => {
  const { server, user } = await renderPage('/login', { role: null });
  await becomesIdle();
  server.answer('v2.login', { never: true });
  await user.type(screen.getByLabelText(/User name/), 'mira');
  await user.type(screen.getByLabelText(/^Password/), 'copper rail');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(server.requests('v2.login')).toHaveLength(1));
  await act(() => frames(10));
  expect(root.dataset.busy).toBe('1');
});

it('the busy signal is set while a script is loading, and idle again after it failed', async () => {
  await renderPage('/no-such-page', { role: null });
  await becomesIdle();
  let fail = (_: Error) => {};
  const load = trackLoad(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  await act(() => frames(10));
  expect(root.dataset.busy).toBe('1');
  fail(new Error('chunk not found'));
  await expect(load).rejects.toThrow('chunk not found');
  await becomesIdle();
});
