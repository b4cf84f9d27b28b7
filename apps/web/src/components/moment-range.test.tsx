import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerLog } from '../../test/answers.ts';
import { expectNoAxeViolations } from '../../test/axe.ts';
import { renderPage } from '../../test/render-page.tsx';

async function openPanel(address = '/log') {
  const page = await renderPage(address, { prepare: (server) => answerLog(server) });
  await page.user.click(await screen.findByRole('button', { name: /^Time: / }));
  await screen.findByLabelText('From');
  return page;
}

const wanted = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1]));

describe('time range', () => {
  it('takes typed moments as wall clock of the customer, to the second', async () => {
    const { user, address } = await openPanel();
    // An hour that does not exist in Paris: nothing may shift it.
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-29T02:30:05' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-29T03:00' } });
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
    const { address } = await openPanel();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-29T02:30:05' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-29T02:30:05' } });
    expect(screen.getByText('The end must be after the start')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
    expect(address()).toBe('/log');
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
