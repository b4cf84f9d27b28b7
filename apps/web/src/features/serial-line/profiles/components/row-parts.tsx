/** What the rows of both tables have: their problem, and the buttons to change and remove them. */
import type { ProfileProblem } from '@busbar/device-profiles/checks/profile-problem';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../profile-texts.ts';

export function RowProblem({ problem }: { problem: ProfileProblem | undefined }) {
  const problemText = useProblemText();
  if (problem === undefined) return null;
  return (
    <span className="hint prose profile-problem" data-wrong={problem.severity === 'error'}>
      {problemText(problem)}
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
