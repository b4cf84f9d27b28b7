/** Selects the lamp groups of a command, individually or all; more than 200 are paginated. */
import { Button, Checkbox, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actionOfStatus } from '../../../../components/device-tree/tree-device.ts';
import { PresenceTag } from '../../../../components/states/presence-tag.tsx';
import { StateText } from '../../../../device-kit/components/state-text.tsx';
import type { BoardRow } from '../../board/board-rows.ts';
import { VerdictTag } from './verdict-tag.tsx';

/** Max rows in one table, each with a checkbox and two tags; more are slow on a phone. */
const MAX_AT_ONCE = 200;
const PAGE_SIZE = 100;

interface ChooseGroupsProps {
  rows: readonly BoardRow[];
  codes: ReadonlySet<string>;
  onToggle: (code: string) => void;
  onChoose: (codes: ReadonlySet<string>) => void;
}

export function ChooseGroups({ rows, codes, onToggle, onChoose }: ChooseGroupsProps) {
  const { t } = useTranslation('projects');
  const [page, setPage] = useState(1);
  const isPaged = rows.length > MAX_AT_ONCE;
  // Deselecting or deleting a group may remove the last page.
  const shownPage = Math.min(page, Math.max(1, Math.ceil(rows.length / PAGE_SIZE)));
  const shown = isPaged ? rows.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE) : rows;
  return (
    <div className="panel">
      <div className="project-panel__head row align-start spread gap-wide">
        <h2>{t('projects:lamp-groups')}</h2>
        <Button onClick={() => onChoose(new Set(rows.map((row) => row.device_code)))}>
          {t('projects:order.choose-all', { count: rows.length })}
        </Button>
      </div>
      <table className="plain-table project-cards folds" aria-label={t('projects:lamp-groups')}>
        <thead>
          <tr>
            <th scope="col">{t('projects:board.group')}</th>
            <th scope="col">{t('projects:lamps')}</th>
            <th scope="col">{t('projects:board.breaker')}</th>
            <th scope="col">{t('projects:board.state')}</th>
            <th scope="col">{t('projects:board.presence')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.lamp_group_id}>
              <th scope="row">
                <Checkbox
                  checked={codes.has(row.device_code)}
                  onChange={() => onToggle(row.device_code)}
                >
                  <bdi>{row.name}</bdi>
                </Checkbox>
              </th>
              <td data-label={t('projects:lamps')}>{row.lamp_count}</td>
              <td data-label={t('projects:board.breaker')}>
                <span className="row inline gap-text">
                  <StateText action={actionOfStatus(row.status)} />
                </span>
              </td>
              <td data-label={t('projects:board.state')}>
                <VerdictTag verdict={row.verdict} />
              </td>
              <td data-label={t('projects:board.presence')}>
                <PresenceTag presence={row.presence} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isPaged && (
        <Pagination
          className="project-panel__pages"
          current={shownPage}
          pageSize={PAGE_SIZE}
          total={rows.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </div>
  );
}
