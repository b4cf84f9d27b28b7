/** Name of a template, and the sets that can still be added. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { TEMPLATE_NAME_LENGTH } from '@busbar/domain/protection/template';
import { Input, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SET_NAMES, setsIn, type TemplateDraft } from '../template-draft.ts';

export interface TemplateHeadProps {
  readonly draft: TemplateDraft;
  /** Error message for the name. */
  readonly problem: string | undefined;
  readonly isLocked: boolean;
  readonly onName: (name: string) => void;
  readonly onAdd: (set: ProtectionName) => void;
}

export function TemplateHead({ draft, problem, isLocked, onName, onAdd }: TemplateHeadProps) {
  const { t } = useTranslation(['protection-templates', 'protection']);
  const id = useId();
  const sets = setsIn(draft);
  return (
    <div className="template-editor__head inset">
      <label htmlFor={id}>{t('protection-templates:name')}</label>
      <div>
        <Input
          id={id}
          dir="auto"
          value={draft.name}
          maxLength={TEMPLATE_NAME_LENGTH}
          disabled={isLocked}
          status={problem === undefined ? '' : 'error'}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}problem`}
          onChange={({ target }) => onName(target.value)}
        />
        <p id={`${id}problem`} className="protection-row__problem bad text-small">
          {problem}
        </p>
      </div>
      {!isLocked && sets.length < SET_NAMES.length && (
        <Select<ProtectionName, { value: ProtectionName; label: string }>
          className="template-editor__add"
          aria-label={t('protection-templates:editor.add')}
          placeholder={t('protection-templates:editor.add')}
          value={null}
          options={SET_NAMES.filter((set) => !sets.includes(set)).map((set) => ({
            value: set,
            label: t(`protection:tab.${set}`),
          }))}
          onChange={onAdd}
        />
      )}
    </div>
  );
}
