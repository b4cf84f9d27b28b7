import { DEFAULT_CALENDAR } from '@busbar/domain/tariff/tariff-calendar';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerFleet, deviceRow } from '../../../test/answers/device-answers.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { type RenderOptions, renderPage } from '../../../test/render-page.tsx';

type Whole = AnswerFor<'v2.rate'>['data'];

/** 20 November, 21:00 in Shanghai: tomorrow is the 21st there. */
const NOW = Date.UTC(2026, 10, 20, 13);
const PRICES = { rate_1: 1.25, rate_2: 1.04, rate_3: 0.65, rate_4: 0.0001 };
const SYSTEM = {
  id: 11,
  name: 'Default',
  ...PRICES,
  is_default: 'yes',
  next_start_day: null,
  changeable: true,
};
const WORKSHOP = {
  id: 1_234_567_890,
  name: 'Workshop',
  ...PRICES,
  is_default: 'no',
  next_start_day: '2026-12-01',
  changeable: true,
};
const whole = (more: Partial<Whole> = {}): Whole => ({
  ...WORKSHOP,
  devices: 0,
  versions: [
    {
      version: 2,
      start_day: '2026-12-01',
      state: 'coming',
      ...PRICES,
      rate_1: 2.5,
      calendar: {
        ...DEFAULT_CALENDAR,
        holidays: ['10-01'],
        seasons: [
          {
            name: 'Dry season',
            from: '11-01',
            to: '10-31',
            weekday: [
              { band: 'peak', from: 480, to: 1320 },
              { band: 'valley', from: 1320, to: 480 },
            ],
            weekend: [{ band: 'valley', from: 0, to: 1440 }],
            holiday: null,
          },
        ],
      },
      created_at: NOW,
    },
    {
      version: 1,
      start_day: null,
      state: 'current',
      ...PRICES,
      calendar: DEFAULT_CALENDAR,
      created_at: NOW,
    },
  ],
  ...more,
});

function renderRates(options: RenderOptions = {}, address = '/rate') {
  const { prepare, ...rest } = options;
  return renderPage(address, {
    ...rest,
    prepare: (server) => {
      answerRates(server);
      prepare?.(server);
    },
  });
}

function answerRates(server: ContractServer) {
  server.answer('v2.rates', { data: [SYSTEM, WORKSHOP] });
  server.answer('v2.rate', { data: whole() });
}

// Queries by text: a query by role over a full page takes seconds.
const button = async (text: string) => (await screen.findByText(text)).closest('button')!;
const icon = (text: string) => screen.findByLabelText(text, { selector: 'button' });
const field = (text: string) =>
  screen.findByLabelText<HTMLInputElement>(text, { selector: 'input:not([type="search"])' });
const bar = (text: RegExp) => screen.findByLabelText(text, { selector: '[role="img"]' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

describe('the rate list', () => {
  it('shows name, four prices with their currency, and the system rate', async () => {
    await renderRates();
    const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
    const system = await rowOf('Default');
    const workshop = await rowOf('Workshop');
    await waitFor(() => expect(system.textContent).toContain('¥/kWh'));
    expect(system.textContent).toMatch(/1\.25 ¥\/kWh.*1\.04 ¥\/kWh.*0\.65 ¥\/kWh.*0\.0001 ¥\/kWh/);
    expect(system.textContent).toContain('System tariff');
    expect(workshop.textContent).toContain('2026-12-01');
  });

  it('offers a viewer no changes', async () => {
    await renderRates({ role: 'viewer' });
    await screen.findByText('Workshop');
    expect(screen.queryByRole('button', { name: /Add tariff|Edit|Delete/ })).toBeNull();
  });

  it('shows the reason when a rate of another group cannot be changed or deleted', async () => {
    const { user } = await renderRates({
      prepare: (server) =>
        server.answer('v2.rates', { data: [SYSTEM, { ...WORKSHOP, changeable: false }] }),
    });
    for (const action of ['Edit', 'Delete']) {
      await user.click(await icon(`${action} Workshop`));
    }
    expect(await screen.findAllByText('Only users of the top group can change this')).toHaveLength(
      2,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds rates by name', async () => {
    await renderRates({}, '/rate?keyword=wORK');
    await screen.findByText('Workshop');
    expect(screen.queryByText('Default')).toBeNull();
  });
});

describe('the versions of a rate', () => {
  it('are listed in the drawer with their days, prices and hours', async () => {
    const { user, address } = await renderRates();
    await user.click(await screen.findByText('Workshop'));
    await waitFor(() => expect(address()).toBe('/rate?open=1234567890'));
    const drawer = await screen.findByRole('dialog');
    const [coming, current] = await within(drawer).findAllByRole('article');
    expect(coming!.textContent).toMatch(/From 2026-12-01.*Upcoming.*2\.50\u202F¥\/kWh/);
    expect(coming!.textContent).toContain('Dry season');
    expect(coming!.textContent).toContain('1 November');
    expect(coming!.textContent).toContain('10-01');
    expect(current!.textContent).toMatch(/From the beginning.*In force.*1\.25\u202F¥\/kWh/);
    const bars = within(drawer).getAllByRole('img', { name: /:/ });
    expect(bars.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Weekdays: 00:00–08:00 Valley, 08:00–22:00 Peak, 22:00–24:00 Valley',
      'Weekend: 00:00–24:00 Valley',
      expect.stringMatching(/^Default hours: 00:00–07:00 Valley, .*, 23:00–24:00 Valley$/),
    ]);
  });

  it('can be withdrawn before they are in force', async () => {
    const { user, server } = await renderRates(
      {
        prepare: (world) =>
          world.answer('v2.rate.version.withdraw', { data: whole({ versions: [] }) }),
      },
      '/rate?open=1234567890',
    );
    const [withdraw, ...others] = await screen.findAllByRole('button', { name: 'Withdraw' });
    expect(others).toEqual([]);
    await user.click(withdraw!);
    const question = (await screen.findByText('Withdraw the version from 2026-12-01?')).closest(
      '[role="dialog"]',
    );
    await user.click(within(question as HTMLElement).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() =>
      expect(server.requests('v2.rate.version.withdraw')).toEqual([
        { params: { id: '1234567890', version: '2' } },
      ]),
    );
  });
});

describe('a new rate', () => {
  const save = async (user: Awaited<ReturnType<typeof renderRates>>['user']) =>
    user.click(await button('Save'));

  it('is saved with four prices and the default hours', async () => {
    const { user, server } = await renderRates({
      prepare: (world) => world.answer('v2.rate.add', { data: whole() }),
    });
    await user.click(await button('Add tariff'));
    await user.type(await field('Name'), 'Night');
    const prices = { Sharp: '1.2500', Peak: '1.04', 'Off-peak': '0.65', Valley: '0.26' };
    for (const [band, price] of Object.entries(prices)) await user.type(await field(band), price);
    await save(user);
    await waitFor(() => expect(server.requests('v2.rate.add')).toHaveLength(1));
    expect(server.requests('v2.rate.add')[0]?.body).toEqual({
      name: 'Night',
      rate_1: 1.25,
      rate_2: 1.04,
      rate_3: 0.65,
      rate_4: 0.26,
      calendar: DEFAULT_CALENDAR,
    });
    expect(await screen.findByText('Tariff saved')).toBeTruthy();
  });

  it('requires a name and four prices above zero', async () => {
    const { user, server } = await renderRates();
    await user.click(await button('Add tariff'));
    await user.type(await field('Name'), 'Night');
    await user.type(await field('Peak'), '0');
    await user.type(await field('Valley'), '0.12345');
    await save(user);
    await waitFor(() => expect(screen.getAllByText('Required')).toHaveLength(3));
    expect(await screen.findByText(/^A price must be above zero/)).toBeTruthy();
    expect(await screen.findByText(/^A name and all four prices are required/)).toBeTruthy();
    expect(server.requests('v2.rate.add')).toEqual([]);
  });

  it('retains the input when the server refuses, and shows the reason at the field', async () => {
    const { user } = await renderRates({
      prepare: (world) =>
        world.answer('v2.rate.add', {
          refuse: { code: 40042, reason: 'rate-name-taken', field: 'name' },
        }),
    });
    await user.click(await button('Add tariff'));
    await user.type(await field('Name'), 'Workshop');
    for (const band of ['Sharp', 'Peak', 'Off-peak', 'Valley']) {
      await user.type(await field(band), '1');
    }
    await save(user);
    expect(await screen.findByText('A tariff of this name already exists')).toBeTruthy();
    expect((await field('Name')).value).toBe('Workshop');
  });

  it('is rejected while its hours have a gap or an overlap, which the bar shows', async () => {
    const { user, server } = await renderRates({
      prepare: (world) => world.answer('v2.rate.add', { data: whole() }),
    });
    await user.click(await button('Add tariff'));
    for (const text of ['Name', 'Sharp', 'Peak', 'Off-peak', 'Valley']) {
      await user.type(await field(text), '1');
    }
    await user.click(await screen.findByText('Own seasons and hours'));
    // The first row is off-peak from 07:00 to 08:00.
    const end = await field('Span 1 ends');
    const setEnd = async (time: string) => {
      await user.clear(end);
      await user.click(end);
      await user.paste(time);
    };
    await setEnd('08:30');
    expect(await screen.findByText('More than one band from 08:00 to 08:30')).toBeTruthy();
    expect(await bar(/08:00–08:30 more than one band/)).toBeTruthy();
    await setEnd('7:');
    expect(await screen.findByText(/^A time must be HH:mm/)).toBeTruthy();
    await setEnd('07:40');
    expect(await screen.findByText('No band from 07:40 to 08:00')).toBeTruthy();
    expect(await bar(/07:40–08:00 no band/)).toBeTruthy();
    await save(user);
    expect(await screen.findByText('The hours leave gaps or overlaps')).toBeTruthy();
    expect(server.requests('v2.rate.add')).toEqual([]);
    await user.click(await button('Add span'));
    await save(user);
    await waitFor(() => expect(server.requests('v2.rate.add')).toHaveLength(1));
    expect(server.requests('v2.rate.add')[0]?.body.calendar?.seasons[0]?.weekday.at(-1)).toEqual({
      band: 'offPeak',
      from: 460,
      to: 480,
    });
  });

  it('can have seasons and days with separate hours', async () => {
    const { user } = await renderRates();
    await user.click(await button('Add tariff'));
    await user.click(await screen.findByText('Own seasons and hours'));
    await user.click(await button('Add season'));
    expect(await screen.findByText('Season 2')).toBeTruthy();
    expect(screen.queryByText(/^(No|More than one) season/)).toBeNull();
    const [first] = await screen.findAllByText('Remove season');
    await user.click(first!);
    expect(await screen.findByText('No season from 01-01 to 07-01')).toBeTruthy();
    const [weekend] = await screen.findAllByText('Own hours');
    await user.click(weekend!);
    expect(await bar(/Weekend: 00:00–07:00 Valley/)).toBeTruthy();
  });
});

describe('changing a rate', () => {
  it('creates a version that starts tomorrow, with the values in force on that day', async () => {
    const { user, server } = await renderRates({
      prepare: (world) => world.answer('v2.rate.change', { data: whole() }),
    });
    await user.click(await icon('Edit Workshop'));
    const day = (await screen.findByLabelText('Valid from')) as HTMLInputElement;
    expect(day.value).toBe('2026-11-21');
    expect((await field('Sharp')).value).toBe('1.25');
    await user.clear(await field('Sharp'));
    await user.type(await field('Sharp'), '1.5');
    await user.click(await button('Save'));
    await waitFor(() => expect(server.requests('v2.rate.change')).toHaveLength(1));
    expect(server.requests('v2.rate.change')[0]).toMatchObject({
      params: { id: '1234567890' },
      body: { name: 'Workshop', rate_1: 1.5, rate_4: 0.0001, start_day: '2026-11-21' },
    });
  });

  it('announces that it replaces a version, and rejects a start day in the past', async () => {
    const { user, server } = await renderRates();
    await user.click(await icon('Edit Workshop'));
    const day = await screen.findByLabelText('Valid from');
    await user.clear(day);
    await user.type(day, '2026-12-01');
    await user.tab();
    expect(await screen.findByText(/this one replaces it/)).toBeTruthy();
    await user.clear(day);
    await user.type(day, '2026-11-19');
    await user.tab();
    await user.click(await button('Save'));
    expect(await screen.findByText(/^The start day must be today or later/)).toBeTruthy();
    expect(server.requests('v2.rate.change')).toEqual([]);
  });
});

describe('a rate without prices', () => {
  const NONE = { rate_1: null, rate_2: null, rate_3: null, rate_4: null };
  const [, first] = whole().versions;
  const unpriced = (server: ContractServer) => {
    server.answer('v2.rates', { data: [{ ...SYSTEM, ...NONE }] });
    const versions = [{ ...first!, ...NONE }];
    server.answer('v2.rate', { data: { ...SYSTEM, ...NONE, devices: 2, versions } });
    server.answer('v2.rate.change', { data: whole() });
  };

  it('is marked in the list', async () => {
    await renderRates({ prepare: unpriced });
    const row = (await screen.findByText('Default')).closest('tr')!;
    expect(within(row).getAllByText('not set')).toHaveLength(4);
  });

  it('gets its first prices for all unpriced days, or from a start day', async () => {
    const { user, server } = await renderRates({ prepare: unpriced });
    await user.click(await icon('Edit Default'));
    const day = (await screen.findByLabelText('Valid from')) as HTMLInputElement;
    expect([day.value, (await field('Sharp')).value]).toEqual(['', '']);
    expect(screen.getByText(/these prices apply to all past days that have none/)).toBeTruthy();
    for (const band of ['Sharp', 'Peak', 'Off-peak', 'Valley']) {
      await user.type(await field(band), '2');
    }
    await user.click(await button('Save'));
    await waitFor(() => expect(server.requests('v2.rate.change')).toHaveLength(1));
    const { body } = server.requests('v2.rate.change')[0]!;
    expect(body).toMatchObject({ rate_1: 2, rate_4: 2 });
    expect(body).not.toHaveProperty('start_day');
  });
});

describe('a rate with unpriced days before its first prices', () => {
  const NONE = { rate_1: null, rate_2: null, rate_3: null, rate_4: null };
  const [second, first] = whole().versions;
  const help = /You can also choose a past day without prices/;

  it.each([
    ['first prices with a start day', '2026-11-10', true],
    ['first prices for all days', null, false],
  ])('explains how to price those days: %s', async (_name, start_day, isExplained) => {
    const { user } = await renderRates({
      prepare: (server) => {
        const versions = [
          { ...second!, start_day, state: 'current' as const },
          { ...first!, ...NONE },
        ];
        server.answer('v2.rate', { data: whole({ versions }) });
      },
    });
    await user.click(await icon('Edit Workshop'));
    await screen.findByLabelText('Valid from');
    expect(screen.queryByText(help) !== null).toBe(isExplained);
  });
});

describe('deleting a rate', () => {
  it('warns that the system rate cannot be deleted', async () => {
    const { user } = await renderRates();
    await user.click(await icon('Delete Default'));
    expect(await screen.findByText('The system tariff cannot be deleted')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is blocked while devices use the rate, and shows their number', async () => {
    const { user } = await renderRates({
      prepare: (world) => world.answer('v2.rate', { data: whole({ devices: 3 }) }),
    });
    await user.click(await icon('Delete Workshop'));
    expect(await screen.findByText(/^3 devices have this tariff/)).toBeTruthy();
    const question = screen.getByRole('dialog');
    const confirm = within(question).getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(confirm.disabled).toBe(true);
  });

  it('requires a confirmation', async () => {
    const { user, server } = await renderRates({
      prepare: (world) => world.answer('v2.rate.delete', {}),
    });
    await user.click(await icon('Delete Workshop'));
    const question = await screen.findByRole('dialog');
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(server.requests('v2.rate.delete')).toEqual([{ params: { id: '1234567890' } }]),
    );
  });
});

it('shows the day bar left to right in Arabic', async () => {
  const { user } = await renderRates({ language: 'ar' });
  await user.click(await button('إضافة تعرفة'));
  const hours = await bar(/الساعات الافتراضية/);
  expect(hours.querySelector('.hours-bar__day')?.getAttribute('dir')).toBe('ltr');
  expect(document.documentElement.dir).toBe('rtl');
});

describe('assigning a rate to devices', () => {
  const preview = (server: ContractServer, more: { changing: number; unchanged: number }) =>
    server.answer('v2.rate.devices.preview', {
      data: {
        start_day: '2026-11-20',
        ...more,
        from: more.changing === 0 ? [] : [{ id: 11, name: 'Default', devices: more.changing }],
        token: 'of-preview',
      },
    });
  const open = (options: RenderOptions = {}) =>
    renderRates(
      {
        ...options,
        prepare: (server) => {
          answerFleet(server, [
            deviceRow(),
            deviceRow({ id: 12, device_code: 'B2', device_name: 'Quay' }),
          ]);
          server.answer('v1.sys.group.findAll', {
            data: [
              { id: 3, name: 'Harbour', parentId: 0 },
              { id: 4, name: 'Quay side', parentId: 3 },
            ],
          });
          preview(server, { changing: 12, unchanged: 3 });
          server.answer('v2.rate.devices', { data: { changed: 12 } });
          options.prepare?.(server);
        },
      },
      `/rate?open=${WORKSHOP.id}`,
    );

  it('shows how many devices change, from which rates and from when, then assigns it', async () => {
    const { user, server } = await open();
    await user.click(await button('Choose devices or groups'));
    expect((await button('Assign tariff')).disabled).toBe(true);
    await user.click(await screen.findByRole('combobox', { name: 'Groups' }));
    await user.click(await screen.findByTitle('Quay side'));
    const devices = screen.getByRole('combobox', { name: 'Devices' });
    await user.click(devices);
    await user.type(devices, 'b2');
    await user.click(await screen.findByTitle('Quay · B2'));
    const status = (await screen.findByText('From Default')).closest('[role="status"]')!;
    expect(status.textContent).toContain('2026-11-20 (Asia/Shanghai)');
    expect(status.textContent).toContain('Devices that change12 devices');
    expect(status.textContent).toContain('Already have this tariff3 devices');
    await waitFor(async () => expect((await button('Assign tariff')).disabled).toBe(false));
    await user.click(await button('Assign tariff'));
    await screen.findByText('Tariff assigned');
    expect(server.requests('v2.rate.devices')).toEqual([
      {
        params: { id: String(WORKSHOP.id) },
        body: { device_codes: ['B2'], group_ids: ['4'], token: 'of-preview' },
      },
    ]);
  });

  it('is not possible while no device would change', async () => {
    const { user } = await open({
      prepare: (server) => preview(server, { changing: 0, unchanged: 3 }),
    });
    await user.click(await button('Choose devices or groups'));
    await user.click(await screen.findByRole('combobox', { name: 'Groups' }));
    await user.click(await screen.findByTitle('Quay side'));
    await screen.findByText('3 devices');
    expect((await button('Assign tariff')).disabled).toBe(true);
  });

  it('is not offered to a viewer', async () => {
    await open({ role: 'viewer' });
    await screen.findByText('Versions');
    expect(screen.queryByText('Choose devices or groups')).toBeNull();
  });
});
