import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answerLog, LOG_ROWS as ROWS } from '../../../test/answers/answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { openSocket, push } from '../../../test/fake-web-socket.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import { setScreenWidth } from '../../../test/screen.ts';

function renderLog(address = '/log', options: RenderOptions = {}) {
  return renderPage(address, { prepare: (server) => answerLog(server), ...options });
}

const PAGE = { list: ROWS, total: 40 };

describe('operation log', () => {
  it('requests the first 13 rows and shows the columns of the specification', async () => {
    const { server } = await renderLog();
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(server.requests('v2.log.control-list')).toEqual([
      { query: { module: 'all', pn: '1', ps: '13' } },
    ]);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual([
      'No.',
      'Device code',
      'Device name',
      'Module',
      'Time',
      'Command',
      'Status',
      'User',
    ]);
    const row = screen.getAllByRole('row').find((one) => one.textContent?.includes('Refused'))!;
    expect(within(row).getByText('2026-11-20 21:03:00').closest('.ltr')).not.toBeNull();
  });

  it('shows a missing device code as an empty value, not as a link', async () => {
    await renderLog('/log', {
      prepare: (server) => answerLog(server, [{ ...ROWS[0]!, device_code: '' }]),
    });
    const row = (await screen.findAllByRole('row')).at(-1)!;
    await waitFor(() => expect(within(row).getAllByText('–').length).toBeGreaterThan(0));
    const open = within(row).getByRole('button', { name: '–' });
    expect(open.dataset.empty).toBe('true');
  });

  it('names the platform as the user of an operation that no user issued', async () => {
    await renderLog('/log', {
      prepare: (server) =>
        answerLog(server, [
          { ...ROWS[0]!, user_name: '' },
          { ...ROWS[0]!, id: 999, user_name: '', device_code: '', device_name: '' },
        ]),
    });
    const [issued, unknown] = (await screen.findAllByRole('row')).slice(-2);
    expect(issued!.textContent).toContain('Platform');
    expect(unknown!.textContent).not.toContain('Platform');
  });

  it('applies every filter of the URL to the request', async () => {
    const { server } = await renderLog(
      '/log?device=MT61-HARBOUR-01&who=me&from=2026-11-01%2000:00:00&to=2026-11-02%2000:00:00&command=open&module=Remote%20control&status=refused&page=2&size=30',
    );
    await screen.findByText('Confirmed');
    expect(server.requests('v2.log.control-list')).toEqual([
      {
        query: {
          device_code: 'MT61-HARBOUR-01',
          user_id: '7',
          start: '2026-11-01 00:00:00',
          end: '2026-11-02 00:00:00',
          command: 'open',
          module: 'Remote control',
          status: 'refused',
          pn: '2',
          ps: '30',
        },
      },
    ]);
  });

  it('requests report entries filtered by the URL', async () => {
    const { server } = await renderLog('/log?command=make%20report&module=Reports&status=selected');
    await screen.findByText('Confirmed');
    // A value without a matching option would be displayed as it is in the URL.
    for (const text of ['Create report', 'Reports', 'Selected']) {
      expect(screen.getByTitle(text)).toBeTruthy();
    }
    expect(server.requests('v2.log.control-list')).toEqual([
      {
        query: {
          command: 'make report',
          module: 'Reports',
          status: 'selected',
          pn: '1',
          ps: '13',
        },
      },
    ]);
  });

  it('searches by device, returns to page 1 and stores the search in the URL', async () => {
    const { user, address, server } = await renderLog('/log?page=3');
    await screen.findByText('Confirmed');
    await user.type(
      screen.getByRole('searchbox', { name: 'Code or ID' }),
      'MT61-HARBOUR-01{Enter}',
    );
    await waitFor(() => expect(address()).toBe('/log?device=MT61-HARBOUR-01'));
    await waitFor(() =>
      expect(server.requests('v2.log.control-list').at(-1)).toEqual({
        query: { device_code: 'MT61-HARBOUR-01', module: 'all', pn: '1', ps: '13' },
      }),
    );
  });

  it('opens a row with the states of its command, and stores the open row in the URL', async () => {
    const { user, address } = await renderLog('/log', {
      prepare: (server) => {
        answerLog(server);
        server.answer('v2.device.command', {
          data: {
            id: '0197-aa',
            device_code: 'MT61-HARBOUR-01',
            device_name: 'Pump house',
            op: 'switch',
            switch: 'open',
            state: 'confirmed',
            reason: null,
            msg: null,
            created_at: 0,
            expires_at: 0,
            times: {
              queued: Date.UTC(2026, 10, 20, 13, 4, 5),
              sent: Date.UTC(2026, 10, 20, 13, 4, 5) + 20,
              acknowledged: Date.UTC(2026, 10, 20, 13, 4, 5) + 140,
              confirmed: Date.UTC(2026, 10, 20, 13, 4, 5) + 1_640,
            },
          },
        });
      },
    });
    const cell = await screen.findAllByRole('button', { name: 'MT61-HARBOUR-01' });
    await user.click(cell[0]!);
    const drawer = await screen.findByRole('dialog');
    expect(address()).toBe('/log?open=902');
    for (const [name, text] of [
      ['Before', 'Closed, by command'],
      ['After', 'Open, by command'],
      ['Tower and user', 'North hill, User 2'],
      ['Cause', 'Bus voltage too low'],
      ['Bus voltage', '\u206645.5\u202FV\u2069'],
    ] as const) {
      const term = within(drawer).getByText(name, { selector: 'dt' });
      expect(term.nextElementSibling?.textContent).toBe(text);
    }
    await waitFor(() =>
      expect(
        within(drawer)
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual([
        'Queued2026-11-20 21:04:05',
        'Sent2026-11-20 21:04:05+20\u202Fms',
        'Acknowledged2026-11-20 21:04:05+120\u202Fms',
        'Confirmed2026-11-20 21:04:06+1.5\u202Fs',
      ]),
    );
    await expectNoAxeViolations();
  });

  it('shows the reason for a refused attempt', async () => {
    await renderLog('/log?open=901');
    const drawer = await screen.findByRole('dialog');
    expect(drawer.textContent).toContain(
      'Cannot close remotely: the breaker is locked or was opened by hand.',
    );
  });

  it('requests the open row by its id if it is not on the page', async () => {
    const { server } = await renderLog('/log?open=800', {
      prepare: (prepared) =>
        prepared.answer('v2.log.control-list', ({ query }) => ({
          data: query?.id === undefined ? PAGE : { list: [{ ...ROWS[1]!, id: 800 }], total: 1 },
        })),
    });
    expect((await screen.findByRole('dialog')).textContent).toContain('=mira');
    expect(server.requests('v2.log.control-list').at(-1)).toEqual({
      query: { module: 'all', id: '800', pn: '1', ps: '1' },
    });
  });

  it('reloads when an operation is reported', async () => {
    const { server } = await renderLog();
    await screen.findByText('Confirmed');
    openSocket();
    push({
      deviceId: 1,
      deviceCode: 'MT61-HARBOUR-01',
      msgType: 'COMMAND',
      message: {
        command_id: '0197-bb',
        state: 'sent',
        switch: 'open',
        reason: null,
        msg: null,
        ts: 1,
      },
    });
    await waitFor(() => expect(server.requests('v2.log.control-list')).toHaveLength(2));
  });

  it('exports all filtered rows page by page, escaped for spreadsheets', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      files.push(blob as Blob);
      return 'blob:test';
    });
    const { user, server } = await renderLog('/log?status=refused', {
      prepare: (prepared) => {
        prepared.answer('v2.log.control-list', ({ query = {} }) => ({
          data: {
            total: 500,
            list:
              Number(query.ps) === 400
                ? Array.from({ length: Number(query.pn) === 1 ? 400 : 100 }, () => ROWS[1]!)
                : [ROWS[1]!],
          },
        }));
      },
    });
    await screen.findByText('Refused');
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = (await files[0]!.text()).trim().split('\r\n');
    expect(lines).toHaveLength(501);
    expect(lines[0]).toContain('Device code,Device name,Module,Time,Command,Status,User');
    expect(lines[1]).toContain("'=mira");
    const pages = server.requests('v2.log.control-list').slice(1);
    expect(pages.map(({ query }) => [query?.status, query?.pn, query?.ps])).toEqual([
      ['refused', '1', '400'],
      ['refused', '2', '400'],
    ]);
  });

  it('distinguishes an empty log from filters without a match', async () => {
    const prepare = (server: ContractServer) => answerLog(server, [], 0);
    const { router } = await renderLog('/log', { prepare });
    expect(await screen.findByText('No operations yet')).toBeTruthy();
    await router.navigate({ to: '/log', search: { status: 'expired' } });
    expect(await screen.findByText('No operations match these filters')).toBeTruthy();
  });

  it('shows an error with its request id and retries', async () => {
    const { user, server } = await renderLog('/log', {
      prepare: (prepared) =>
        prepared.answer('v2.log.control-list', {
          refuse: { code: 500, status: 500, requestId: 'req-77' },
        }),
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('req-77');
    answerLog(server);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Confirmed')).toBeTruthy();
  });

  it('shows the previous rows while the next page is loading', async () => {
    const { router, server } = await renderLog();
    await screen.findByText('Confirmed');
    server.answer('v2.log.control-list', { never: true });
    await router.navigate({ to: '/log', search: { page: 2 } });
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Operation log' }).getAttribute('aria-busy')).toBe(
        'true',
      ),
    );
    expect(screen.getByText('Confirmed')).toBeTruthy();
  });

  it('shows rows as cards on a phone', async () => {
    setScreenWidth(390);
    await renderLog();
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toContain('Module');
  });
});
