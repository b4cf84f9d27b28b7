import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  answerMessages,
  messageRow,
  pushMessage,
} from '../../../test/answers/notification-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import { openSocket } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

const ROWS = [
  messageRow(),
  messageRow({
    id: 30,
    what: 'escalated',
    device_name: 'Quay',
    type: 'deviceOffline',
    value: null,
  }),
  messageRow({ id: 29, what: 'handled', device_name: 'Crane', read: true }),
];

const render = (address = '/notifications', options: RenderOptions = {}) =>
  renderPage(address, { prepare: (server) => answerMessages(server, ROWS), ...options });

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

const plain = (text: string | null) =>
  (text ?? '').replaceAll(/[\u00a0\u202F]/g, ' ').replaceAll(/[\u2066-\u2069]/g, '');

describe('messages', () => {
  it('show the alarm or escalation with its phase, measured value and time', async () => {
    await render();
    const first = await rowOf('<b>Pump</b>');
    expect(first.textContent).toContain('Over-voltage');
    expect(plain(first.textContent)).toContain('271.3 V on phase A, limit 253 V, for 60 s');
    expect(first.textContent).toContain('2026-11-21 15:00:00');
    expect((await rowOf('Quay')).textContent).toContain('Escalated to you');
    expect(within(await rowOf('Crane')).queryByRole('button')).toBeNull();
  });

  it('about reports name their days and lead to the list, a failed one to its schedule', async () => {
    const report = { type: 'energy', start: '2026-11-16', end: '2026-11-22' };
    const base = { alarm_id: null, device_code: '', device_name: '', type: '', value: null };
    const rows = [
      messageRow({
        ...base,
        id: 41,
        what: 'report-ready',
        report: { ...report, task_id: 9, failure: '' },
      }),
      messageRow({
        ...base,
        id: 40,
        what: 'report-failed',
        report: { ...report, type: 'bill', task_id: null, failure: 'storage-full' },
      }),
    ];
    await render('/notifications', { prepare: (server) => answerMessages(server, rows) });
    const ready = within(await rowOf('Report ready')).getByRole('link');
    expect(plain(ready.textContent)).toBe('Energy 2026-11-16 – 2026-11-22');
    expect(ready.getAttribute('href')).toBe('/data-report');
    const failed = await rowOf('Report failed');
    expect(failed.textContent).toContain('The server is out of disk space.');
    expect(within(failed).getByRole('link').getAttribute('href')).toBe(
      '/data-report?tab=scheduled',
    );
    await expectNoAxeViolations();
  });

  it('can be marked as read, individually or all at once', async () => {
    const { user, server } = await render();
    server.answer('v2.notifications.read', { data: { unread: 1 } });
    await user.click(within(await rowOf('Quay')).getByRole('button', { name: /^Mark as read/ }));
    await waitFor(() =>
      expect(server.requests('v2.notifications.read')).toEqual([{ body: { ids: [30] } }]),
    );
    await waitFor(() => expect(server.requests('v2.notifications')).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() =>
      expect(server.requests('v2.notifications.read')[1]).toEqual({ body: { all: true } }),
    );
  });

  it('link to the device data of the alarm and are marked as read when the link is followed', async () => {
    const { user, server, address } = await render();
    server.answer('v2.notifications.read', { data: { unread: 1 } });
    server.answer('v2.devices', { data: { list: [], total: 0 } });
    await user.click(within(await rowOf('<b>Pump</b>')).getByRole('link'));
    await waitFor(() => expect(address()).toMatch(/^\/devices\/866123000010001\/data/));
    expect(new URLSearchParams(address().split('?')[1]).get('show')).toBe('voltage');
    expect(server.requests('v2.notifications.read')).toEqual([{ body: { ids: [31] } }]);
  });

  it('can be filtered to unread ones', async () => {
    const { user, address } = await render();
    await rowOf('Crane');
    await user.click(screen.getByText('Unread (2)'));
    await waitFor(() => expect(address()).toBe('/notifications?unread=true'));
    await waitFor(() => expect(screen.queryByText('Crane')).toBeNull());
  });

  it('appear live', async () => {
    const { server } = await render();
    await rowOf('Crane');
    openSocket();
    answerMessages(server, [messageRow({ id: 32, device_name: 'Silo' }), ...ROWS]);
    // A test message is not listed and changes no list.
    pushMessage(null);
    expect(screen.queryByText('Silo')).toBeNull();
    pushMessage(messageRow({ id: 32, device_name: 'Silo' }));
    expect(await rowOf('Silo')).toBeTruthy();
  });

  it('have a link with the unread count in the bell menu', async () => {
    const { user, address } = await render('/notifications');
    await rowOf('Crane');
    await user.click(screen.getByRole('button', { name: /^Alarms to acknowledge/ }));
    const link = await screen.findByRole('link', { name: 'Messages, unread: 2' });
    await user.click(link);
    await waitFor(() => expect(address()).toBe('/notifications'));
  });

  it('announce escalations to the user on every page', async () => {
    const { user, address } = await render();
    await rowOf('Crane');
    openSocket();
    pushMessage(messageRow());
    expect(screen.queryByText(/^Escalated to you:/)).toBeNull();
    pushMessage(messageRow({ what: 'escalated' }));
    expect(await screen.findByText('Escalated to you: Over-voltage')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'View alarm' }));
    await waitFor(() => expect(address()).toBe('/realalarm'));
  });

  it.each(['en', 'ar'] as const)('have no axe violations (%s)', async (language) => {
    await render('/notifications', { language });
    await rowOf('Crane');
    await expectNoAxeViolations();
  });
});
