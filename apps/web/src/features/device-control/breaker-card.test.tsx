/** Content of a breaker card: lock, age of the load, colours, right-to-left layout. */
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../test/answers/device-answers.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { button, card, renderControl } from '../../../test/render-control.ts';

describe('the breaker card', () => {
  it('shows a lock with user, reason and end', async () => {
    await renderControl({
      status: 'switch:lockByCommand',
      allowed: { open: false, close: false, lock: false, unlock: true },
      lock: {
        user_id: 7,
        user_name: 'mira',
        reason: 'Permit 214',
        until: Date.now() - 1_000,
        at: Date.now() - 60_000,
      },
    });
    const note = await screen.findByRole('complementary', { name: 'Lock' });
    expect(within(note).getByText('Permit 214')).toBeTruthy();
    expect(within(note).getByText('mira')).toBeTruthy();
    expect(within(note).getByText(/This time has passed/)).toBeTruthy();
  });

  it('shows another user’s lock and disables unlocking', async () => {
    const { user } = await renderControl({
      status: 'switch:lockByCommand',
      allowed: { open: false, close: false, lock: false, unlock: false },
      lock: { user_id: 8, user_name: 'otto', reason: 'Permit 9', until: null, at: Date.now() },
    });
    await card();
    await user.click(screen.getByText('Lock and unlock'));
    expect(
      await screen.findByText(/Only the user who locked the breaker or an administrator/),
    ).toBeTruthy();
    expect(button('Unlock breaker').disabled).toBe(true);
    expect(screen.getByText('otto')).toBeTruthy();
  });

  it('marks a load that was measured before the last switching until the next reading arrives', async () => {
    const now = Date.now();
    await renderControl({
      status: 'switch:openByCommand',
      status_at: now - 1_000,
      variable: { ts: now - 20_000, values: { insP: 12.43 } },
      allowed: { open: false, close: true, lock: true, unlock: false },
    });
    const shown = await card();
    expect(within(shown).getByText('measured before switching')).toBeTruthy();
    openSocket();
    push({
      deviceId: 11,
      deviceCode: CODE,
      msgType: 'VARIABLE',
      message: { ts: now, dateTime: '2026-11-20 10:00:00', insP: 0 },
    });
    expect(await within(shown).findByText('0.00')).toBeTruthy();
    expect(within(shown).queryByText('measured before switching')).toBeNull();
  });

  it('shows the current measured since the breaker opened, and warns if it still flows', async () => {
    const now = Date.now();
    await renderControl({
      status: 'switch:openByCommand',
      status_at: now - 5_000,
      variable: { ts: now - 20_000, values: { insP: 2, curA: 9 } },
      allowed: { open: false, close: true, lock: true, unlock: false },
    });
    const shown = await card();
    expect(within(shown).queryByText(/on phase/)).toBeNull();
    openSocket();
    const measure = (message: Record<string, number>) =>
      push({ deviceId: 11, deviceCode: CODE, msgType: 'VARIABLE', message });
    measure({ ts: now - 4_000, curA: 0, curB: 3.21, curC: 0 });
    const warning = await within(shown).findByText(/^Current still flows: \S*3\.2 A/);
    expect(warning.textContent).toMatch(/on phase \S?B\S? ·/);
    measure({ ts: now, curA: 0, curB: 0, curC: 0 });
    expect((await within(shown).findByText(/^\S?0\.0 A\S? on phase/)).textContent).toContain(
      'A, B, C',
    );
    expect(within(shown).queryByText(/Current still flows/)).toBeNull();
  });

  it('is not next to the colour choice, where a stray click would exchange the colours', async () => {
    await renderControl();
    await card();
    expect(screen.queryByText('Closed red')).toBeNull();
  });

  it('is mirrored in Arabic', async () => {
    await renderControl({}, { language: 'ar' });
    await card();
    expect(document.documentElement.dir).toBe('rtl');
    expect(screen.getByText(CODE, { selector: '.breaker-card__code' }).classList).toContain('ltr');
  });
});
