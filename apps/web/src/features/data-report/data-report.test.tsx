import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CODE } from '../../../test/answers/device-answers.ts';
import { answerReports, reportTask } from '../../../test/answers/report-answers.ts';
import { type RenderedPage, type RenderOptions, renderPage } from '../../../test/render-page.tsx';
import type { Report } from './report-state.ts';

const render = (list: Report[] = [], options: RenderOptions = {}, address = '/data-report') =>
  renderPage(address, { prepare: (server) => answerReports(server, list), ...options });

const NAME = /Energy .*2026-11-01 – 2026-11-10/;

/** Replaces the text of a field; one event instead of one for each character, which is slow here. */
async function enter(user: RenderedPage['user'], label: string, text: string) {
  await user.clear(screen.getByLabelText(label));
  await user.paste(text);
}

/** Response of the server to a range request for the first byte of a file. */
const FIRST_BYTE = { file: '\ufeff', type: 'text/csv; charset=utf-8', status: 206 } as const;
const LINK = '/api/v2/report/41/file?expires=1&signature=s';

describe('a new report', () => {
  afterEach(() => void vi.useRealTimers());

  it('requests the selected data in the language of the screen', async () => {
    const { user, server, address } = await render();
    server.answer('v2.report', { data: reportTask({ state: 'waiting', progress: 0 }) });
    await user.click(await screen.findByRole('radio', { name: /^Alarms/ }));
    expect(address()).toBe('/data-report?type=alarm');
    await user.click(screen.getByRole('radio', { name: 'Selected devices' }));
    const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create report' });
    expect(create.disabled).toBe(true);
    await user.click(screen.getByRole('combobox', { name: 'Select devices' }));
    await user.click(await screen.findByTitle(CODE));
    await user.click(await screen.findByTitle('866123000010002'));
    expect(screen.getByText('2 of at most 500 selected')).toBeTruthy();
    await enter(user, 'From', '2026-01-05');
    await enter(user, 'To', '2026-02-06');
    await user.click(screen.getByRole('radio', { name: 'CSV' }));
    await user.click(create);
    await waitFor(() =>
      expect(server.requests('v2.report')).toEqual([
        {
          query: {
            type: 'alarm',
            format: 'csv',
            start: '2026-01-05',
            end: '2026-02-06',
            language: 'en',
            device_codes: `${CODE},866123000010002`,
          },
        },
      ]),
    );
  });

  it('shows before submitting which days will be cut', async () => {
    const { user } = await render([], {}, '/data-report?type=parameter');
    const from = await screen.findByLabelText('From');
    await user.click(from);
    expect(screen.getByText('Last 7 days')).toBeTruthy();
    expect(screen.queryByText('Last 30 days')).toBeNull();
    expect(screen.queryByText('Last month')).toBeNull();
    expect(screen.queryByText(/covers at most/)).toBeNull();
    await enter(user, 'From', '2026-01-05');
    await enter(user, 'To', '2026-01-14');
    await user.tab();
    const note = screen.getByText(/covers at most 7 days/).textContent;
    expect(note?.replaceAll(/[\u2066\u2069]/g, '')).toContain('2026-01-08 to 2026-01-14');
  });

  it('does not accept future days', async () => {
    const { user } = await render();
    const to = () => screen.getByLabelText<HTMLInputElement>('To');
    await screen.findByLabelText('To');
    const before = to().value;
    await enter(user, 'To', '2099-01-01');
    expect(to().value).toBe('2099-01-01');
    await user.tab();
    await waitFor(() => expect(to().value).toBe(before));
  });

  it('covers a settlement period of the customer by name', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T16:30:00Z') });
    const { user, server } = await render();
    server.answer('v2.report', { data: reportTask({ state: 'waiting', progress: 0 }) });
    await user.click(await screen.findByLabelText('From'));
    await user.click(await screen.findByText('Last settlement period'));
    await user.click(screen.getByRole('button', { name: 'Create report' }));
    await waitFor(() =>
      expect(server.requests('v2.report')).toMatchObject([
        { query: { start: '2026-10-15', end: '2026-11-14' } },
      ]),
    );
  });

  it('sorts days that were entered in the wrong order', async () => {
    const { user, server } = await render();
    server.answer('v2.report', { data: reportTask({ state: 'waiting', progress: 0 }) });
    await screen.findByLabelText('From');
    await enter(user, 'From', '2026-11-10');
    await user.keyboard('{Enter}');
    await enter(user, 'To', '2026-11-03');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Create report' }));
    await waitFor(() =>
      expect(server.requests('v2.report')).toMatchObject([
        { query: { start: '2026-11-03', end: '2026-11-10' } },
      ]),
    );
  });

  it('explains in a sentence why it was refused', async () => {
    const { user, server } = await render();
    server.answer('v2.report', { refuse: { code: 41304, reason: 'report-too-many' } });
    await user.click(await screen.findByRole('button', { name: 'Create report' }));
    expect(await screen.findByText(/Two of your reports are being created already/)).toBeTruthy();
  });
});

describe('the reports of the user', () => {
  const saved: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.getAttribute('href')!);
    });
  });

  it('are polled until they are ready', async () => {
    const { server } = await render([reportTask({ state: 'running', progress: 40, bytes: null })]);
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: NAME });
    expect(bar.value).toBe(40);
    answerReports(server, [reportTask()]);
    expect(await screen.findByText('1,240 rows')).toBeTruthy();
    expect(screen.getByText('48 kB')).toBeTruthy();
    expect(await screen.findByText(/^Energy .*: Ready$/)).toBeTruthy();
  });

  it('are downloaded by a link requested on click', async () => {
    const { user, server } = await render([reportTask()]);
    server.answer('v2.report', { data: { ...reportTask(), url: LINK, expires_in: 10 } });
    server.answer('v2.report.file', FIRST_BYTE);
    expect(server.requests('v2.report')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: /^Download/ }));
    await waitFor(() => expect(saved).toEqual([LINK]));
    expect(server.requests('v2.report')).toEqual([{ query: { task_id: '41' } }]);
  });

  it('are downloaded by a new link if the first one has expired', async () => {
    const { user, server } = await render([reportTask()]);
    let requests = 0;
    server.answer('v2.report', () => {
      requests += 1;
      return { data: { ...reportTask(), url: LINK.replace('=1', `=${requests}`), expires_in: 10 } };
    });
    server.answer('v2.report.file', ({ query }) =>
      query?.expires === '2' ? FIRST_BYTE : { refuse: { code: 41306, reason: 'report-link-over' } },
    );
    await user.click(await screen.findByRole('button', { name: /^Download/ }));
    await waitFor(() => expect(saved).toEqual([LINK.replace('=1', '=2')]));
  });

  it.each([
    ['a 404 error', { refuse: { code: 404, status: 404 } }, /The file no longer exists/],
    ['the page of a proxy', { file: '<p>Sign in</p>', type: 'text/html' }, /could not do this/],
    [
      'an expired link twice',
      { refuse: { code: 41306, reason: 'report-link-over' } },
      /The link has expired/,
    ],
  ] as const)('are not downloaded if the link returns %s', async (_, answer, message) => {
    const { user, server } = await render([reportTask()]);
    server.answer('v2.report', { data: { ...reportTask(), url: LINK, expires_in: 10 } });
    server.answer('v2.report.file', answer);
    await user.click(await screen.findByRole('button', { name: /^Download/ }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('report that the file no longer exists', async () => {
    const { user, server } = await render([reportTask()]);
    server.answer('v2.report', { data: reportTask({ state: 'expired' }) });
    await user.click(await screen.findByRole('button', { name: /^Download/ }));
    expect(await screen.findByText(/The file no longer exists/)).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('can be cancelled while in progress', async () => {
    const { user, server } = await render([reportTask({ state: 'running', progress: 5 })]);
    server.answer('v2.report.cancel', { data: reportTask({ state: 'cancelled' }) });
    const cancel = await screen.findByRole('button', { name: /^Cancel/ });
    answerReports(server, [reportTask({ state: 'cancelled' })]);
    await user.click(cancel);
    expect(await screen.findByRole('button', { name: /^Create again/ })).toBeTruthy();
    expect(server.requests('v2.report.cancel')).toEqual([{ params: { id: '41' } }]);
  });

  it('show the failure reason and can be requested again with the same parameters', async () => {
    const failed = reportTask({
      state: 'failed',
      failure: 'storage-full',
      type: 'parameter',
      format: 'csv',
      language: 'ru',
      start: '2026-11-01 08:15:00',
      end: '2026-11-08 08:15:00',
      devices: 2,
      device_ids: [12, 11],
      cut: true,
    });
    const { user, server } = await render([failed]);
    const row = (await screen.findByText(/out of disk space/)).closest('li');
    const cells = within(row!);
    expect(cells.getByText(/Shorter than requested: .* 7 days/)).toBeTruthy();
    expect(cells.getByText('2 devices')).toBeTruthy();
    server.answer('v2.report', { data: reportTask() });
    await user.click(cells.getByRole('button', { name: /^Create again/ }));
    await waitFor(() =>
      expect(server.requests('v2.report')).toEqual([
        {
          query: {
            type: 'parameter',
            format: 'csv',
            language: 'ru',
            start: '2026-11-01 08:15:00',
            end: '2026-11-08 08:15:00',
            device_codes: '12,11',
            group_id: '3',
          },
        },
      ]),
    );
  });
});

it('the report page is in the user menu', async () => {
  const { user, address } = await render([], { role: 'viewer' }, '/data-report?type=bill');
  await user.click(screen.getByRole('button', { name: /mira/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export report' }));
  await waitFor(() => expect(address()).toBe('/data-report'));
});

it('the report page in Arabic shows days left to right', async () => {
  await render([reportTask()], { language: 'ar' });
  expect(await screen.findByRole('heading', { name: /2026-11-01 – 2026-11-10/ })).toBeTruthy();
});
