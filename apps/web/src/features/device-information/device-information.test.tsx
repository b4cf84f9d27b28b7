import { CONNECTION_CAUSES } from '@busbar/domain/device/connection-cause';
import { pngOf } from '@busbar/domain/test/test-pictures';
import words from '@busbar/texts/locales/en/device-information.json';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerList, CODE, deviceRow } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Information = AnswerFor<'v2.device-information'>['data'];

const AT = Date.UTC(2026, 10, 20, 4, 0, 0);
const NOTE = { id: 1, text: 'Terminals tightened', user_name: 'mira', at: AT, deletable: true };
const PHOTO = {
  id: 4,
  caption: 'The board',
  format: 'png',
  width: 8,
  height: 8,
  bytes: 70,
  user_name: 'mira',
  at: AT,
  deletable: true,
};

const information = (more: Partial<Information> = {}): Information => ({
  ...deviceRow(),
  installed_on: '2024-02-29',
  registered_at: AT,
  revision: 3,
  lng_t: 7.1,
  lat_t: 51.2,
  interval_s: 60,
  connected_at: AT,
  credentials: { issued_at: AT, old_until: null, used_at: AT, used: 'secret' },
  rejected: 2,
  notes: 1,
  photos: 1,
  ...more,
});

function answers(server: ContractServer, more: Partial<Information> = {}) {
  answerList(server);
  server.answer('v2.device-information', { data: information(more) });
  server.answer('v2.device-information.signals', {
    data: {
      start: AT - 30 * 86_400_000,
      end: AT,
      cut: false,
      list: [
        { ts: AT - 86_400_000, csq: 4 },
        { ts: AT - 3_600_000, csq: 23 },
        { ts: AT - 60_000, csq: 99 },
      ],
    },
  });
  server.answer('v2.device-information.connections', {
    data: {
      total: 2,
      list: [
        { at: AT, event: 'went', cause: 'silent' },
        { at: AT - 60_000, event: 'came', cause: 'old-secret' },
      ],
    },
  });
  server.answer('v2.device-information.notes', { data: { list: [NOTE] } });
  server.answer('v2.device-information.photos', { data: { list: [PHOTO] } });
}

const open = (tab: string, options: RenderOptions = {}, more: Partial<Information> = {}) =>
  renderPage(`/deviceinformation?device=${CODE}&tab=${tab}`, {
    role: 'admin',
    prepare: (server) => answers(server, more),
    ...options,
  });

/** The value of a row of facts. */
const factOf = (label: string) =>
  screen.queryByText(label, { selector: 'dt' })?.nextElementSibling ?? undefined;

describe('the device information page', () => {
  it('shows the nameplate and saves the installation date with the revision that was read', async () => {
    const { user, server } = await open('plate');
    server.answer('v2.device.update', { data: deviceRow() });
    expect(await screen.findByText('3.4.1')).toBeTruthy();
    expect(screen.getByText('51.20000, 7.10000')).toBeTruthy();
    const day = screen.getByLabelText('Installed on');
    await user.clear(day);
    await user.type(day, '2025-03-01');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.requests('v2.device.update')).toEqual([
        {
          body: { device_code: CODE, revision: 3, address: 'Quay 4', installed_on: '2025-03-01' },
        },
      ]),
    );
  });

  it.each([
    ['slave of a gateway', null, 'Gateway', null, /through its gateway/],
    ['channel of a device', 2, 'Device', '2', /through its device/],
  ])('names the device through which a %s connects', async (_, channel, label, number, access) => {
    const slave = { kind: 'slave', parent_code: CODE, slave_address: 2, channel } as const;
    await open('plate', {}, { ...slave, credentials: null });
    const link = await screen.findByRole('link', { name: CODE });
    expect(factOf(label)?.contains(link)).toBe(true);
    expect(factOf('Channel')?.textContent ?? null).toBe(number);
    await open('access', {}, { ...slave, credentials: null });
    await screen.findByText(access);
  });

  it('refuses the second of two concurrent changes with a message and refetches on request', async () => {
    const { user, server } = await open('plate');
    server.answer('v2.device.update', { refuse: { code: 41601, reason: 'device-changed' } });
    await user.type(await screen.findByLabelText('Location (optional)'), ' b');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Someone else changed this device/)).toBeTruthy();
    server.answer('v2.device-information', {
      data: information({ address: 'Pier 9', revision: 4 }),
    });
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByDisplayValue('Pier 9')).toBeTruthy();
  });

  it('describes the signal chart and explains connections and disconnections', async () => {
    await open('connection');
    expect(
      await screen.findByRole('img', {
        name: '2 values; lowest: Very weak, csq 4, \u2066−105\u202FdBm\u2069; highest: Excellent, csq 23, \u2066−67\u202FdBm\u2069',
      }),
    ).toBeTruthy();
    expect(await screen.findByText('nothing came within its keep-alive')).toBeTruthy();
    expect(screen.getByText('with the old secret')).toBeTruthy();
  });

  it('shows signal and connections for the span in the URL', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: AT });
    const spansOf = (server: ContractServer) =>
      (['v2.device-information.signals', 'v2.device-information.connections'] as const).map(
        (name) => {
          const { start, end } = server.requests(name).at(-1)!.query!;
          return [(AT - Number(start)) / 86_400_000, (AT - Number(end)) / 86_400_000];
        },
      );
    const { user, server, address } = await open('connection');
    await waitFor(() =>
      expect(spansOf(server)).toEqual([
        [30, 0],
        [30, 0],
      ]),
    );
    await user.click(await screen.findByText('90 days'));
    await waitFor(() => expect(address()).toContain('range=90d'));
    await waitFor(() =>
      expect(spansOf(server)).toEqual([
        [90, 0],
        [90, 0],
      ]),
    );
    // A custom range is initialized with the displayed span.
    await user.click(screen.getByText('Custom'));
    await waitFor(() => expect(address()).toMatch(/from=2026-08-22/));
    expect(screen.getByRole('button', { name: 'Time: 2026-08-22 12:00:00 – now' })).toBeTruthy();
    await expectNoAxeViolations();
  });

  it('requests a custom range and shows that values were omitted', async () => {
    const { server } = await renderPage(
      `/deviceinformation?device=${CODE}&tab=connection&range=custom&from=2026-01-01 00:00:00&to=2026-02-01 00:00:00`,
      {
        role: 'admin',
        prepare: (prepared) => {
          answers(prepared);
          prepared.answer('v2.device-information.signals', {
            data: { start: AT - 1000, end: AT, cut: true, list: [{ ts: AT - 500, csq: 20 }] },
          });
        },
      },
    );
    expect(await screen.findByText(/^The oldest values of this period are not shown/)).toBeTruthy();
    const range = {
      start: String(Date.parse('2026-01-01T00:00:00+08:00')),
      end: String(Date.parse('2026-02-01T00:00:00+08:00')),
    };
    expect(server.requests('v2.device-information.signals')[0]?.query).toEqual(range);
    expect(server.requests('v2.device-information.connections')[0]?.query).toMatchObject(range);
  });

  it('has a translation for every cause', () => {
    for (const [event, causes] of Object.entries(CONNECTION_CAUSES)) {
      expect(Object.keys(words.cause[event as 'came' | 'went']).sort()).toEqual([...causes].sort());
    }
  });

  it('adds a note, and deletes one only after confirmation', async () => {
    const { user, server } = await open('notes');
    server.answer('v2.device-information.notes.add', { data: NOTE });
    server.answer('v2.device-information.notes.delete', {});
    await user.type(await screen.findByLabelText('New note'), 'Fuse replaced');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() =>
      expect(server.requests('v2.device-information.notes.add')).toEqual([
        { params: { device_code: CODE }, body: { text: 'Fuse replaced' } },
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Delete the note of mira' }));
    expect(server.requests('v2.device-information.notes.delete')).toEqual([]);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Terminals tightened')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.requests('v2.device-information.notes.delete')).toEqual([
        { params: { device_code: CODE, id: '1' } },
      ]),
    );
  });

  it('explains why a note was not deleted and clears the error before the next dialog', async () => {
    const { user, server } = await open('notes');
    server.answer('v2.device-information.notes.delete', {
      refuse: { code: 403, reason: 'forbidden' },
    });
    const ask = async () => {
      await user.click(await screen.findByRole('button', { name: 'Delete the note of mira' }));
      return screen.findByRole('dialog');
    };
    const first = await ask();
    await user.click(within(first).getByRole('button', { name: 'Delete' }));
    expect(await within(first).findByRole('alert')).toBeTruthy();
    await user.click(within(first).getByRole('button', { name: 'Cancel' }));
    const again = await ask();
    await waitFor(() => expect(within(again).queryByRole('alert')).toBeNull());
  });

  it('loads photos as they become visible, uploads a valid one and rejects others in the browser', async () => {
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    const { user, server } = await open('photos');
    server.answer('v2.device-information.photos.file', {});
    server.answer('v2.device-information.photos.add', { data: PHOTO });
    expect(await screen.findByText('The board')).toBeTruthy();
    const input = screen.getByLabelText('Add photo', { selector: 'input' });
    await user.upload(input, new File(['<svg/>'], 'board.png', { type: 'image/png' }));
    expect(await screen.findByText('Only JPEG, PNG and WebP photos are accepted')).toBeTruthy();
    expect(server.requests('v2.device-information.photos.add')).toEqual([]);
    await user.type(screen.getByLabelText('Caption'), 'Door open');
    const picture = new Uint8Array(pngOf(8, 8));
    await user.upload(input, new File([picture], 'x.png', { type: 'image/png' }));
    await waitFor(() =>
      expect(server.requests('v2.device-information.photos.add')).toEqual([
        {
          params: { device_code: CODE },
          body: { content: btoa(String.fromCharCode(...picture)), caption: 'Door open' },
        },
      ]),
    );
  });

  it('names the old secret that is still valid and links to the rejected messages', async () => {
    await open(
      'access',
      {},
      {
        credentials: { issued_at: AT, old_until: AT + 3_600_000, used_at: AT, used: 'old-secret' },
      },
    );
    expect(await screen.findByText(/The old secret is valid until/)).toBeTruthy();
    expect(screen.getByText('with the old secret')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'New secret' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View messages' }).getAttribute('href')).toContain(
      CODE,
    );
    await expectNoAxeViolations();
  });

  it('offers a viewer no changes', async () => {
    const viewer: RenderOptions = { role: 'viewer' };
    await open('access', viewer, { rejected: null });
    expect(await screen.findByText('Only administrators can issue a new secret.')).toBeTruthy();
    expect(screen.queryByText('Rejected messages')).toBeNull();
    expect(screen.queryByRole('button', { name: 'New secret' })).toBeNull();
  });
});
