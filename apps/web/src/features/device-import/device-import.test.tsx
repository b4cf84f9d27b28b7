import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { AnswerFor, ContractServer } from '../../../test/contract-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

type Preview = AnswerFor<'v2.device-import.preview'>['data'];

const DEVICE = {
  row: 2,
  device_code: 'DEV0000000001',
  device_name: 'Pump',
  device_type: 'MT61',
  kind: 'main',
  group_name: 'Harbour',
  rate_name: 'Industrial',
  address: '',
};

function preview(more: Partial<Preview> = {}): { data: Preview } {
  return {
    data: {
      import_id: 'id-1',
      expires_at: 1,
      format: 'csv',
      rows: 1,
      good: 1,
      examples: 0,
      passed_over: [],
      problem_count: 0,
      problems: [],
      kinds: { main: 1 },
      devices: [DEVICE],
      ...more,
    },
  };
}

const WRONG = preview({
  import_id: null,
  rows: 3,
  problem_count: 2,
  passed_over: ['Serial no.'],
  problems: [
    { row: 3, column: 'code', reason: 'code-repeated', value: 'DEV0000000001', other_row: 2 },
    { row: 4, column: 'rate', reason: 'a-later-reason', value: '', other_row: null },
  ],
});

const SECRETS = {
  data: {
    file_name: 'device-secrets.csv',
    content_type: 'text/csv',
    content: btoa('code,secret'),
    connection: { host: null, port: 1884, tls_port: null, dtu_port: null },
  },
};

const file = (text: string) => new File([text], 'devices.csv', { type: 'text/csv' });

/** The hidden input behind the button with this label. */
async function choose(label: string, chosen: File) {
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }), {
    target: { files: [chosen] },
  });
}

function open(prepare: (server: ContractServer) => void) {
  return renderPage('/deviceimport', { role: 'operator', prepare });
}

beforeEach(() => {
  sessionStorage.removeItem('busbar.import');
  URL.createObjectURL = vi.fn(() => 'blob:x');
  URL.revokeObjectURL = vi.fn();
});

describe('the import of devices', () => {
  it('proceeds from an invalid file through a corrected one to its secrets', async () => {
    const { user, server } = await open((on) => {
      on.answer('v2.device-import.preview', WRONG);
      on.answer('v2.device-import.accept', { data: { registered: 1, repeated: false } });
      on.answer('v2.device-import.secrets', SECRETS);
    });
    await choose('Choose a file', file('first'));
    expect(await screen.findByText('2 cells with errors (rows in the file: 3)')).toBeTruthy();
    expect(server.requests('v2.device-import.preview')).toEqual([
      { body: { content: btoa('first') } },
    ]);
    const problems = screen.getByRole('region', { name: '2 problems' });
    const rows = within(problems).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      '3Device codeDEV0000000001row 2 has this code already',
      '4Tariff–a-later-reason',
    ]);
    expect(screen.getByText('Serial no.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Register/ })).toBeNull();

    server.answer('v2.device-import.preview', preview());
    await choose('Choose another file', file('second'));
    await user.click(await screen.findByRole('button', { name: /Register 1 device/ }));
    expect(await screen.findByText('1 device was registered')).toBeTruthy();
    expect(server.requests('v2.device-import.accept')).toEqual([{ body: { import_id: 'id-1' } }]);
    expect(sessionStorage.getItem('busbar.import')).toBe('id-1');

    await user.click(screen.getByRole('button', { name: /Download the secrets/ }));
    expect(await screen.findByText('1884')).toBeTruthy();
    expect(sessionStorage.getItem('busbar.import')).toBeNull();
    // Saving again uses the file held by the page, because the server returns it only once.
    await user.click(screen.getByRole('button', { name: /Save the file again/ }));
    expect(server.requests('v2.device-import.secrets')).toHaveLength(1);
    expect(URL.createObjectURL).toHaveBeenCalledTimes(2);
    await expectNoAxeViolations();
  });

  it('shows the new preview if the data has changed since the first one', async () => {
    const { user } = await open((on) => {
      on.answer('v2.device-import.preview', preview());
      on.answer('v2.device-import.accept', {
        refuse: { code: 41409, reason: 'import-changed', data: WRONG.data },
      });
    });
    await choose('Choose a file', file('x'));
    await user.click(await screen.findByRole('button', { name: /Register 1 device/ }));
    expect(await screen.findByText('2 cells with errors (rows in the file: 3)')).toBeTruthy();
    expect(screen.getByText(/changed since the preview/)).toBeTruthy();
  });

  it('explains why a file is refused and does not send one that is too large', async () => {
    const { server } = await open((on) =>
      on.answer('v2.device-import.preview', {
        refuse: { code: 41407, reason: 'import-too-many-columns' },
      }),
    );
    await choose('Choose a file', file('x'));
    expect(await screen.findByText('The file has too many columns: 50 at most')).toBeTruthy();
    const large = file('x');
    Object.defineProperty(large, 'size', { value: 6 * 1024 * 1024 });
    await choose('Choose a file', large);
    expect(await screen.findByText(/too large to be read/)).toBeTruthy();
    expect(server.requests('v2.device-import.preview')).toHaveLength(1);
  });

  it('offers secrets that were not downloaded before a reload', async () => {
    sessionStorage.setItem('busbar.import', 'id-9');
    const { user, server } = await open((on) =>
      on.answer('v2.device-import.secrets', {
        refuse: { code: 41410, reason: 'import-secrets-gone' },
      }),
    );
    await user.click(await screen.findByRole('button', { name: /Download the secrets/ }));
    expect(await screen.findByText(/downloaded already/)).toBeTruthy();
    expect(server.requests('v2.device-import.secrets')[0]).toMatchObject({
      body: { import_id: 'id-9' },
    });
    await waitFor(() => expect(sessionStorage.getItem('busbar.import')).toBeNull());
  });

  it('continues to offer secrets whose download may still be interrupted', async () => {
    sessionStorage.setItem('busbar.import', 'id-9');
    const { user, server } = await open((on) =>
      on.answer('v2.device-import.secrets', {
        refuse: { code: 41411, reason: 'import-secrets-under-way' },
      }),
    );
    await user.click(await screen.findByRole('button', { name: /Download the secrets/ }));
    expect(await screen.findByText(/being sent now/)).toBeTruthy();
    expect(sessionStorage.getItem('busbar.import')).toBe('id-9');
    server.answer('v2.device-import.secrets', SECRETS);
    await user.click(screen.getByRole('button', { name: /Download the secrets/ }));
    expect(await screen.findByText('1884')).toBeTruthy();
  });

  it('downloads the template in the language of the page', async () => {
    const { user, server } = await open((on) =>
      on.answer('v2.device-import.template', {
        data: { file_name: 'a.xlsx', content_type: 'x', content: btoa('x') },
      }),
    );
    await user.click(await screen.findByRole('button', { name: /XLSX template/ }));
    await waitFor(() => expect(URL.createObjectURL).toHaveBeenCalledTimes(1));
    expect(server.requests('v2.device-import.template')).toEqual([
      { query: { format: 'xlsx', language: 'en' } },
    ]);
  });
});
