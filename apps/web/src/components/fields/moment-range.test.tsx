import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answerLog } from '../../../test/answers/answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { MomentField } from './moment-field.tsx';

async function openPanel(address = '/log') {
  const page = await renderPage(address, { prepare: (server) => answerLog(server) });
  await page.user.click(await screen.findByRole('button', { name: /^Time: / }));
  // The picker is loaded when it is first displayed.
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').readOnly).toBe(false));
  return page;
}

/** Types a text and leaves the field, which parses it. */
async function enter(user: RenderedPage['user'], label: string, moment: string) {
  await user.click(screen.getByLabelText(label));
  await user.paste(moment);
  await user.tab();
}

const wanted = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1]));

describe('a field without seconds', () => {
  it('retains the seconds of its value after focus and blur', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup();
    render(<MomentField id="moment" value="2026-11-01 17:04:05" onChange={onChange} />);
    const field = await screen.findByDisplayValue<HTMLInputElement>('2026-11-01 17:04');
    await waitFor(() => expect(field.readOnly).toBe(false));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    await user.tab();
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('the time range', () => {
  it('interprets typed text as wall-clock time of the customer, to the second', async () => {
    const { user, address } = await openPanel();
    // An hour skipped by daylight saving time in Paris must not be shifted.
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

  it.each([
    ['٢٠٢٦-٠٣-٢٩ ٠٢:٣٠:٠٥', '2026-03-29 02:30:05'],
    ['2026-03-29T02:30:05', '2026-03-29 02:30:05'],
  ])('accepts %s', async (text, from) => {
    const { user, address } = await openPanel();
    await enter(user, 'From', text);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(wanted(address())).toEqual({ from }));
  });

  it('does not change the text while the user is typing', async () => {
    const { user } = await openPanel();
    const field = screen.getByLabelText<HTMLInputElement>('From');
    await user.type(field, '2026-11-12T08:15:05');
    expect(field.value).toBe('2026-11-12T08:15:05');
    await user.keyboard('{Tab}');
    expect(field.value).toBe('2026-11-12 08:15:05');
  });

  it('retains invalid text and shows a message', async () => {
    const { user } = await openPanel('/log?from=2026-11-01%2017:04:05');
    const field = screen.getByLabelText<HTMLInputElement>('From');
    await user.clear(field);
    await enter(user, 'From', 'yesterday');
    expect(screen.getByRole('alert').textContent).toMatch(/yesterday.* is not a date and time/);
    expect(field.value).toBe('yesterday');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
    await user.clear(field);
    await enter(user, 'From', '2026-11-02 8:00');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field.value).toBe('2026-11-02 08:00:00');
  });

  it('highlights the current day of the customer’s time zone in the calendar', async () => {
    const { user } = await openPanel();
    // The date is 2026-11-21 in the customer's time zone.
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 20, 19, 4, 5));
    await user.click(screen.getAllByRole('button', { name: 'Choose from the calendar' })[0]!);
    const today = await waitFor(() => {
      const cell = document.querySelector('.ant-picker-cell-today');
      expect(cell?.getAttribute('title')).toBe('2026-11-21');
      return cell!;
    });
    await user.click(today);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    const field = screen.getByLabelText<HTMLInputElement>('From');
    expect(field.value).toBe('2026-11-21 00:00:00');
    expect(document.activeElement).toBe(field);
  });

  it('rejects an end before the start', async () => {
    const { user, address } = await openPanel();
    await enter(user, 'From', '2026-03-29 02:30:05');
    await enter(user, 'To', '2026-03-29 02:30:05');
    expect(screen.getByText('The end must be after the start')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
    expect(address()).toBe('/log');
  });

  it('shows an ISO date and 24 hours in every language', async () => {
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
    ['This month', '2026-11-01 00:00:00'],
    ['Last 7 days', '2026-11-14 03:04:05'],
  ])('computes the start of the preset "%s" in the customer’s time zone', async (name, from) => {
    const { user, address } = await openPanel();
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 20, 19, 4, 5));
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(wanted(address())).toEqual({ from }));
  });

  it.each([
    ['Yesterday', '2026-11-20 00:00:00', '2026-11-21 00:00:00'],
    ['Last month', '2026-10-01 00:00:00', '2026-11-01 00:00:00'],
  ])('computes both ends of the preset "%s"', async (name, from, to) => {
    const { user, address } = await openPanel();
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 20, 19, 4, 5));
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(wanted(address())).toEqual({ from, to }));
  });

  it('can be cleared', async () => {
    const { user, address } = await openPanel('/log?from=2026-11-01%2000:00:00');
    await user.click(screen.getByRole('button', { name: 'Any time' }));
    await waitFor(() => expect(address()).toBe('/log'));
  });
});
