/** Every address of the navigation table leads to a page, without dead links or redirect loops. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BUILT_PAGES, hasPage, PATHS } from '../src/config/paths.ts';
import { answerAlarms } from './answers/alarm-answers.ts';
import { answerLog } from './answers/answers.ts';
import { configurationAnswer } from './answers/configuration-answers.ts';
import { answerFees, nowData } from './answers/energy-answers.ts';
import {
  answerMessages,
  forwardingStatus,
  KEY_PACE,
  notificationSettings,
} from './answers/notification-answers.ts';
import type { ContractServer } from './contract-server.ts';
import { renderPage } from './render-page.tsx';

/** The table of docs/specification/screens.md 1.3. */
const TABLE =
  '/index /log /data-report /alarm/alarmInfo /dashboard /modifypassword /realData /feesdetail /allocation /deviceinformation /devicedeploy /devicedeploy_88C /devicetype /devicemanage /devicecontrol /automatic /role /user /regmanage /apimanage /menu /deviceimport /device /grouplist /grouptab /registerdevice /command /configuration /group /realalarm /historyalarm /feesselect /settlement /devicecontroller /rate /project-set /project-manage /alarm-setting /notification-setting /project-control /control-manage /timer-control /project-view /project-view-manage /project-view-alarm /project-view-warning /project-view-log /project-view-bill /project-view-energy /project-view-parameter /project-view-monitor /project-defend /tower-device'.split(
    ' ',
  );

/** Public pages, including those that are not in the table. */
const PUBLIC = ['/login', '/register', '/register/audit', '/invitation'];

/** Sets empty lists as responses, because the content of a page is covered by its own tests. */
function answerEmpty(server: ContractServer) {
  answerLog(server, [], 0);
  server.answer('v2.devices', { data: { list: [], total: 0 } });
  server.answer('v2.customers', { data: null });
  server.answer('v2.zones', { data: [] });
  server.answer('v2.currencies', { data: [] });
  server.answer('v2.rates', { data: [] });
  server.answer('v2.device-type', { data: { device_type_list: [] } });
  server.answer('v2.device-map', { data: { device_map_list: [] } });
  server.answer('v2.dashboard-now', {
    data: nowData({ devices: { total: 0, online: 0, offline: 0, late: 0 } }),
  });
  server.answer('v2.energy-fee', { data: { list: [] } });
  server.answer('v2.energy', { data: { list: [] } });
  server.answer('v2.energy-device', {
    data: {
      date: '2026-11',
      device_list: [],
      others: { count: 0, ept: 0, percentage: 0, fee: 0 },
      total: { count: 0, ept: 0, fee: 0 },
    },
  });
  answerFees(server);
  server.answer('v2.bills.groups', { data: { list: [] } });
  server.answer('v2.bill-issuer', {
    data: { name: '', address: '', tax_number: '', tax_name: '', tax_rate: null, saved: false },
  });
  server.answer('v2.reports', { data: { list: [], total: 0 } });
  server.answer('v2.protection-templates', { data: { list: [] } });
  answerAlarms(server);
  server.answer('v2.alarm-rules', { data: { list: [] } });
  server.answer('v2.tower-devices', { data: { list: [], total: 0 } });
  server.answer('v2.projects', { data: { list: [], total: 0 } });
  server.answer('v2.notification-settings', { data: notificationSettings() });
  answerMessages(server, []);
  server.answer('v2.forwarding', { data: forwardingStatus() });
  server.answer('v2.api-keys', { data: { list: [], ...KEY_PACE } });
  server.answer('v2.audit-trail', { data: { list: [], total: 0, searched_from: null } });
  server.answer('v2.audit-trail.verify', {
    data: { after: 0, through: 0, hash: '0'.repeat(64), waiting: 0, fault: null },
  });
  server.answer('v2.users', { data: { list: [], total: 0 } });
  server.answer('v2.roles', { data: { list: [] } });
  server.answer('v2.configuration', { data: configurationAnswer() });
  server.answer('v2.menu-arrangement', {
    data: { role: 'operator', changed_at: 0, entries: [] },
  });
  server.answer('v2.device-types', { data: { list: [] } });
  server.answer('v2.registrations', { data: { list: [], total: 0 } });
  server.answer('v2.rejected-messages', { data: { list: [], total: 0 } });
  server.answer('v2.groups.users', { data: { list: [], total: 0 } });
  server.answer('v2.groups', {
    data: {
      list: [
        {
          id: 3,
          parent_id: null,
          name: 'Harbour',
          level: 1,
          devices: 0,
          users: 0,
          all_devices: 0,
          all_users: 0,
        },
      ],
    },
  });
  server.answer('v2.tower.favourites', { data: { list: [] } });
}

describe('the navigation table', () => {
  it('has a path in the router for every entry', () => {
    const known = Object.values(PATHS) as string[];
    expect(TABLE.filter((path) => !known.includes(path))).toEqual([]);
  });

  it.each([...PUBLIC])('%s is available without a session', async (path) => {
    const { address } = await renderPage(path, { role: null, prepare: answerEmpty });
    expect(address()).toBe(path);
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });

  it.each([...TABLE, '/home', '/account', '/rejected-messages'])(
    '%s redirects to the sign-in page without a session',
    async (path) => {
      const { address } = await renderPage(path, { role: null });
      expect(address().split('?')[0]).toBe('/login');
    },
  );

  it('/ redirects to the sign-in page without a session', async () => {
    expect((await renderPage('/', { role: null })).address()).toBe('/login');
  });

  it.each(Object.keys(BUILT_PAGES).filter((path) => hasPage(path, { role: 'admin' })))(
    '%s is available to an administrator',
    async (path) => {
      const { address } = await renderPage(path, { role: 'admin', prepare: answerEmpty });
      expect(address().split('?')[0]).toBe(path);
      expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    },
  );

  it.each(['/home', '/index', '/'])('%s redirects to the first page of the menu', async (path) => {
    const { address } = await renderPage(path, { role: 'operator', prepare: answerEmpty });
    await waitFor(() => expect(address().split('?')[0]).toBe('/device'));
    expect(screen.queryByText(/is not part of this/)).toBeNull();
  });

  it.each(['/home', '/index', '/'])(
    '%s redirects to the dashboard if it is in the menu',
    async (path) => {
      const { address } = await renderPage(path, {
        role: 'operator',
        prepare: (server) => {
          answerEmpty(server);
          const home = {
            id: 1,
            parent_id: 0,
            name: '首页',
            english: 'Home',
            names: {},
            key: 'home',
            icon: 'home',
          };
          server.answer('v2.sys.menus', { data: [{ ...home, url: '/dashboard', children: [] }] });
        },
      });
      await waitFor(() => expect(address()).toBe('/dashboard'));
    },
  );

  it('the home page redirects a platform administrator to the registrations', async () => {
    const { address } = await renderPage('/home', { role: 'platform', prepare: answerEmpty });
    await waitFor(() => expect(address()).toBe('/regmanage'));
  });

  it('the home page shows a message if the menu is empty', async () => {
    await renderPage('/home', {
      prepare: (server) => server.answer('v2.sys.menus', { data: [] }),
    });
    expect(await screen.findByText('No pages for this account')).toBeTruthy();
  });

  it.each([
    ['the name that the customer has given to its menu entry', { en: 'Lines' }, 'Lines'],
    ['the standard name', {}, 'Operation log'],
  ] as const)('a page has as its heading %s', async (_, names, heading) => {
    await renderPage('/log', {
      role: 'admin',
      prepare: (server) => {
        answerEmpty(server);
        const entry = { id: 23, parent_id: 0, name: '操作日志', english: 'Operation log', names };
        const page = { key: 'operation-log', url: '/log', icon: 'file-text', children: [] };
        server.answer('v2.sys.menus', { data: [{ ...entry, ...page }] });
      },
    });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  });

  it('an unknown address shows a link to continue', async () => {
    await renderPage('/nowhere', { role: null });
    expect(await screen.findByText('Page not found')).toBeTruthy();
  });

  it('an error with a retry button is shown if the menu cannot be loaded', async () => {
    const { user, server } = await renderPage('/home', {
      prepare: (prepared) => {
        answerEmpty(prepared);
        prepared.answer('v2.sys.menus', {
          refuse: { code: 500, status: 500, requestId: 'req-9' },
        });
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('req-9');
    server.answer('v2.sys.menus', { data: [] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No pages for this account')).toBeTruthy();
  });
});

it('the HTML page loads only from its own host and contains no inline script', () => {
  const html = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
  expect(html.match(/<script(?![^>]*\bsrc=)/g)).toBeNull();
  expect(html.match(/https?:\/\//g)).toBeNull();
  expect(html.match(/\son\w+=/g)).toBeNull();
});
