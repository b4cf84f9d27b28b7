/**
 * Confirmation before a second factor becomes mandatory, with the number of administrators it would
 * block, or before it becomes optional.
 */

import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useSend } from '../../../lib/calls/use-send.ts';
import type { Requirement } from '../api/use-factor-requirement.ts';

interface RequirementDialogProps {
  requirement: Requirement;
  onClose: () => void;
}

export function RequirementDialog({ requirement, onClose }: RequirementDialogProps) {
  const { t } = useTranslation('users');
  const send = useSend('v2.factor-requirement');
  const { required, lacking } = requirement;
  const step = required ? 'stop' : 'require';
  return (
    <FormDialog
      isDanger
      title={t(`users:requirement.${step}`)}
      saveLabel={t(`users:requirement.${step}`)}
      done={t(`users:requirement.${step}-done`)}
      onSave={() => send('v2.factor-requirement.change', { body: { required: !required } })}
      onClose={onClose}
    >
      <p>{t(`users:requirement.${step}-about`)}</p>
      {!required && (
        <p>
          <strong>{t('users:requirement.stops', { lacking })}</strong>
        </p>
      )}
    </FormDialog>
  );
}
