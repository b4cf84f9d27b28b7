import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  alarmRow,
  answerAlarmCount,
  answerAlarmList,
} from '../../../test/answers/alarm-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';

import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import { setScreenWidth } from '../../../test/screen.ts';

const ROWS = [
  alarmRow({ id: 7, device_name: 'Pump house' }),
  alarmRow({ id: 6, device_name: 'Quay lamp', handled: true, handled_by: 'ana' }),
  alarmRow({ id: 5, device_name: 'Crane' }),
  alarmRow({ id: 4, device_name: 'Mill' }),
];

function prepare(server: ContractServer) {
  answerAlarmCount(server);
  answerAlarmList(server, ROWS);
}
const render = async (options: RenderOptions = {}) => {
  const page = await renderPage('/historyalarm', { prepare, ...options });
  await screen.findByText('Quay lamp');
  return page;
};

const box = (device: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Over-voltage of ${device}` });
const acknowledge = (count: number) =>
  screen.getByRole<HTMLButtonElement>('button', { name: `Acknowledge selected (${count})` });

describe('the selection in the alarm history', () => {
  it('is made by keyboard, and acknowledges and withdraws with one call each', async () => {
    const { user, server } = await render();
    server.answer('v2.alarms.handle', { data: { changed: 2, ids: [7, 4] } });
    box('Pump house').focus();
    await user.keyboard(' ');
    box('Mill').focus();
    await user.keyboard(' ');
    await user.click(acknowledge(2));
    const notice = (await screen.findByText('2 alarms acknowledged')).closest('[role="status"]');
    expect(notice!.textContent).not.toContain('already');
    expect(box('Mill').checked).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(server.requests('v2.alarms.handle')).toEqual([
        { body: { ids: ['7', '4'], handled: true } },
        { body: { ids: ['7', '4'], handled: false } },
      ]),
    );
  });

  it('selects a range by a click with Shift, without the acknowledged rows', async () => {
    await render();
    fireEvent.click(box('Pump house'));
    fireEvent.click(box('Mill'), { shiftKey: true });
    expect(['Pump house', 'Crane', 'Mill'].map((name) => box(name).checked)).toEqual([
      true,
      true,
      true,
    ]);
    expect(acknowledge(3).disabled).toBe(false);
  });

  it('reports what another user has acknowledged, and does not withdraw it', async () => {
    const { user, server } = await render();
    server.answer('v2.alarms.handle', { data: { changed: 1, ids: [5] } });
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(acknowledge(3));
    expect(await screen.findByText('Alarm acknowledged')).toBeTruthy();
    expect(screen.getByText('2 alarms had already been acknowledged by other users')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(server.requests('v2.alarms.handle').at(-1)).toEqual({
        body: { ids: ['5'], handled: false },
      }),
    );
  });

  it('offers no undo if another user has acknowledged all of them', async () => {
    const { user, server } = await render();
    server.answer('v2.alarms.handle', { data: { changed: 0, ids: [] } });
    await user.click(box('Crane'));
    await user.click(acknowledge(1));
    expect(
      await screen.findByText('1 alarm had already been acknowledged by another user'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('stays if the call is refused, and the list is read again', async () => {
    const { user, server } = await render();
    server.answer('v2.alarms.handle', { refuse: { code: 1, reason: 'not-found' } });
    await user.click(box('Crane'));
    const requests = server.requests('v2.alarms').length;
    await user.click(acknowledge(1));
    expect(await screen.findByText('Not found, or you do not have access')).toBeTruthy();
    await waitFor(() => expect(server.requests('v2.alarms').length).toBeGreaterThan(requests));
    expect(box('Crane').checked).toBe(true);
  });

  it.each([
    ['page', { page: 2 }],
    ['filter', { kind: 'alarm' as const }],
  ])('is kept while the page is read again, and ends with another %s', async (_, search) => {
    const { user, server, router, readAgain } = await render();
    await user.click(box('Crane'));
    const requests = server.requests('v2.alarms').length;
    await readAgain();
    await waitFor(() => expect(server.requests('v2.alarms').length).toBeGreaterThan(requests));
    expect(acknowledge(1).disabled).toBe(false);
    await router.navigate({ to: '/historyalarm', search });
    await waitFor(() => expect(acknowledge(0).disabled).toBe(true));
    expect(box('Crane').checked).toBe(false);
    await router.navigate({ to: '/historyalarm', search: {} });
    expect(acknowledge(0).disabled).toBe(true);
  });

  it('says in the row why an acknowledged alarm has no checkbox', async () => {
    await render();
    const row = screen.getByText('Quay lamp').closest('tr')!;
    expect(within(row).queryByRole('checkbox')).toBeNull();
    expect(within(row).getByText('Already acknowledged')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Selection' })).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('does not open the row', async () => {
    const { user, address } = await render();
    await user.click(box('Crane').closest('td')!);
    await user.click(box('Crane'));
    expect(address()).toBe('/historyalarm');
  });

  it('is on the cards of a phone too', async () => {
    setScreenWidth(390);
    const { user, server } = await render();
    server.answer('v2.alarms.handle', { data: { changed: 1, ids: [5] } });
    expect(screen.getAllByRole('checkbox', { name: /^Select Over-voltage/ })).toHaveLength(3);
    expect(screen.getByText('Already acknowledged')).toBeTruthy();
    await user.click(box('Mill'));
    await user.click(box('Crane'));
    await user.click(box('Mill'));
    await user.click(acknowledge(1));
    expect(await screen.findByText('Alarm acknowledged')).toBeTruthy();
    expect(server.requests('v2.alarms.handle')).toEqual([{ body: { ids: ['5'], handled: true } }]);
  });

  it('is not offered to a viewer', async () => {
    await render({ role: 'viewer' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
