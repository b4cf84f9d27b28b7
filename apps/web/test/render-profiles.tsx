/** The page of a DTU with its own meter profiles, their editor, and helpers for its dialogs. */
import { EXAMPLE_DLT645, EXAMPLE_TABLE } from '@busbar/contract/v2/fleet/meter-profiles';
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type {
  LineSettings,
  MeterProfile,
} from '../src/features/serial-line/api/use-serial-line.ts';
import type { TestedQuantity } from '../src/features/serial-line/profiles/use-profiles.ts';
import { answerFleet, deviceData, deviceRow } from './answers/device-answers.ts';
import { type RenderedPage, type RenderOptions, renderPage } from './render-page.tsx';
// The page loads both on demand; loaded here, they take no time of a test.
import '../src/features/serial-line/serial-line-panel.tsx';
import '../src/features/serial-line/profiles/components/profile-editor.tsx';

export const DTU = 'HF-2411015520';
const ROW = deviceRow({ device_code: DTU, device_name: 'Hall', kind: 'dtu' });
export const NO_RATIOS = {
  ct_primary: null,
  ct_secondary: null,
  pt_primary: null,
  pt_secondary: null,
};

const profile = (more: Partial<MeterProfile>): MeterProfile => ({
  ...{ id: 'u-1', maker: 'Example', model: 'EX-3', protocol: 'modbus-rtu' },
  ...{ baud: 9600, parity: 'none', station: '1', ratios: [], can_switch: false },
  ...{ quantities: ['activeImport'], own: true, changeable: true },
  ...more,
});
const SHIPPED = profile({
  ...{ id: 'abb-b23', maker: 'ABB', model: 'B23', own: false, changeable: false },
});
const DLT645 = profile({
  ...{ ...SHIPPED, id: 'dlt645', maker: 'DL/T 645-2007', model: 'meter', protocol: 'dlt645-2007' },
});
const ABOVE = profile({ id: 'u-2', model: 'EX-9', changeable: false });

const TABLES: Readonly<Record<string, typeof EXAMPLE_TABLE | typeof EXAMPLE_DLT645>> = {
  'abb-b23': { ...EXAMPLE_TABLE, maker: 'ABB' },
  dlt645: EXAMPLE_DLT645,
};

export const tested = (more: Partial<TestedQuantity> = {}): TestedQuantity => ({
  ...{ quantity: 'activeImport', words: ['0000', '9B5D'], outcome: 'value' },
  ...{ value: 397.73, unit: 'kWh', exception: null },
  ...more,
});

export async function renderProfiles(
  options: RenderOptions = {},
  line: Partial<LineSettings> = {},
) {
  const page = await renderPage(`/devices/${DTU}`, {
    ...options,
    prepare: (server) => {
      answerFleet(server, [ROW]);
      server.answer('v2.device', { data: deviceData(ROW) });
      server.answer('v2.serial-line', {
        data: {
          ...{ device_code: DTU, device_name: 'Hall', group_id: 3, rate_id: 1 },
          line: {
            ...{ protocol: 'modbus-rtu', baud: 9600, heartbeat: 'HB', needs_secret: true },
            ...DIAL_IN,
            ...line,
          },
          ...{ trouble: null, dtu_port: 4196, meters: [] },
        },
      });
      server.answer('v2.meter-profiles', { data: [profile({}), ABOVE, SHIPPED, DLT645] });
      server.answer('v2.meter-profiles.one', ({ params }) => ({
        data: {
          id: params.id,
          ...{ version: 3, changed_by: 'ann', changed_at: 0 },
          profile: TABLES[params.id] ?? EXAMPLE_TABLE,
        },
      }));
      options.prepare?.(server);
    },
  });
  const name = options.language === 'ar' ? 'ملفات تعريف العدادات الخاصة' : 'Own meter profiles';
  const tile = await screen.findByRole('region', { name });
  await waitFor(() => expect(tile.getAttribute('aria-busy')).toBe('false'));
  return { ...page, tile };
}

type User = RenderedPage['user'];
/** By its title: in tests, antd gives the titles of all dialogs the same id. */
export async function dialog(title: string | RegExp): Promise<HTMLElement> {
  const heading = await screen.findByText(title, { selector: '.ant-modal-title' });
  return heading.closest<HTMLElement>('[role=dialog]')!;
}
export const press = async (user: User, within_: HTMLElement, name: string | RegExp) =>
  user.click(within(within_).getByRole('button', { name }));

export async function choose(user: User, inside: HTMLElement, label: string, title: string) {
  const box = within(inside).getByRole('combobox', { name: label });
  await user.click(box);
  // A long list shows only the options that match the text.
  if (!(box as HTMLInputElement).readOnly) await user.type(box, title);
  const option = await waitFor(() => {
    const options = document.querySelectorAll(`.ant-select-item-option[title="${title}"]`);
    if (options.length === 0) throw new Error(`no option ${title} yet`);
    return [...options].at(-1)!;
  });
  fireEvent.click(option);
}

export async function openStored(options: RenderOptions = {}) {
  const page = await renderProfiles(options);
  await page.user.click(within(page.tile).getByRole('button', { name: 'Change Example EX-3' }));
  // Until the table is loaded, another dialog has the same title.
  await screen.findByLabelText('Maker');
  return { ...page, editor: await dialog('Example EX-3') };
}
