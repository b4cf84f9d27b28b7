/** What the rows of both tables have: their problem, and the buttons to change and remove them. */
import type { ProfileProblem } from '@busbar/device-profiles/checks/profile-problem';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldLabel, useProblemText } from '../profile-texts.ts';

interface RowProblemProps {
  readonly problem: ProfileProblem | undefined;
  readonly isDlt645?: boolean;
}

/** The problem of a row names its field, which only the dialog of the row shows. */
export function RowProblem({ problem, isDlt645 = false }: RowProblemProps) {
  const { t } = useTranslation('meter-profiles');
  const problemText = useProblemText();
  const labelOf = useFieldLabel(isDlt645);
  if (problem === undefined) return null;
  const [list = '', , field = ''] = problem.field.split('.');
  const label = labelOf(`${list}.${field}`);
  const text = problemText(problem, isDlt645);
  return (
    <span className="hint prose profile-problem" data-wrong={problem.severity === 'error'}>
      {label === undefined ? text : t('meter-profiles:row-problem', { label, text })}
    </span>
  );
}

interface RowActionsProps {
  readonly name: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function RowActions({ name, onEdit, onRemove }: RowActionsProps) {
  const { t } = useTranslation(['meter-profiles', 'serial-lines']);
  return (
    <span className="row profile-actions">
      <Button size="small" aria-label={t('serial-lines:change-of', { name })} onClick={onEdit}>
        {t('serial-lines:change')}
      </Button>
      <Button
        size="small"
        type="text"
        aria-label={t('meter-profiles:remove-of', { name })}
        onClick={onRemove}
      >
        {t('meter-profiles:remove')}
      </Button>
    </span>
  );
}
