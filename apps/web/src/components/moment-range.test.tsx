import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerLog } from '../../test/answers.ts';
import { expectNoAxeViolations } from '../../test/axe.ts';
import { type RenderedPage, renderPage } from '../../test/render-page.tsx';

async function openPanel(address = '/log') {
  const page = await renderPage(address, { prepare: (server) => answerLog(server) });
  await page.user.click(await screen.findByRole('button', { name: /^Time: / }));
  // The picker is loaded when it is first shown.
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').readOnly).toBe(false));
  return page;
}

/** Typed, and taken when the field is left. */
async function enter(user: RenderedPage['user'], label: string, moment: string) {
  await user.click(screen.getByLabelText(label));
  await user.paste(moment);
  await user.tab();
}

const wanted = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1]));

describe('time range', () => {
  it('takes typed moments as wall clock of the customer, to the second', async () => {
    const { user, address } = await openPanel();
    // An hour that does not exist in Paris: nothing may shift it.
    await enter(user, 'From', '2026-03-29 02:30:05');
    await enter(user, 'To', '2026-3-29 3:00');
    await expectNoAxeViolations();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(wanted(address())).toEqual({
        from: '2026-03-29 02:30:05',
        to: '2026-03-29 03:00:00',
      }),
    );
  });

  it('refuses an end before its start', async () => {
    const { user, address } = await openPanel();
    await enter(user, 'From', '2026-03-29 02:30:05');
    await enter(user, 'To', '2026-03-29 02:30:05');
    expect(screen.getByText('The end must be after the start')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
    expect(address()).toBe('/log');
  });

  it('shows an ISO day and 24 hours in every language', async () => {
    const page = await renderPage('/log?from=2026-11-01%2017:04:05', {
      language: 'ar',
      prepare: (server) => answerLog(server),
    });
    await page.user.click(await screen.findByRole('button', { name: /2026-11-01/ }));
    const field = await screen.findByDisplayValue<HTMLInputElement>('2026-11-01 17:04:05');
    expect(field.placeholder).toBe('YYYY-MM-DD HH:mm:ss');
  });

  it.each([
    ['Today', '2026-11-21 00:00:00'],
    ['Last 7 days', '2026-11-14 03:04:05'],
  ])('%s begins in the zone of the customer', async (name, from) => {
    const { user, address } = await openPanel();
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 20, 19, 4, 5));
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(wanted(address())).toEqual({ from }));
  });

  it('is taken back', async () => {
    const { user, address } = await openPanel('/log?from=2026-11-01%2000:00:00');
    await user.click(screen.getByRole('button', { name: 'Any time' }));
    await waitFor(() => expect(address()).toBe('/log'));
  });
});
