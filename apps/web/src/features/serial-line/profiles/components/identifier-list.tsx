/** The data identifiers of a DL/T 645 profile: each is one request. */
import type { ProfileProblem } from '@busbar/device-profiles/checks/profile-problem';
import type { Dlt645Table } from '@busbar/device-profiles/own/meter-table';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../../../components/forms/add-button.tsx';
import { RowActions, RowProblem } from './row-parts.tsx';

interface IdentifierListProps {
  readonly table: Dlt645Table;
  readonly problems: ReadonlyMap<string, ProfileProblem>;
  readonly onEdit: (at: number | undefined) => void;
  readonly onRemove: (at: number) => void;
}

/** A profile often has one identifier for each quantity, so the list has several columns. */
export function IdentifierList({ table, problems, onEdit, onRemove }: IdentifierListProps) {
  const { t } = useTranslation('meter-profiles');
  const { blocks } = table;
  return (
    <section className="stack gap-8" aria-label={t('meter-profiles:identifier.title')}>
      <div className="row spread">
        <h3>{t('meter-profiles:identifier.title')}</h3>
        <AddButton type="default" size="small" onClick={() => onEdit(undefined)}>
          {t('meter-profiles:identifier.add')}
        </AddButton>
      </div>
      <p className="hint prose">{t('meter-profiles:identifier.about')}</p>
      {blocks.length > 0 && (
        <ul
          className="plain-list identifier-list"
          aria-label={t('meter-profiles:identifier.title')}
        >
          {blocks.map(({ identifier, bytes }, at) => (
            <li key={identifier}>
              <span className="row gap-8">
                <span className="code ltr">{identifier}</span>
                <span className="muted text-small grow">
                  {t('meter-profiles:identifier.length', { count: bytes })}
                </span>
                <RowActions
                  name={identifier}
                  onEdit={() => onEdit(at)}
                  onRemove={() => onRemove(at)}
                />
              </span>
              <RowProblem isDlt645 problem={problems.get(`blocks.${at}`)} />
            </li>
          ))}
        </ul>
      )}
      <RowProblem isDlt645 problem={blocks.length === 0 ? problems.get('blocks') : undefined} />
    </section>
  );
}
