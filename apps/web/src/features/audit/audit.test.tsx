import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import type { AuditEntry, ChainState } from './api/use-audit.ts';

const ENTRY: AuditEntry = {
  id: 902,
  seq: 871,
  time: '2026-11-20 21:04:05',
  ts: Date.UTC(2026, 10, 20, 13, 4, 5),
  kind: 'operation',
  user_id: 12,
  user_name: '<b>mira</b>',
  client_address: '10.0.0.7',
  session: '0a1b2c3d4e5f',
  module: 'Projects',
  command: 'change project',
  status: 'done',
  command_state: null,
  device_code: '',
  device_name: '',
  command_id: null,
  detail: { before: { name: 'Old', kind: 'lamp' }, after: { name: 'New', kind: 'lamp' }, way: 'x' },
};

const ROWS: AuditEntry[] = [
  {
    ...ENTRY,
    id: 903,
    seq: null,
    time: '2026-11-20 21:05:00',
    kind: 'access',
    module: 'Sign-in',
    command: 'sign in',
    status: 'refused:bad-credentials',
    session: '',
    detail: { client: 'Browser' },
  },
  ENTRY,
];

const WHOLE: ChainState = {
  after: 0,
  through: 871,
  hash: 'ab'.repeat(32),
  waiting: 1,
  fault: null,
};

function answer(server: ContractServer, chain: ChainState = WHOLE): void {
  server.answer('v2.audit-trail', { data: { list: ROWS, total: 40, searched_from: null } });
  server.answer('v2.audit-trail.verify', { data: chain });
}

function renderAudit(address = '/audit', chain = WHOLE, options: RenderOptions = {}) {
  return renderPage(address, {
    role: 'auditor',
    prepare: (server) => answer(server, chain),
    ...options,
  });
}

describe('the audit trail', () => {
  it('lists entries with number, user, address and action, and reports that the chain is intact', async () => {
    const { server } = await renderAudit();
    expect(await screen.findByText('Change project')).toBeTruthy();
    expect(server.requests('v2.audit-trail')).toEqual([{ query: { pn: '1', ps: '13' } }]);
    const row = screen.getAllByRole('row').find((one) => one.textContent?.includes('871'))!;
    expect(within(row).getByText('<b>mira</b>')).toBeTruthy();
    expect(within(row).getByText('10.0.0.7')).toBeTruthy();
    const chain = screen.getByRole('region', { name: 'State of the audit chain' });
    expect(
      await within(chain).findByText('The chain is intact up to number 871: 871 entries verified'),
    ).toBeTruthy();
    expect(within(chain).getByText('1 entry is waiting to be sealed')).toBeTruthy();
  });

  it('shows the outcome of a command, and in the drawer its state when the entry was written', async () => {
    const row: AuditEntry = {
      ...ENTRY,
      module: 'Remote control',
      command: 'open',
      status: 'queued',
      command_state: 'confirmed',
      command_id: 'c1',
      detail: {},
    };
    const { user } = await renderAudit('/audit', WHOLE, {
      prepare: (server) => {
        answer(server);
        server.answer('v2.audit-trail', { data: { list: [row], total: 1, searched_from: null } });
      },
    });
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.queryByText('Queued')).toBeNull();
    await user.click(screen.getByRole('button', { name: '2026-11-20 21:04:05' }));
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByText('Recorded status').parentElement?.textContent).toContain(
      'Queued',
    );
  });

  it('sends the filters and the sort order of the URL to the server', async () => {
    const { server } = await renderAudit(
      '/audit?text=mira&from=2026-11-01%2000:00:00&to=2026-11-02%2000:00:00&kind=access&module=Sign-in&command=sign%20in&status=refused&device=MT61-1&user=12&sort=user&order=desc&page=2&size=30',
    );
    await screen.findByText('Change project');
    expect(server.requests('v2.audit-trail')).toEqual([
      {
        query: {
          text: 'mira',
          start: '2026-11-01 00:00:00',
          end: '2026-11-02 00:00:00',
          kind: 'access',
          module: 'Sign-in',
          command: 'sign in',
          status: 'refused',
          device_code: 'MT61-1',
          user_id: '12',
          sort: 'user',
          order: 'desc',
          pn: '2',
          ps: '30',
        },
      },
    ]);
  });

  it('searches all fields and returns to page 1', async () => {
    const { user, address } = await renderAudit('/audit?page=3');
    await screen.findByText('Change project');
    await user.type(screen.getByRole('searchbox', { name: 'Search all fields' }), '10.0{Enter}');
    await waitFor(() => expect(address()).toBe('/audit?text=10.0'));
  });

  it('shows how far back a text was searched, continues from there and restarts', async () => {
    const from = { time: '2026-11-19 08:00:00', ts: Date.UTC(2026, 10, 19) };
    const { user, address, server } = await renderAudit('/audit?text=mira&page=2', WHOLE, {
      prepare: (prepared) => {
        answer(prepared);
        prepared.answer('v2.audit-trail', { data: { list: [], total: 0, searched_from: from } });
      },
    });
    await screen.findByText(
      'Searched back to \u20662026-11-19 08:00:00\u2069. Older entries have not been searched.',
    );
    expect(await screen.findByText('No matches in the entries searched')).toBeTruthy();
    expect(screen.getByText('Search further back or clear the filters.')).toBeTruthy();
    await expectNoAxeViolations();
    answer(server);
    await user.click(screen.getByRole('button', { name: 'Search further back' }));
    await screen.findByText('Change project');
    expect(address()).toBe(`/audit?text=mira&before=${from.ts}`);
    expect(server.requests('v2.audit-trail').at(-1)).toEqual({
      query: { text: 'mira', end: String(from.ts), pn: '1', ps: '13' },
    });
    expect(screen.queryByRole('button', { name: 'Search further back' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'From the newest' }));
    await waitFor(() => expect(address()).toBe('/audit?text=mira'));
    expect(screen.queryByRole('button', { name: 'From the newest' })).toBeNull();
  });

  describe('a continuous search', () => {
    const DAY = 86_400_000;
    const START = Date.UTC(2026, 10, 19);
    const edge = (days: number) => ({
      time: `2026-11-${19 - days} 08:00:00`,
      ts: START - days * DAY,
    });
    const row = (id: number): AuditEntry => ({ ...ENTRY, id, time: `2026-11-18 00:00:${id}` });
    type Span = {
      list: AuditEntry[];
      total: number;
      searched_from: ReturnType<typeof edge> | null;
    };

    /** Spans of a day each, newest first; the first of them ends at START. */
    async function renderSpans(spans: (Span | Promise<Span>)[]) {
      const rendered = await renderAudit('/audit?text=mira', WHOLE, {
        prepare: (prepared) => {
          answer(prepared);
          prepared.answer('v2.audit-trail', async ({ query }) => {
            if (query?.end === undefined) {
              return { data: { list: [], total: 0, searched_from: edge(0) } };
            }
            return { data: await spans[(START - Number(query.end)) / DAY]! };
          });
        },
      });
      const further = await screen.findByRole('button', { name: 'Search further back' });
      const ends = () =>
        rendered.server
          .requests('v2.audit-trail')
          .flatMap(({ query }) => (query?.end === undefined ? [] : [Number(query.end)]));
      return { ...rendered, further, ends };
    }
    const span = (list: AuditEntry[], to: number | null, total = list.length): Span => ({
      list,
      total,
      searched_from: to === null ? null : edge(to),
    });
    const status = () => document.querySelector<HTMLElement>('.audit-searched [role="status"]')!;
    const entries = () => screen.queryAllByText('Change project').length;

    it('searches all older spans with one click and moves the focus to the result', async () => {
      const spans = [span([], 1), span([row(1)], 2), span([row(2)], null)];
      const { user, ends } = await renderSpans(spans);
      await user.tab();
      screen.getByRole('button', { name: 'Search further back' }).focus();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(status().textContent).toContain('All older entries have been'));
      expect(ends()).toEqual([START, START - DAY, START - 2 * DAY]);
      expect(entries()).toBe(2);
      expect(screen.queryByRole('button', { name: 'Search further back' })).toBeNull();
      expect(document.activeElement).toBe(status());
      await expectNoAxeViolations();
    });

    it('stops when a page is full and continues from there', async () => {
      const many = (from: number, count: number) =>
        Array.from({ length: count }, (_, at) => row(from + at));
      const { user, ends, further, address } = await renderSpans([
        span(many(10, 7), 1),
        span(many(30, 6), 2),
        span([row(50)], null),
      ]);
      await user.click(further);
      await waitFor(() => expect(entries()).toBe(13));
      await screen.findByRole('button', { name: 'Search further back' });
      expect(ends()).toHaveLength(2);
      expect(address()).toBe(`/audit?text=mira&before=${START}`);
      await user.click(screen.getByRole('button', { name: 'Search further back' }));
      await waitFor(() => expect(entries()).toBe(1));
      expect(address()).toBe(`/audit?text=mira&before=${START - 2 * DAY}`);
    });

    it('shows its progress and is stopped by the same button', async () => {
      let arrive = (_: Span) => {};
      const late = new Promise<Span>((done) => {
        arrive = done;
      });
      const { user, ends, further } = await renderSpans([span([row(1)], 1), late]);
      await user.click(further);
      const stop = await screen.findByRole('button', { name: 'Stop' });
      await waitFor(() =>
        expect(status().textContent).toMatch(/back: .2026-11-18 08:00:00. reached, 1 found so far/),
      );
      await user.click(stop);
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Search further back' }),
      );
      await act(async () => arrive(span([row(2)], 2)));
      expect(entries()).toBe(1);
      expect(ends()).toHaveLength(2);
      expect(status().textContent).toContain('Searched back to');
    });

    it('shows a span with more than a page of matches alone without losing any', async () => {
      const { user, further, address } = await renderSpans([
        span([], 1),
        span([row(1)], 2),
        span([row(2), row(3)], 3, 40),
      ]);
      await user.click(further);
      await screen.findByRole('button', { name: 'Search further back' });
      expect(address()).toBe(`/audit?text=mira&before=${START}`);
      expect(entries()).toBe(1);
      await user.click(screen.getByRole('button', { name: 'Search further back' }));
      await waitFor(() => expect(entries()).toBe(2));
      expect(address()).toBe(`/audit?text=mira&before=${START - 2 * DAY}`);
      expect(screen.getByText(/^40 /)).toBeTruthy();
    });
  });

  it('opens an entry with the values before and after, and links to entries of its user and session', async () => {
    const { user, address } = await renderAudit();
    await user.click(await screen.findByRole('button', { name: '2026-11-20 21:04:05' }));
    const drawer = await screen.findByRole('dialog');
    expect(address()).toBe('/audit?open=902');
    const changes = within(drawer).getByRole('table', { name: 'Before and after' });
    const cells = within(changes)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells).toEqual([
      ['Field', 'Before', 'After'],
      ['name', 'Old', 'New'],
      ['kind', 'lamp', 'lamp'],
    ]);
    await expectNoAxeViolations();
    await user.click(within(drawer).getByRole('button', { name: 'Entries of this session' }));
    await waitFor(() => expect(address()).toBe('/audit?text=0a1b2c3d4e5f'));
    await user.click(await screen.findByRole('button', { name: '2026-11-20 21:04:05' }));
    await user.click(await screen.findByRole('button', { name: 'Entries of this user' }));
    await waitFor(() => expect(address()).toBe('/audit?text=0a1b2c3d4e5f&user=12'));
  });

  it('names the first broken entry and shows it', async () => {
    const fault = { kind: 'changed', seq: 871, entry_id: '902' };
    const { user, address } = await renderAudit('/audit', { ...WHOLE, through: 870, fault });
    const chain = await screen.findByRole('region', { name: 'State of the audit chain' });
    expect(
      await within(chain).findByText(
        'The chain is broken: an entry was changed. It is intact up to number 870.',
      ),
    ).toBeTruthy();
    expect(within(chain).getByText('Number 871')).toBeTruthy();
    await expectNoAxeViolations();
    await user.click(within(chain).getByRole('button', { name: 'Show the entry' }));
    await waitFor(() => expect(address()).toBe('/audit?open=902'));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('verifies the chain again on request', async () => {
    const { user, server } = await renderAudit();
    await screen.findByText(/The chain is intact/);
    await user.click(screen.getByRole('button', { name: /Verify again/ }));
    await waitFor(() => expect(server.requests('v2.audit-trail.verify')).toHaveLength(2));
  });

  it('exports the filtered trail in the language of the page', async () => {
    const createUrl = vi.fn((_: Blob) => 'blob:x');
    Object.assign(URL, { createObjectURL: createUrl, revokeObjectURL: () => undefined });
    const { user, server } = await renderAudit('/audit?module=Projects', WHOLE, {
      prepare: (contract) => {
        answer(contract);
        contract.answer('v2.audit-trail.export', { file: 'a,b', type: 'text/csv' });
      },
    });
    await user.click(await screen.findByRole('button', { name: /Export as CSV/ }));
    await waitFor(() => expect(createUrl).toHaveBeenCalledTimes(1));
    expect(createUrl.mock.calls[0]![0].size).toBe(3);
    expect(server.requests('v2.audit-trail.export')).toEqual([
      { query: { module: 'Projects', language: 'en' } },
    ]);
  });

  it('explains why the export failed', async () => {
    const { user } = await renderAudit('/audit', WHOLE, {
      prepare: (contract) => {
        answer(contract);
        contract.answer('v2.audit-trail.export', {
          refuse: { code: 403, reason: 'forbidden', status: 403 },
        });
      },
    });
    await user.click(await screen.findByRole('button', { name: /Export as CSV/ }));
    expect(await screen.findByText('Your role does not allow this')).toBeTruthy();
  });

  it('mirrors the layout in Arabic', async () => {
    await renderAudit('/audit', WHOLE, { language: 'ar' });
    expect(await screen.findByText(/السلسلة سليمة/)).toBeTruthy();
    expect(document.documentElement.dir).toBe('rtl');
  });

  it('shows a message to a user without permission to read it', async () => {
    const { server } = await renderPage('/audit', { role: 'operator' });
    expect(await screen.findByText('No permission for this page')).toBeTruthy();
    expect(server.requests('v2.audit-trail')).toEqual([]);
  });
});
