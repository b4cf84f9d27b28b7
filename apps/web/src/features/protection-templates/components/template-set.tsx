/** One set of a template: its form, and drawings of its effect on a breaker. */
import type { ProtectionDefinition, ProtectionName } from '@busbar/domain/protection/definition';
import { protectionOf } from '@busbar/domain/protection/protections/protections';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SetDrawings } from '../../protection/components/pictures/set-drawings.tsx';
import { ProtectionForm } from '../../protection/components/protection-form.tsx';
import { draftOf, type Edits } from '../../protection/draft.ts';
import { sideOf } from '../../protection/fault-side.ts';
import { rowsOf } from '../../protection/form-rows.ts';
import { useRowTexts } from '../../protection/use-row-texts.ts';
import { setProblems, type TemplateDraft } from '../template-draft.ts';

export interface TemplateSetProps {
  readonly set: ProtectionName;
  readonly draft: TemplateDraft;
  readonly saved: TemplateDraft;
  readonly isLocked: boolean;
  readonly onEdit: (edits: Edits) => void;
  readonly onRemove: (() => void) | undefined;
}

export function TemplateSet({ set, draft, saved, isLocked, onEdit, onRemove }: TemplateSetProps) {
  const { t } = useTranslation(['protection-templates', 'protection']);
  const definition: ProtectionDefinition = protectionOf(set);
  const rows = useMemo(() => rowsOf(definition), [definition]);
  const texts = useRowTexts(sideOf(set));
  const values = draftOf({}, draft.sets[set] ?? {});
  return (
    <div className="template-set-edit">
      <div className="template-set-edit__form surface bleed">
        <ProtectionForm
          rows={rows}
          texts={texts}
          values={values}
          onDevice={draftOf({}, saved.sets[set] ?? {})}
          storedLabel={t('protection-templates:editor.kept')}
          verified={null}
          problems={setProblems(draft, set)}
          isDisabled={isLocked}
          onEdit={onEdit}
        />
        <p className="template-set-edit__note hint">{t('protection-templates:editor.rating')}</p>
        {onRemove !== undefined && (
          <Button danger size="small" disabled={isLocked} onClick={onRemove}>
            {t('protection-templates:editor.remove', { set: t(`protection:tab.${set}`) })}
          </Button>
        )}
      </div>
      <div className="protection-pictures stack">
        <SetDrawings definition={definition} values={values} />
      </div>
    </div>
  );
}
