import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerFleet, CODE, deviceData, deviceRow } from '../../../test/answers/device-answers.ts';
import { expectNoAxeViolations } from '../../../test/axe.ts';
import type { ContractServer } from '../../../test/contract-server.ts';
import { renderPage } from '../../../test/render-page.tsx';

const QUAY = { id: 4, name: 'Quay', parentId: 3 };
const GROUPS = [
  { id: 3, name: 'Harbour', parentId: 0 },
  QUAY,
  { id: 6, name: 'Works', parentId: 3 },
  { id: 5, name: 'Pier', parentId: 4 },
];
const row = (id: number, name: string, group_id: number) =>
  deviceRow({ id, device_code: `A${id}`, device_name: name, group_id });

const answerGroups = (server: ContractServer, data = GROUPS) =>
  server.answer('v1.sys.group.findAll', { data });

function render(groups = GROUPS) {
  return renderPage(`/devicecontrol?device=${CODE}`, {
    prepare: (server) => {
      answerFleet(server, [
        deviceRow(),
        row(21, 'Crane', 4),
        row(22, 'Pier lamp', 5),
        row(23, 'Mill', 6),
      ]);
      answerGroups(server, groups);
      server.answer('v2.device', ({ query }) => {
        const code = query?.device_code ?? CODE;
        return {
          data: deviceData({ device_code: code, device_name: code === CODE ? 'Pump house' : code }),
        };
      });
    },
  });
}

const pane = () => within(document.getElementById('device-list')!);
const listed = () =>
  [...document.querySelectorAll('.device-tree__label')].map((label) => label.textContent);

describe('the group filter of the device tree', () => {
  it('restricts the tree to a group and those below it, by keyboard', async () => {
    const { user, address } = await render();
    const group = await screen.findByRole('combobox', { name: 'Group' });
    expect(listed()).toEqual(['Crane', 'Mill', 'Pier lamp', 'Pump house']);
    await expectNoAxeViolations();
    screen.getByRole('combobox', { name: 'Kind or state' }).focus();
    await user.tab();
    expect(document.activeElement).toBe(group);
    await user.keyboard('quay');
    await screen.findByTitle('Quay');
    // The library reads the key code, which the keyboard of the test does not set.
    fireEvent.keyDown(group, { key: 'Enter', keyCode: 13 });
    await waitFor(() => expect(listed()).toEqual(['Crane', 'Pier lamp']));
    expect(pane().getByRole('status').textContent).toBe('2 devices');
    // The device that is open stays so although the tree does not list it.
    expect(document.querySelector('.device-pane__fold')?.textContent).toBe('Pump house');
    expect(screen.getAllByRole('heading', { name: 'Pump house' }).length).toBeGreaterThan(0);

    await user.click(screen.getByRole('treeitem', { name: /Crane/ }));
    await waitFor(() => expect(address()).toBe('/devices/A21/control'));
    expect(listed()).toEqual(['Crane', 'Pier lamp']);
    await user.type(pane().getByRole('searchbox'), 'lamp');
    expect(await pane().findByText('1 device found')).toBeTruthy();
    await user.clear(pane().getByRole('searchbox'));
    await user.type(pane().getByRole('searchbox'), 'Mill');
    expect(await pane().findByText('0 devices found')).toBeTruthy();
  });

  it('applies together with the filter by state', async () => {
    const { user } = await render();
    await user.click(await screen.findByRole('combobox', { name: 'Group' }));
    await user.click(await screen.findByTitle('Quay / Pier'));
    expect(listed()).toEqual(['Pier lamp']);
    await user.click(screen.getByRole('combobox', { name: 'Kind or state' }));
    await user.click(await screen.findByTitle('Tripped'));
    expect((await pane().findByRole('alert')).textContent).toBe(
      'No device of this group matches the filter above.',
    );
  });

  it('filters nothing once its group is deleted', async () => {
    const { user, server, readAgain } = await render();
    await user.click(await screen.findByRole('combobox', { name: 'Group' }));
    await user.click(await screen.findByTitle('Works'));
    expect(listed()).toEqual(['Mill']);
    answerGroups(server, [GROUPS[0]!, QUAY]);
    await readAgain();
    await waitFor(() => expect(listed()).toHaveLength(4));
    expect(await screen.findByText('All groups')).toBeTruthy();
  });

  it('is not shown to a user who sees a single group', async () => {
    const { server } = await render([GROUPS[0]!]);
    await waitFor(() => expect(server.requests('v1.sys.group.findAll')).toHaveLength(1));
    expect(await screen.findByRole('combobox', { name: 'Kind or state' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Group' })).toBeNull();
  });
});
