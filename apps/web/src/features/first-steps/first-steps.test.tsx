import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerLog } from '../../../test/answers/answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Steps = AnswerFor<'v2.first-steps'>['data'];
const KEYS = ['organisation', 'tariff', 'groups', 'device', 'users', 'notification'];

const stepsWith = (done: readonly string[], more: Partial<Steps> = {}): Steps => ({
  dismissed: false,
  steps: KEYS.map((key) => ({ key, done: done.includes(key) })),
  settlement_day: 15,
  ...more,
});

const answer = (server: ContractServer, steps: Steps) =>
  server.answer('v2.first-steps', { data: steps });

const renderSteps = (steps: Steps, options: RenderOptions = {}) =>
  renderPage('/log', {
    role: 'admin',
    ...options,
    prepare: (server) => {
      answerLog(server);
      answer(server, steps);
    },
  });

const header = () => within(screen.getByRole('banner'));
const button = () => header().findByRole('button', { name: /^First steps/ });

describe('the first steps in the header', () => {
  it('are counted, and each open step has a link and its reason', async () => {
    const { user, server } = await renderSteps(stepsWith(['tariff', 'groups']));
    expect((await button()).textContent).toBe('First steps 2 of 6');
    expect(server.requests('v2.first-steps')).toHaveLength(1);
    answer(server, stepsWith(['tariff', 'groups', 'users']));
    await user.click(await button());
    const list = await screen.findByRole('region', { name: 'First steps' });
    await within(list).findByText('3 of 6');
    expect(server.requests('v2.first-steps')).toHaveLength(2);
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^1Check the organisation.*Asia\/Shanghai.*¥ \(RMB\).*15/),
      'Enter the tariff',
      'Create groups',
      expect.stringMatching(
        /^4Connect the first device.*Or import many from a file.*simulated breaker does not complete this step/,
      ),
      'Invite users',
      expect.stringMatching(/^6Send a test notification/),
    ]);
    const target = (name: string) => within(list).getByRole('link', { name }).getAttribute('href');
    expect(target('Check the organisation')).toBe('/settlement');
    expect(target('Connect the first device')).toBe('/registerdevice');
    expect(target('Or import many from a file')).toBe('/deviceimport');
    expect(target('Send a test notification')).toBe('/notification-setting');
    await expectNoAxeViolations(list);
  });

  it('confirm the organisation as it is', async () => {
    const { user, server } = await renderSteps(stepsWith([]));
    server.answer('v2.first-steps.organisation', {});
    await user.click(await button());
    answer(server, stepsWith(['organisation']));
    await user.click(await screen.findByRole('button', { name: 'These are correct' }));
    await waitFor(async () => expect((await button()).textContent).toBe('First steps 1 of 6'));
    expect(server.requests('v2.first-steps.organisation')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'These are correct' })).toBeNull();
  });

  it('disappear when they are dismissed, and the search brings them back', async () => {
    const { user, server } = await renderSteps(stepsWith([]));
    server.answer('v2.first-steps.change', {});
    await user.click(await button());
    answer(server, stepsWith([], { dismissed: true }));
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(header().queryByRole('button', { name: /^First/ })).toBeNull());
    await user.keyboard('{Control>}k{/Control}');
    await user.type(
      await screen.findByRole('combobox', { name: /^Search pages/ }),
      'getting started',
    );
    answer(server, stepsWith([]));
    await user.click(await screen.findByRole('option', { name: /First steps: show the list/ }));
    expect(await screen.findByRole('region', { name: 'First steps' })).toBeTruthy();
    expect(server.requests('v2.first-steps.change').map(({ body }) => body)).toEqual([
      { dismissed: true },
      { dismissed: false },
    ]);
  });

  it.each<[string, Steps, RenderOptions]>([
    ['all are done', stepsWith(KEYS), {}],
    ['the user has dismissed them', stepsWith([], { dismissed: true }), {}],
  ])('are hidden if %s', async (_, steps, options) => {
    const { server } = await renderSteps(steps, options);
    await waitFor(() => expect(server.requests('v2.first-steps')).toHaveLength(1));
    await screen.findByText('Confirmed');
    expect(header().queryByRole('button', { name: /^First steps/ })).toBeNull();
  });

  it.each<[string, RenderOptions]>([
    ['an operator', { role: 'operator' }],
    ['an administrator of a sub-group', { isInSubGroup: true }],
  ])('are not requested for %s', async (_, options) => {
    const { server } = await renderSteps(stepsWith([]), options);
    await screen.findByText('Confirmed');
    expect(server.requests('v2.first-steps')).toEqual([]);
  });
});
