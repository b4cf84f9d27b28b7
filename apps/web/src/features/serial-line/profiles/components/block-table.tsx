/** The blocks of a profile: what one request reads. */
import type { ProfileProblem } from '@busbar/device-profiles/checks/profile-problem';
import type { ModbusTable } from '@busbar/device-profiles/own/meter-table';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../../components/forms/add-button.tsx';
import { RowActions, RowProblem } from './row-parts.tsx';

interface BlockTableProps {
  readonly table: ModbusTable;
  readonly problems: ReadonlyMap<string, ProfileProblem>;
  readonly onEdit: (at: number | undefined) => void;
  readonly onRemove: (at: number) => void;
}

export function BlockTable({ table, problems, onEdit, onRemove }: BlockTableProps) {
  const { t } = useTranslation('meter-profiles');
  const problem = problems.get('blocks');
  return (
    <section className="stack gap-8" aria-label={t('meter-profiles:block.title')}>
      <div className="row spread">
        <h3>{t('meter-profiles:block.title')}</h3>
        <AddButton type="default" size="small" onClick={() => onEdit(undefined)}>
          {t('meter-profiles:block.add')}
        </AddButton>
      </div>
      <p className="hint prose">{t('meter-profiles:block.about')}</p>
      {table.blocks.length > 0 && (
        <table className="plain-table folds" aria-label={t('meter-profiles:block.title')}>
          <thead>
            <tr>
              <th scope="col">{t('meter-profiles:block.name')}</th>
              <th scope="col">{t('meter-profiles:block.function')}</th>
              <th scope="col">{t('meter-profiles:block.address')}</th>
              <th scope="col">{t('meter-profiles:block.count')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('meter-profiles:actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {table.blocks.map((block, at) => (
              <tr key={block.name}>
                <th scope="row">
                  <bdi>{block.name}</bdi>
                  <RowProblem problem={problems.get(`blocks.${at}`)} />
                </th>
                <td data-label={t('meter-profiles:block.function')}>
                  {t(`meter-profiles:block.function-${block.function === 4 ? 4 : 3}`)}
                </td>
                <td data-label={t('meter-profiles:block.address')}>
                  <span className="code ltr">{block.address}</span>
                </td>
                <td data-label={t('meter-profiles:block.count')}>{block.count}</td>
                <td>
                  <RowActions
                    name={block.name}
                    onEdit={() => onEdit(at)}
                    onRemove={() => onRemove(at)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <RowProblem problem={table.blocks.length === 0 ? problem : undefined} />
    </section>
  );
}
